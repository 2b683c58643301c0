import type { AudienceBody, CreateBody } from "@rollcall/api"
import { ValueFormat } from "@rollcall/core/sending"
import { Effect, Option, Schema } from "effect"
import { refusal } from "../../CommandRefused.ts"
import { unorderedSearchOf } from "../../contacts/search/SearchInput.ts"
import { print, type Printed } from "../../screen/Output.ts"
import { count } from "../../screen/Text.ts"
import type { AddressFlags } from "../../targets/Address.ts"
import { inTarget } from "../../targets/InTarget.ts"
import { listNamed, segmentNamed } from "../../targets/NamedSets.ts"
import { type ApiClient, call } from "../../targets/Target.ts"
import type { Asked } from "./CreateFlags.ts"
import { estimateLines, predictionLines, reasonLines } from "./EstimateReport.ts"
import { named, namedText } from "./MessageValues.ts"

type Audience = typeof AudienceBody.Type
type Value = NonNullable<NonNullable<Audience["parameters"]>["header"]>

type FieldValue = Extract<Value, { readonly field: string }>

/** The statuses of recipients that a message was sent to. */
const got = ["sent", "delivered", "read"] as const

/** Creates a broadcast to contacts. With `dryRun`, prints its estimate instead. */
export const createBroadcast = Effect.fn("CreateBroadcast.create")(function* (
  { dryRun, json, ...asked }: Asked & Printed & { readonly dryRun: boolean },
  flags: AddressFlags
) {
  const values = yield* readValues(asked)
  const times = {
    scheduled_for: yield* readInstant("--schedule", asked.schedule),
    valid_until: yield* readInstant("--until", asked.until)
  }
  const send = <A, E>(request: (client: ApiClient, payload: Payload) => Effect.Effect<A, E>) =>
    inTarget(
      flags,
      Effect.flatMap(payloadOf(asked, values, times), (payload) => call((client) => request(client, payload))),
      { templates: true }
    )
  if (dryRun) {
    const estimate = yield* send(({ broadcasts }, payload) => broadcasts.estimate({ payload }))
    return yield* print(json, estimate, () => estimateLines(estimate))
  }
  const { body } = yield* send(({ broadcasts }, payload) => broadcasts.create({ payload }))
  const { exclusions, predictions, recipients, rejected_recipients, status, uuid } = body
  yield* print(json, { uuid, status, recipients, rejected_recipients, exclusions, predictions }, () =>
    recipients === null
      ? `${uuid}\nThe broadcast is ${status}: the server is preparing its recipients. See its progress with: rollcall broadcasts show`
      : [uuid, `${count(recipients)} are reached.`, ...reasonLines(exclusions), ...predictionLines(predictions)].join(
          "\n"
        )
  )
})

/** Reads the parameter values from the arguments, in the order of the text and the buttons. */
const readValues = Effect.fnUntraced(function* (asked: Asked) {
  const formats = new Map(yield* Effect.forEach(asked.formats, namedFormat))
  const written = (value: FieldValue): Value => {
    const format = formats.get(value.field)
    return format === undefined ? value : { ...value, format }
  }
  const namedField = (flag: string, text: string) =>
    Effect.map(named(flag, text), ([name, rest]): readonly [string, Value] => [name, written(fieldOf(rest))])
  const body = [
    ...(yield* Effect.forEach(asked.params, (text) => namedField("--param", text))),
    ...(yield* Effect.forEach(asked.values, fixedValue))
  ]
  const button = yield* Effect.forEach(asked.buttons, (text) => namedField("--button", text))
  if (Option.isSome(asked.header) && Option.isSome(asked.headerValue)) {
    return yield* refusal("--header and --header-value cannot both be given")
  }
  const header: Option.Option<Value> = Option.orElse(
    Option.map(asked.header, (text) => written(fieldOf(text))),
    () => Option.map(asked.headerValue, (value) => ({ value }))
  )
  return { body, button, header }
})

type Values = Effect.Success<ReturnType<typeof readValues>>
type Times = Pick<typeof CreateBody.Type, "scheduled_for" | "valid_until">

