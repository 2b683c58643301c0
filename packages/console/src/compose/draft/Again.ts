import type { Broadcast } from "../../api/Follow.ts"
import { type AudiencePart, type Draft, noValue, type Value } from "./Draft.ts"
import { partOfBody } from "./Search.ts"
import { type ListedTemplate, templateKey } from "../preview/Template.ts"

type Audience = NonNullable<Broadcast["audience_request"]>
type Values = Omit<NonNullable<Audience["parameters"]>, "cards">
type GivenValue = NonNullable<Values["header"]>

/** A broadcast to write again: its message, its sender, and its audience, if any. */
export type Earlier = Pick<
  Broadcast,
  "audience_request" | "channel_type" | "from" | "locale" | "name" | "template_name"
>

/**
 * Returns a draft with the message and contacts of an earlier broadcast, to send at once. Values are kept only if the
 * template names them; matching by order could swap two values.
 */
export const againOf = (
  earlier: Earlier,
  templates: ReadonlyArray<ListedTemplate>
): Partial<Draft> & Pick<Draft, "key"> => {
  const { audience_request: audience } = earlier
  const template = templates.find(
    ({ channel_type, locale, name }) =>
      name === earlier.template_name && locale === earlier.locale && channel_type === earlier.channel_type
  )
  return {
    key: crypto.randomUUID(),
    name: earlier.name,
    template: template === undefined ? "" : templateKey(template),
    from: earlier.from,
    start: "now",
    startAt: "",
    until: "",
    ...(audience === null
      ? {}
      : {
          who: "audience" as const,
          ...(isCut(audience) ? {} : { include: partsOf(audience.include), exclude: partsOf(audience.exclude ?? []) }),
          required: audience.require?.field ?? "",
          values: valuesOf(audience.parameters ?? {}),
          resolve: audience.resolve ?? "acceptance"
        })
  }
}

/**
 * The most contacts that the API lists for a part. A part at this limit may be cut. A part without contacts is a search
 * that named an erased person.
 */
const mostShown = 100

/** Returns whether an audience is incomplete. Such an audience isn't copied, because excluded people could be reached. */
export const isCut = ({ exclude, include }: Pick<Audience, "include" | "exclude">): boolean =>
  [...include, ...(exclude ?? [])].some(
    ({ contact_uuids }) =>
      contact_uuids !== undefined && (contact_uuids.length === 0 || contact_uuids.length >= mostShown)
  )

const partsOf = (parts: NonNullable<Audience["exclude"]>): ReadonlyArray<AudiencePart> =>
  parts.map((part) => {
    if (part.contact_list_uuid !== undefined) return { kind: "list", uuid: part.contact_list_uuid }
    if (part.segment_uuid !== undefined) return { kind: "segment", uuid: part.segment_uuid }
    if (part.broadcast_uuid !== undefined) return { kind: "broadcast", uuid: part.broadcast_uuid }
    return part.search === undefined ? { kind: "contacts", uuids: part.contact_uuids } : partOfBody(part.search)
  })

const valuesOf = ({ cards, ...message }: NonNullable<Audience["parameters"]>): Draft["values"] =>
  Object.fromEntries([
    ...entriesOf("", message),
    ...(cards ?? []).flatMap((card, index) => entriesOf(`cards.${index}.`, card))
  ])

const entriesOf = (prefix: string, { body, button, header }: Values): ReadonlyArray<readonly [string, Value]> => [
  ...(header ? [[`${prefix}header`, valueOf(header)] as const] : []),
  ...Object.entries(body ?? {}).map(([name, value]) => [`${prefix}body.${name}`, valueOf(value)] as const),
  ...Object.entries(button ?? {}).map(([name, value]) => [`${prefix}button.${name}`, valueOf(value)] as const)
]

const valueOf = (given: GivenValue): Value =>
  given.field === undefined
    ? { ...noValue, source: "text", text: given.value }
    : { ...noValue, field: given.field, fallback: given.fallback ?? "", format: given.format ?? "" }
