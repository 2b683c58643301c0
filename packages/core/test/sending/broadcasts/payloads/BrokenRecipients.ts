import type { RecipientReason } from "@rollcall/core"
import { HeaderType } from "@rollcall/core/channel"
import type { RecipientProblem } from "@rollcall/core/sending"
import { headerFaults } from "./HeaderFaults.ts"
import { type HeaderPlace, pick, placesOf, type ValuesPlace, withRecipient } from "./PayloadPlaces.ts"
import type { Payload } from "./ValidPayloads.ts"

/** A payload of which one recipient breaks one rule, and the problem. */
type Broken = readonly [Payload, RecipientProblem]

/** Breaks a rule; null where there is nothing to break. */
type Break = (payload: Payload, index: number, n: number) => Broken | null

const broken = (payload: Payload, reason: RecipientReason, error: string): Broken => [payload, { reason, error }]

const places =
  <Place>(
    list: (payload: Payload, index: number) => ReadonlyArray<Place>,
    change: (place: Place, n: number) => Broken | null
  ): Break =>
  (payload, index, n) => {
    const place = pick(
      list(payload, index).filter((place) => change(place, n) !== null),
      n
    )
    return place === undefined ? null : change(place, n)
  }

const inValues = (change: (place: ValuesPlace, n: number) => Broken | null) =>
  places((payload, index) => placesOf(payload, index).values, change)

const inHeaders = (change: (place: HeaderPlace, n: number) => Broken | null) =>
  places((payload, index) => placesOf(payload, index).headers, change)

/** Values by name but for one of them, or with another value for it. */
const valuesBut = (values: ValuesPlace["values"], name: string, value?: string) =>
  Object.fromEntries([
    ...Object.entries(values).filter(([other]) => other !== name),
    ...(value === undefined ? [] : [[name, value] as const])
  ])

const header = { type: null, value: "https://media.example.com/a.png" }

/** Ways in which one recipient can break one rule, each with exactly what is to be said of it (B6). */
export const brokenRecipients: { readonly [rule: string]: Break } = {
  "B7: an identifier with a plus": (payload, index) =>
    broken(
      withRecipient(payload, index, { identifier: `+${payload.request.recipients[index]?.identifier}` }),
      "invalid_identifier",
      "identifier must be given without the leading plus"
    ),
  "B7: an identifier that is none": (payload, index, n) =>
    broken(
      withRecipient(payload, index, {
        identifier: pick(["", "123456", "1234567890123456", "0123456789", "49 170 1234", "４９１７０１２３４"], n) ?? ""
      }),
      "invalid_identifier",
      "identifier must be a phone number with country code (7 to 15 digits, the first not 0) or a user id such as US.13491208655302741918"
    ),
  "B7: an identifier that stood before": (payload, index, n) => {
    const first = n % Math.max(index, 1)
    const identifier = payload.request.recipients[first]?.identifier
    return index === 0 || identifier === undefined
      ? null
      : broken(
          withRecipient(payload, index, { identifier }),
          "duplicate_identifier",
          `duplicate identifier: already given at recipients[${first}]`
        )
  },
  "a reference that is too long": (payload, index) =>
    broken(
      withRecipient(payload, index, { clientReference: "r".repeat(256) }),
      "invalid_client_reference",
      "the client reference must have at most 255 characters"
    ),
  "B8: a value that is missing": inValues(({ names, path, put, values }, n) => {
    const name = pick(names, n)
    return name === undefined
      ? null
      : broken(put(valuesBut(values, name)), "missing_parameter", `${path}: ${JSON.stringify(name)} is missing`)
  }),
  "B8: a value that is blank": inValues(({ names, path, put, values }, n) => {
    const name = pick(names, n)
    return name === undefined
      ? null
      : broken(
          put(valuesBut(values, name, n % 2 === 0 ? "" : "\t ")),
          "missing_parameter",
          `${path}: ${JSON.stringify(name)} must not be empty`
        )
  }),
  "B8: a value that no parameter asks for": inValues(({ names, path, put, values }, n) => {
    const name = pick(
      ["valueOf", "__proto__", "Name", "one that is nowhere else"].filter((name) => !names.includes(name)),
      n
    )
    return name === undefined
      ? null
      : broken(
          put(valuesBut(values, name, "x")),
          "unexpected_parameter",
          `${path}: ${JSON.stringify(name)} is not in the broadcast's order`
        )
  }),
  "B17: a header of another type": inHeaders(({ path, put, type }, n) => {
    const other = pick(
      HeaderType.literals.filter((one) => one !== type),
      n
    )
    const problem = `${path}: takes only a value of type ${type}`
    return other === undefined ? null : broken(put({ type: other, value: header.value }), "invalid_parameter", problem)
  }),
  "B17: a header with a value that it does not take": inHeaders(({ path, put, type }, n) => {
    const [value, problem] = pick(headerFaults(type), n) ?? ["", ""]
    const reason = value.trim() === "" ? "missing_parameter" : "invalid_parameter"
    return broken(put({ type: null, value }), reason, `${path}.value: ${problem}`)
  }),
  "B17: a header that is not given": inHeaders(({ isShared, path, put }) =>
    isShared ? null : broken(put(null), "missing_parameter", `${path}: the template needs a header and none is given`)
  ),
  "B17: a header where the template has none": (payload, index) =>
    payload.template.kind === "plain" && payload.template.header === null
      ? broken(
          placesOf(payload, index).put({ header }),
          "unexpected_parameter",
          "parameters.header: the template has no header"
        )
      : null,
  "B5: cards for a plain template": (payload, index) =>
    payload.template.kind === "plain"
      ? broken(
          placesOf(payload, index).put({ cards: [] }),
          "unexpected_parameter",
          "parameters.cards: the template is not a carousel"
        )
      : null,
  "B8: a header above a carousel": (payload, index) =>
    payload.template.kind === "carousel"
      ? broken(
          placesOf(payload, index).put({ header }),
          "unexpected_parameter",
          "parameters.header: a carousel takes headers per card only"
        )
      : null,
  "B8: buttons above a carousel": (payload, index) =>
    payload.template.kind === "carousel"
      ? broken(
          placesOf(payload, index).put({ button: {} }),
          "unexpected_parameter",
          "parameters.button: a carousel takes buttons per card only"
        )
      : null,
  "B8: a card too few, too many, or none at all": (payload, index, n) => {
    const { own, put } = placesOf(payload, index)
    const { cards } = own
    if (cards === null) return null
    const changed = pick([cards.slice(1), [...cards, ...cards.slice(0, 1)], null], n) ?? null
    const problem = `parameters.cards: must have ${cards.length} cards, not ${changed?.length ?? 0}`
    return broken(put({ cards: changed }), "wrong_card_count", problem)
  }
}
