import * as fc from "fast-check"

/** A definition as the platform lists it, and the types of its parts that no broadcast can fill in. */
export interface GeneratedTemplate {
  readonly definition: {
    readonly name: string
    readonly language: string
    readonly status: string
    readonly parameter_format: string
    readonly components: ReadonlyArray<object>
  }
  readonly unsendable: ReadonlyArray<string>
}

/** A part of a definition; `unsendable` are the types of what cannot be filled in. */
interface Part {
  readonly component: object
  readonly unsendable?: ReadonlyArray<string>
}

const inEitherCase = (type: string) => fc.constantFrom(type, type.toLowerCase())

const names = ["customer_name", "voucher_code", "day", "order_id"]

/** A text with variables, some of them twice and in any order. */
const textWith = (count: number, isNamed: boolean) =>
  fc
    .shuffledSubarray([0, 1, 2, 3].slice(0, count), { minLength: count })
    .map((order) => [...order, ...order.slice(0, 1)].map((n) => `x {{${isNamed ? names[n] : n + 1}}}`).join(" ") + ".")

const typed = (type: string, members: object = {}) =>
  inEitherCase(type).map((type): Part => ({ component: { type, ...members } }))
const unsendable = (type: string, members: object = {}) =>
  inEitherCase(type).map((type_): Part => ({ component: { type: type_, ...members }, unsendable: [type] }))

const button = fc.oneof(
  { weight: 3, arbitrary: typed("URL", { text: "Go", url: "https://shop.example.com/a/{{1}}" }) },
  typed("URL", { text: "Go", url: "https://shop.example.com/a" }),
  typed("OTP", { otp_type: "ONE_TAP", text: "Copy" }),
  typed("COPY_CODE", { text: "Copy" }),
  typed("FLOW", { text: "Sign up", flow_id: 1, flow_action: "NAVIGATE" }),
  typed("CATALOG", { text: "View" }),
  typed("QUICK_REPLY", { text: "No" }),
  typed("PHONE_NUMBER", { text: "Call", phone_number: "+4930901820" }),
  typed("VOICE_CALL", { text: "Call" }),
  ...["MPM", "SPM", "ORDER_DETAILS", "BOOKING", "A_NEW_ONE"].map((type) => unsendable(type, { text: "Go" }))
)

const buttons = fc
  .tuple(inEitherCase("BUTTONS"), fc.array(button, { maxLength: 4 }))
  .map(([type, parts]): ReadonlyArray<Part> => {
    const component = { type, buttons: parts.map(({ component }) => component) }
    return parts.length === 0 ? [] : [{ component, unsendable: parts.flatMap(({ unsendable = [] }) => unsendable) }]
  })

const header = (isNamed: boolean) =>
  fc.oneof(
    fc.constant<ReadonlyArray<Part>>([]),
    typed("HEADER", { format: "TEXT", text: "Hello" }).map((part) => [part]),
    typed("HEADER", { format: "text", text: isNamed ? "Hi {{first_name}}" : "Hi {{1}}" }).map((part) => [part]),
    ...["IMAGE", "VIDEO", "DOCUMENT"].map((format) => typed("HEADER", { format }).map((part) => [part])),
    ...["LOCATION", "PRODUCT", "GIF"].map((format) =>
      inEitherCase(format).map((given): ReadonlyArray<Part> => [
        { component: { type: "HEADER", format: given }, unsendable: [format] }
      ])
    )
  )

const count = fc.nat({ max: 4 })
const body = (isNamed: boolean) =>
  count.chain((count) => textWith(count, isNamed)).chain((text) => typed("BODY", { text: `Hello ${text}` }))

const others: fc.Arbitrary<ReadonlyArray<Part>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant([]) },
  typed("FOOTER", { text: "Not interested? Write to us." }).map((part) => [part]),
  ...["LIMITED_TIME_OFFER", "CALL_PERMISSION_REQUEST", "A_NEW_COMPONENT"].map((type) =>
    unsendable(type).map((part) => [part])
  )
)

const card = (isNamed: boolean, format: string) =>
  fc
    .tuple(body(isNamed), buttons)
    .map(([body, buttons]) => [{ component: { type: "HEADER", format } }, body, ...buttons])

const carousel = (isNamed: boolean) =>
  fc.constantFrom("IMAGE", "VIDEO", "PRODUCT").chain((format) =>
    fc.array(card(isNamed, format), { minLength: 1, maxLength: 3 }).map((cards): ReadonlyArray<Part> => {
      const unsendable = cards.flat().flatMap(({ unsendable = [] }: Part) => unsendable)
      return [
        {
          component: {
            type: "CAROUSEL",
            cards: cards.map((parts) => ({ components: parts.map(({ component }) => component) }))
          },
          unsendable: format === "PRODUCT" ? [format, ...unsendable] : unsendable
        }
      ]
    })
  )

const partsOf = (isNamed: boolean): fc.Arbitrary<ReadonlyArray<Part>> =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.tuple(header(isNamed), body(isNamed), others, buttons) },
      fc.tuple(fc.constant([]), body(isNamed), others, carousel(isNamed))
    )
    .map(([header, body, others, rest]) => [...header, body, ...others, ...rest])

/** A template of any components and buttons, also such that the platform does not have yet. */
export const generatedTemplate: fc.Arbitrary<GeneratedTemplate> = fc.boolean().chain((isNamed) =>
  partsOf(isNamed).map((parts) => ({
    definition: {
      name: "generated",
      language: "en_US",
      status: "APPROVED",
      parameter_format: isNamed ? "NAMED" : "POSITIONAL",
      components: parts.map(({ component }) => component)
    },
    unsendable: parts.flatMap(({ unsendable = [] }) => unsendable)
  }))
)
