import { readAddress } from "@rollcall/core/channel"
import { Option, Schema } from "effect"
import { type Defined, readDefinition } from "./Definition.ts"

const Text = Schema.optionalKey(Schema.String)
const Media = Schema.optionalKey(Schema.Struct({ link: Schema.String, filename: Text }))

const Parameter = Schema.Struct({
  type: Schema.String,
  text: Text,
  parameter_name: Text,
  coupon_code: Text,
  payload: Text,
  image: Media,
  video: Media,
  document: Media
})
type Parameters = ReadonlyArray<typeof Parameter.Type>

const Component = Schema.Struct({
  type: Schema.String,
  sub_type: Text,
  index: Text,
  parameters: Schema.optionalKey(Schema.Array(Parameter))
})

const Request = Schema.Struct({
  messaging_product: Schema.Literal("whatsapp"),
  recipient_type: Schema.optionalKey(Schema.Literal("individual")),
  to: Text,
  recipient: Text,
  type: Schema.Literal("template"),
  biz_opaque_callback_data: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(512))),
  template: Schema.Struct({
    name: Schema.String,
    language: Schema.Struct({ code: Schema.String }),
    components: Schema.optionalKey(
      Schema.Array(
        Schema.Struct({
          ...Component.fields,
          cards: Schema.optionalKey(
            Schema.Array(Schema.Struct({ card_index: Schema.Natural, components: Schema.Array(Component) }))
          )
        })
      )
    )
  })
})
export type FakeRequest = typeof Request.Type
type Given = ReadonlyArray<typeof Component.Type>

/** Returns whether a recipient is a user id. The platform has a separate property for user ids. */
export const isUserId = (recipient: string): boolean => readAddress(recipient)?._tag === "UserId"

/** Decodes a request that sends a template; none if the request has another form. */
export const readRequest: (given: unknown) => Option.Option<FakeRequest> = Schema.decodeUnknownOption(Request)

/**
 * Returns the error code with which the platform refuses a request; undefined for an accepted request. `templates` are all
 * templates of the account. Templates with unknown parts are refused.
 */
export const requestProblem = (
  { recipient, template: { components = [], language, name }, to }: FakeRequest,
  templates: ReadonlyArray<Schema.Json>
): number | undefined => {
  const definition = templates
    .flatMap((template) => Option.toArray(readDefinition(template)))
    .find((one) => one.name === name && one.language === language.code)
  if (definition === undefined || definition.status !== "APPROVED") return 132001
  if (to === undefined && (recipient === undefined || !isUserId(recipient))) return 100
  if (to === undefined && definition.category === "AUTHENTICATION") return 131062
  const isNamed = definition.parameter_format === "NAMED"
  const [carousel, ...others] = components.filter(({ type }) => type === "carousel")
  const rest = components.filter(({ type }) => type !== "carousel")
  const cards = definition.components.flatMap(({ cards, type }) => (type === "CAROUSEL" ? [cards ?? []] : []))
  if (others.length > 0 || (carousel === undefined) !== (cards.length === 0)) return 132012
  return (
    partProblem(rest, definition.components, isNamed, ["CAROUSEL"]) ??
    cardsProblem(carousel?.cards ?? [], cards.flat(), isNamed)
  )
}

const cardsProblem = (
  given: ReadonlyArray<{ readonly card_index: number; readonly components: Given }>,
  defined: ReadonlyArray<{ readonly components: Defined }>,
  isNamed: boolean
) => {
  if (given.length !== defined.length) return 132012
  return first(
    given.map(({ card_index, components }, index) =>
      card_index === index ? partProblem(components, defined[index]?.components ?? [], isNamed, []) : 132012
    )
  )
}

const first = (codes: ReadonlyArray<number | undefined>): number | undefined => codes.find((code) => code !== undefined)

/**
 * Returns the error code for a message or card; undefined for a valid message or card. `also` lists component types that
 * are checked elsewhere.
 */
const partProblem = (
  given: Given,
  defined: Defined,
  isNamed: boolean,
  also: ReadonlyArray<string>
): number | undefined => {
  const known = ["HEADER", "BODY", "FOOTER", "BUTTONS", ...also]
  // A component of another type needs parameters that the request doesn't have.
  if (defined.some(({ type }) => !known.includes(type))) return 131008
  if (given.some(({ type }) => !["header", "body", "button"].includes(type))) return 100
  const [headers, bodies] = ["header", "body"].map((name) => given.filter(({ type }) => type === name))
  if ((headers?.length ?? 0) > 1 || (bodies?.length ?? 0) > 1) return 132012
  const body = defined.find(({ type }) => type === "BODY")
  const isAlone = defined.every(({ type }) => type === "BODY")
  return (
    headerProblem(
      headers?.[0]?.parameters,
      defined.find(({ type }) => type === "HEADER"),
      isNamed
    ) ??
    textsProblem(bodies?.[0]?.parameters, body?.text, isNamed, isAlone ? 32_768 : 1_024) ??
    buttonsProblem(
      given,
      defined.flatMap(({ buttons, type }) => (type === "BUTTONS" ? (buttons ?? []) : []))
    )
  )
}