const payloadOf = Effect.fnUntraced(function* (asked: Asked, { body, button, header }: Values, times: Times) {
  const audience: Audience = {
    ...(yield* partsOf(asked)),
    ...(Option.isSome(asked.required) && { require: { field: asked.required.value } }),
    parameters: {
      body: Object.fromEntries(body),
      ...(button.length > 0 && { button: Object.fromEntries(button) }),
      ...(Option.isSome(header) && { header: header.value })
    },
    resolve: asked.atStart ? "start" : "acceptance"
  }
  return {
    channel_type: "chatapp",
    name: Option.getOrElse(asked.name, () => asked.template),
    template_name: asked.template,
    locale: Option.getOrNull(asked.locale),
    from: asked.from,
    ...times,
    client_unique_identifier: Option.getOrNull(asked.key),
    parameters: { body_order: body.map(([name]) => name), button_order: button.map(([name]) => name) },
    audience,
    expect: Option.getOrNull(Option.map(asked.expect, (recipients) => ({ recipients, tolerance: asked.tolerance })))
  }
})

type Payload = Effect.Success<ReturnType<typeof payloadOf>>

/** Reads the contacts to include and exclude. */
const partsOf = Effect.fnUntraced(function* (asked: Asked) {
  const listed = (flag: string, names: ReadonlyArray<string>) =>
    Effect.forEach(names, (name) => Effect.map(listNamed(flag, name), (uuid) => ({ contact_list_uuid: uuid })))
  const inSegments = (flag: string, names: ReadonlyArray<string>) =>
    Effect.forEach(names, (name) => Effect.map(segmentNamed(flag, name), (uuid) => ({ segment_uuid: uuid })))
  const searches = Option.isSome(asked.search) || asked.where.length > 0
  const sought = {
    words: Option.toArray(asked.search),
    where: asked.where,
    lists: [],
    segments: [],
    body: Option.none<string>()
  }
  const include: Audience["include"] = [
    ...(yield* listed("--list", asked.lists)),
    ...(yield* inSegments("--segment", asked.segments)),
    ...(asked.contacts.length > 0 ? [{ contact_uuids: asked.contacts }] : []),
    ...(searches ? [{ search: yield* unorderedSearchOf(sought) }] : [])
  ]
  if (include.length === 0) {
    return yield* refusal("recipients are missing: give --list, --segment, --contact, --search or --where")
  }
  const exclude: NonNullable<Audience["exclude"]> = [
    ...(yield* listed("--exclude-list", asked.excludedLists)),
    ...(yield* inSegments("--exclude-segment", asked.excludedSegments)),
    ...asked.excludedBroadcasts.map((uuid) => ({ broadcast_uuid: uuid, outcomes: got }))
  ]
  return { include, exclude }
})

const isFormat = Schema.is(ValueFormat)

/** Reads a field and the format of its values. */
const namedFormat = Effect.fnUntraced(function* (text: string) {
  const [field, format] = yield* named("--format", text)
  if (isFormat(format)) return [field, format] as const
  return yield* refusal(
    `--format ${JSON.stringify(text)}: the format must be one of ${ValueFormat.literals.join(", ")}`
  )
})

const fixedValue = (text: string) =>
  Effect.map(namedText(text), ([name, value]): readonly [string, Value] => [name, { value }])

/** Reads `field` or `field:fallback`. */
const fieldOf = (text: string): FieldValue => {
  const at = text.indexOf(":")
  return at < 0 ? { field: text } : { field: text.slice(0, at), fallback: text.slice(at + 1) }
}

const decodeInstant = Schema.decodeUnknownEffect(Schema.DateTimeUtcFromString)

const readInstant = (flag: string, text: Option.Option<string>) =>
  Option.isNone(text)
    ? Effect.succeed(null)
    : Effect.mapError(decodeInstant(text.value), () =>
        refusal(`${flag} ${JSON.stringify(text.value)}: must be an ISO 8601 timestamp`)
      )
