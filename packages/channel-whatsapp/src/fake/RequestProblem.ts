import { Option, Schema } from "effect"

const Parameters = Schema.Array(
  Schema.Struct({
    type: Schema.String,
    text: Schema.optionalKey(Schema.String),
    parameter_name: Schema.optionalKey(Schema.String),
    image: Schema.optionalKey(Schema.Struct({ link: Schema.String })),
    video: Schema.optionalKey(Schema.Struct({ link: Schema.String })),
    document: Schema.optionalKey(Schema.Struct({ link: Schema.String }))
  })
)

const Component = Schema.Struct({
  type: Schema.String,
  sub_type: Schema.optionalKey(Schema.String),
  index: Schema.optionalKey(Schema.String),
  parameters: Schema.optionalKey(Parameters)
})

const Request = Schema.Struct({
  messaging_product: Schema.Literal("whatsapp"),
  to: Schema.String,
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

/** A request that sends a template; none if it has another form. */
export const readRequest: (given: unknown) => Option.Option<FakeRequest> = Schema.decodeUnknownOption(Request)

const DefinedComponent = Schema.Struct({
  type: Schema.String,
  format: Schema.optionalKey(Schema.String),
  text: Schema.optionalKey(Schema.String),
  buttons: Schema.optionalKey(
    Schema.Array(Schema.Struct({ type: Schema.String, url: Schema.optionalKey(Schema.String) }))
  )
})
const Definition = Schema.Struct({
  name: Schema.String,
  language: Schema.String,
  status: Schema.String,
  parameter_format: Schema.optionalKey(Schema.String),
  components: Schema.Array(
    Schema.Struct({
      ...DefinedComponent.fields,
      cards: Schema.optionalKey(Schema.Array(Schema.Struct({ components: Schema.Array(DefinedComponent) })))
    })
  )
})
type Defined = ReadonlyArray<typeof DefinedComponent.Type>
type Given = ReadonlyArray<typeof Component.Type>

const readDefinition = Schema.decodeUnknownOption(Definition)

/** The code with which the platform refuses a request, given all templates of the account; none if it takes it. */
export const requestProblem = (
  { template: { components = [], language, name } }: FakeRequest,
  templates: ReadonlyArray<Schema.Json>
): number | undefined => {
  const definition = templates
    .flatMap((template) => Option.toArray(readDefinition(template)))
    .find((one) => one.name === name && one.language === language.code)
  if (definition === undefined || definition.status.toUpperCase() !== "APPROVED") return 132001
  const isNamed = definition.parameter_format?.toUpperCase() === "NAMED"
  const problem = partProblem(components, definition.components, isNamed)
  if (problem !== undefined) return problem
  const cards = definition.components.find(({ type }) => isType(type, "carousel"))?.cards ?? []
  const given = components.find(({ type }) => isType(type, "carousel"))?.cards ?? []
  if (cards.length !== given.length) return 132012
  return given
    .map(({ card_index, components: parts }, index) =>
      card_index === index ? partProblem(parts, cards[index]?.components ?? [], false) : 132012
    )
    .find((code) => code !== undefined)
}

const isType = (type: string, name: string): boolean => type.toLowerCase() === name

const variablesIn = (text = ""): ReadonlyArray<string> =>
  Array.from(new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, key = ""]) => key)))

const partProblem = (given: Given, defined: Defined, isNamed: boolean): number | undefined => {
  const header = defined.find(({ type }) => isType(type, "header"))
  const body = defined.find(({ type }) => isType(type, "body"))
  const urls = (defined.find(({ type }) => isType(type, "buttons"))?.buttons ?? []).flatMap(({ type, url }, index) =>
    isType(type, "url") && variablesIn(url).length > 0 ? [String(index)] : []
  )
  const [inHeader, inBody] = ["header", "body"].map((name) => given.find(({ type }) => type === name)?.parameters)
  const buttons = given.filter(({ type }) => type === "button")
  return (
    headerProblem(inHeader, header, isNamed) ??
    textsProblem(inBody, body?.text, isNamed) ??
    (buttons.map(({ index }) => index).join() === urls.join() ? undefined : 132000) ??
    buttons
      .map(({ parameters, sub_type }) => (sub_type === "url" ? textsProblem(parameters, "{{1}}", false) : 132012))
      .find((code) => code !== undefined)
  )
}

const headerProblem = (
  given: typeof Parameters.Type | undefined,
  header: Defined[number] | undefined,
  isNamed: boolean
): number | undefined => {
  const format = (header?.format ?? "TEXT").toLowerCase()
  if (format === "text") return textsProblem(given, header?.text, isNamed)
  const [parameter, ...others] = given ?? []
  if (parameter === undefined) return 132000
  const link = parameter.image?.link ?? parameter.video?.link ?? parameter.document?.link
  return parameter.type === format && link?.startsWith("https://") === true && others.length === 0 ? undefined : 132012
}

const textsProblem = (
  given: typeof Parameters.Type | undefined,
  text: string | undefined,
  isNamed: boolean
): number | undefined => {
  const variables = variablesIn(text)
  // A component without variables is left out.
  if (given === undefined) return variables.length === 0 ? undefined : 132000
  if (given.length !== variables.length || given.length === 0) return 132000
  for (const { parameter_name: name, text: value = "", type } of given) {
    if (type !== "text" || value === "" || /[\n\t]| {5}/.test(value)) return 132018
    if (isNamed ? !variables.includes(name ?? "") : name !== undefined) return 132012
  }
  return undefined
}