const headerProblem = (
  given: Parameters | undefined,
  header: Defined[number] | undefined,
  isNamed: boolean
): number | undefined => {
  const format = header?.format ?? "TEXT"
  if (format === "TEXT") return textsProblem(given, header?.text, isNamed, 60)
  if (!["IMAGE", "VIDEO", "DOCUMENT"].includes(format)) return 131008
  const [parameter, ...others] = given ?? []
  if (parameter === undefined) return 132012
  const link = { IMAGE: parameter.image, VIDEO: parameter.video, DOCUMENT: parameter.document }[format]?.link
  const isRight =
    parameter.type.toUpperCase() === format &&
    link?.startsWith("https://") === true &&
    parameter.parameter_name === undefined
  return isRight && others.length === 0 ? undefined : 132012
}

const variablesIn = (text = ""): ReadonlyArray<string> =>
  Array.from(new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, key = ""]) => key)))

const textsProblem = (
  given: Parameters | undefined,
  text = "",
  isNamed: boolean,
  maxLength: number
): number | undefined => {
  const variables = variablesIn(text)
  // A request leaves out components without variables.
  if (given === undefined) return variables.length === 0 ? undefined : 132000
  if (given.length !== variables.length || given.length === 0) return 132000
  const values = new Map<string, string>()
  for (const [index, { parameter_name: name, text: value = "", type }] of given.entries()) {
    if (type !== "text" || value.trim() === "" || /[\n\t]| {5}/.test(value)) return 132018
    if (isNamed ? name === undefined || !variables.includes(name) : name !== undefined) return 100
    values.set(name ?? String(index + 1), value)
  }
  if (values.size !== given.length) return 100
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_variable, key: string) => values.get(key) ?? "")
  return Array.from(filled).length > maxLength ? 132005 : undefined
}

const buttonsProblem = (given: Given, defined: NonNullable<Defined[number]["buttons"]>): number | undefined => {
  const named = new Map<string, (typeof Component.Type)[]>()
  for (const component of given) {
    if (component.type !== "button") continue
    if (component.sub_type === undefined || component.index === undefined) return 131008
    named.set(component.index, [...(named.get(component.index) ?? []), component])
  }
  // A request names each existing button at most once.
  for (const [index, components] of named) {
    if (components.length > 1 || defined[Number(index)] === undefined) return 131009
  }
  return first(defined.map((button, index) => buttonProblem(named.get(String(index))?.[0], button)))
}

const buttonProblem = (
  given: typeof Component.Type | undefined,
  { type, url = "" }: NonNullable<Defined[number]["buttons"]>[number]
): number | undefined => {
  const subType = given?.sub_type?.toUpperCase()
  const [parameter, ...others] = given?.parameters ?? []
  const isNamedAs = (name: string) => subType === name && others.length === 0
  switch (type) {
    case "URL":
      if (variablesIn(url).length === 0) return given === undefined ? undefined : 132018
      return isNamedAs("URL") ? valueProblem(parameter, "text", 2_000) : 131008
    case "OTP":
      return isNamedAs("URL") ? valueProblem(parameter, "text", 15) : 131008
    case "COPY_CODE":
      return isNamedAs("COPY_CODE") ? valueProblem(parameter, "coupon_code", 20) : 131008
    case "FLOW":
      return isNamedAs("FLOW") && parameter === undefined ? undefined : 131009
    case "CATALOG":
      return isNamedAs("CATALOG") && parameter === undefined ? undefined : 131009
    case "QUICK_REPLY":
      if (given === undefined) return undefined
      return isNamedAs("QUICK_REPLY") && parameter?.type === "payload" && parameter.payload !== undefined
        ? undefined
        : 132018
    case "VOICE_CALL":
      return given === undefined || (isNamedAs("VOICE_CALL") && parameter === undefined) ? undefined : 132018
    case "PHONE_NUMBER":
      // The API has no `sub_type` for phone number buttons.
      return given === undefined ? undefined : 100
    default:
      return 131008
  }
}

const valueProblem = (
  parameter: typeof Parameter.Type | undefined,
  type: "text" | "coupon_code",
  maxLength: number
): number | undefined => {
  if (parameter === undefined) return 131008
  const value = parameter[type]
  if (parameter.type !== type || value === undefined || parameter.parameter_name !== undefined) return 132018
  if (value.trim() === "" || /[\n\t]| {5}/.test(value)) return 132018
  return Array.from(value).length > maxLength ? 131009 : undefined
}
