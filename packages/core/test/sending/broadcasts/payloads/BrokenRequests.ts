import { HeaderType } from "@rollcall/core/channel"
import type { CardPayload } from "@rollcall/core/sending"
import { DateTime } from "effect"
import { headerFaults } from "./HeaderFaults.ts"
import { type OrderPlace, orderPlaces, pick, withParameters, withRequest } from "./PayloadPlaces.ts"
import { now } from "./Payloads.ts"
import type { Payload } from "./ValidPayloads.ts"

/** A payload with one rule broken, and everything that is to be said of that; null where there is nothing to break. */
type Break = (payload: Payload, n: number) => readonly [Payload, ...violations: ReadonlyArray<string>] | null

const blankField =
  (field: string, change: (text: string) => Parameters<typeof withRequest>[1]): Break =>
  (payload, n) => [withRequest(payload, change(n % 2 === 0 ? "" : " ")), `${field}: must not be empty`]

const inAnOrder =
  (change: (place: OrderPlace, n: number) => ReturnType<Break>): Break =>
  (payload, n) => {
    const place = pick(
      orderPlaces(payload).filter((place) => change(place, n) !== null),
      n
    )
    return place === undefined ? null : change(place, n)
  }

const sameType = "parameters.cards: all card headers must be of the same type"

/** One card's header in the place of its own; whether others have one of another type. */
const inACard =
  (
    change: (card: CardPayload, type: HeaderType, n: number) => readonly [CardPayload["header"], ...rest: string[]]
  ): Break =>
  (payload, n) => {
    const { request, template } = payload
    const cards = request.parameters.cards ?? []
    const index = n % cards.length
    const card = cards[index]
    if (template.kind === "plain" || card === undefined) return null
    const [header, ...problems] = change(card, template.cards[index]?.header ?? "image", n)
    const changed = cards.map((other, at) => (at === index ? { ...card, header } : other))
    const types = new Set(changed.flatMap(({ header }) => header?.type ?? []))
    return [
      withParameters(payload, { cards: changed }),
      ...(types.size > 1 ? [sameType] : []),
      ...problems.map((problem) => `parameters.cards[${index}].header.${problem}`)
    ]
  }

const ofPlain =
  (change: (payload: Payload, header: HeaderType | null, n: number) => ReturnType<Break>): Break =>
  (payload, n) =>
    payload.template.kind === "plain" ? change(payload, payload.template.header, n) : null

const ofCarousel =
  (change: (payload: Payload, cards: ReadonlyArray<CardPayload>, n: number) => ReturnType<Break>): Break =>
  (payload, n) =>
    payload.template.kind === "carousel" ? change(payload, payload.request.parameters.cards ?? [], n) : null

const header = { type: "image", value: "https://media.example.com/a.png" } as const

