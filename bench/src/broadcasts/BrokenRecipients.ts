import type { BroadcastRequest, RecipientRequest } from "@rollcall/core"
import { identifierOf } from "./Requests.ts"

/** One warning. */
export interface Warning {
  readonly identifier: string
  readonly errors: ReadonlyArray<string>
}

type Fault = (recipient: RecipientRequest, index: number) => readonly [RecipientRequest, ReadonlyArray<string>]

const parametersWith =
  (change: (parameters: RecipientRequest["parameters"]) => Partial<RecipientRequest["parameters"]>) =>
  (recipient: RecipientRequest): RecipientRequest => ({
    ...recipient,
    parameters: { ...recipient.parameters, ...change(recipient.parameters) }
  })

const image = { type: null, value: "https://media.example.com/own.png" }

/** Ways to break a rule of recipients, each with what is to be said of it; the last one breaks three. */
const faults: ReadonlyArray<Fault> = [
  (recipient) => [
    { ...recipient, identifier: `+${recipient.identifier}` },
    ["identifier must be given without the leading plus"]
  ],
  (recipient, index) => [
    { ...recipient, identifier: identifierOf(index - 1) },
    [`duplicate identifier: it stands first at recipients[${index - 1}]`]
  ],
  (recipient) => [
    { ...recipient, clientReference: "r".repeat(256) },
    ["client_reference must have at most 255 characters"]
  ],
  (recipient) => [parametersWith(() => ({ body: {} }))(recipient), ['parameters.body: "name" is missing']],
  (recipient) => [
    parametersWith(({ cards }) => ({ cards: cards?.slice(1) ?? null }))(recipient),
    ["parameters.cards: must have 3 cards, not 2"]
  ],
  (recipient) => [
    parametersWith(({ cards }) => ({
      cards: cards?.map((card, place) => (place === 1 ? { ...card, body: { ...card.body, price: " " } } : card)) ?? null
    }))(recipient),
    ['parameters.cards[1].body: "price" must not be empty']
  ],
  (recipient) => [
    parametersWith(({ cards }) => ({
      cards:
        cards?.map((card, place) => (place === 2 ? { ...card, button: { ...card.button, map: "x" } } : card)) ?? null
    }))(recipient),
    ['parameters.cards[2].button: "map" is not in button_order']
  ],
  (recipient) => [
    parametersWith(() => ({ header: image, button: { link: "x" }, cards: [] }))(recipient),
    [
      "parameters.header: a carousel takes headers per card only",
      "parameters.button: a carousel takes buttons per card only",
      "parameters.cards: must have 3 cards, not 0"
    ]
  ]
]

/** Every eleventh recipient broken, one way after the other, and the warnings that belong to it. */
export const broken = (request: BroadcastRequest) => {
  const warnings: Array<Warning> = []
  const recipients = request.recipients.map((recipient, index) => {
    const fault = index % 11 === 10 ? faults[Math.floor(index / 11) % faults.length] : undefined
    if (fault === undefined) return recipient
    const [changed, errors] = fault(recipient, index)
    warnings.push({ identifier: changed.identifier, errors })
    return changed
  })
  return { request: { ...request, recipients }, warnings }
}