/** Ways to break one rule of a payload that is right otherwise, each with exactly what is to be said of it (B6). */
export const brokenRequests: { readonly [rule: string]: Break } = {
  "B5: another channel": (payload) => [withRequest(payload, { channelType: "sms" }), "channelType: must be chatapp"],
  "a blank name": blankField("name", (name) => ({ name })),
  "a blank template name": blankField("templateName", (templateName) => ({ templateName })),
  "a blank locale": blankField("locale", (locale) => ({ locale })),
  "a blank sender": blankField("from", (from) => ({ from })),
  "B16: a version that is none": (payload, n) => [
    withRequest(payload, { version: pick([0, 2, -1, 1.5, Infinity], n) ?? 0 }),
    "version: must be a positive integer not above 1"
  ],
  "B4: a key that is too short or too long": (payload, n) => [
    withRequest(payload, { clientUniqueIdentifier: n % 2 === 0 ? "" : "k".repeat(256) }),
    "clientUniqueIdentifier: must have 1 to 255 characters"
  ],
  "B3: a schedule in the past": (payload, n) => [
    withRequest(payload, { scheduledFor: DateTime.add(now, { milliseconds: -60_001 - n }) }),
    "scheduledFor: must not be more than 60 seconds in the past"
  ],
  "B3: an end that is not after the start": (payload, n) => [
    withRequest(payload, {
      validUntil: DateTime.subtract(DateTime.max(payload.request.scheduledFor ?? now, now), { milliseconds: n % 3 })
    }),
    "validUntil: must be after the broadcast starts"
  ],
  "no recipients": (payload) => [
    withRequest(payload, { recipients: [] }),
    "recipients: must have at least one recipient"
  ],
  "B5: a template that is not approved": ({ request, template }, n) => {
    const status = pick(["pending", "rejected", "paused", "disabled"] as const, n) ?? "pending"
    return [{ request, template: { ...template, status } }, `templateName: the template is ${status}, not approved`]
  },
  "B8: a name too few": inAnOrder(({ names, path, put, what }) =>
    names.length === 0
      ? null
      : [put(names.slice(1)), `${path}: the template takes ${names.length} ${what}, not ${names.length - 1}`]
  ),
  "B8: a name too many": inAnOrder(({ names, path, put, what }) => [
    put([...names, "one that is nowhere else"]),
    `${path}: the template takes ${names.length} ${what}, not ${names.length + 1}`
  ]),
  "B8: a blank in the order": inAnOrder(({ names, path, put }, n) =>
    names.length === 0
      ? null
      : [
          put(names.map((name, at) => (at === n % names.length ? " " : name))),
          `${path}[${n % names.length}]: must not be empty`
        ]
  ),
  "B8: a name twice in the order": inAnOrder(({ names, path, put }) => {
    const [first] = names
    return first === undefined || names.length < 2
      ? null
      : [put([...names.slice(0, -1), first]), `${path}[${names.length - 1}]: repeats ${JSON.stringify(first)}`]
  }),
  "B5: cards for a plain template": ofPlain((payload) => [
    withParameters(payload, { cards: [] }),
    "parameters.cards: the template is not a carousel"
  ]),
  "B17: a header for a template without one": ofPlain((payload, type) =>
    type === null ? [withParameters(payload, { header }), "parameters.header: the template has no header"] : null
  ),
  "B17: a header of another type": ofPlain((payload, type, n) => {
    const other = pick(
      HeaderType.literals.filter((one) => one !== type),
      n
    )
    return type === null || other === undefined
      ? null
      : [
          withParameters(payload, { header: { type: other, value: null } }),
          `parameters.header.type: the template has a header of type ${type}, not ${other}`
        ]
  }),
  "B17: a header with a value that it does not take": ofPlain((payload, type, n) => {
    const fault = type === null ? undefined : pick(headerFaults(type), n)
    return type === null || fault === undefined
      ? null
      : [withParameters(payload, { header: { type, value: fault[0] } }), `parameters.header.value: ${fault[1]}`]
  }),
  "B5: a carousel without cards": ofCarousel((payload) => [
    withParameters(payload, { cards: null }),
    "parameters.cards: the template is a carousel and needs its cards"
  ]),
  "B8: a card too few or too many": ofCarousel((payload, cards, n) => {
    const changed = n % 2 === 0 ? cards.slice(0, -1) : [...cards, ...cards.slice(0, 1)]
    return [
      withParameters(payload, { cards: changed }),
      `parameters.cards: the template has ${cards.length} card${cards.length === 1 ? "" : "s"}, not ${changed.length}`
    ]
  }),
  "B8: a header above a carousel": ofCarousel((payload) => [
    withParameters(payload, { header }),
    "parameters.header: a carousel defines headers per card only"
  ]),
  "B8: buttons above a carousel": ofCarousel((payload) => [
    withParameters(payload, { buttonOrder: ["track"] }),
    "parameters.buttonOrder: a carousel defines buttons per card only"
  ]),
  "B8: a card header that is neither image nor video": inACard((_card, _type, n) => [
    { type: n % 2 === 0 ? "document" : "text", value: null },
    "type: must be image or video"
  ]),
  "B8: a card header of another type": inACard((_card, type) => {
    const other = type === "image" ? "video" : "image"
    return [{ type: other, value: null }, `type: the template's card has a header of type ${type}, not ${other}`]
  }),
  "B17: a card header with a value that it does not take": inACard((_card, type, n) => {
    const [value, problem] = pick(headerFaults(type), n) ?? ["", ""]
    return [{ type, value }, `value: ${problem}`]
  })
}
