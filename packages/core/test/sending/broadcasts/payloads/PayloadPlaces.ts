import type { HeaderType } from "@rollcall/core/channel"
import type {
  NamedValues,
  ParametersPayload,
  RecipientParametersPayload,
  RecipientPayload
} from "@rollcall/core/sending"
import type { Payload } from "./ValidPayloads.ts"
import type { CompleteRequest } from "./Payloads.ts"

/** The element that a number chooses, counted round. */
export const pick = <A>(items: ReadonlyArray<A>, n: number): A | undefined => items[n % items.length]

/** A list with another element in one place. */
const replaced = <A>(items: ReadonlyArray<A>, index: number, item: A): ReadonlyArray<A> =>
  items.map((old, n) => (n === index ? item : old))

export const withRequest = ({ request, template }: Payload, change: Partial<CompleteRequest>): Payload => ({
  template,
  request: { ...request, ...change }
})

export const withParameters = (payload: Payload, change: Partial<ParametersPayload>): Payload =>
  withRequest(payload, { parameters: { ...payload.request.parameters, ...change } })

export const withRecipient = (payload: Payload, index: number, change: Partial<RecipientPayload>): Payload =>
  withRequest(payload, {
    recipients: payload.request.recipients.map((recipient, n) =>
      n === index ? { ...recipient, ...change } : recipient
    )
  })

/** A list of names that the broadcast gives, and what the template asks of it. */
export interface OrderPlace {
  readonly path: string
  readonly what: string
  readonly names: ReadonlyArray<string>
  readonly put: (names: ReadonlyArray<string>) => Payload
}

export const orderPlaces = (payload: Payload): ReadonlyArray<OrderPlace> => {
  const { bodyOrder, buttonOrder, cards } = payload.request.parameters
  const [body, buttons] = ["body parameters", "button values"]
  const putCard = (index: number, change: Partial<NonNullable<typeof cards>[number]>) =>
    withParameters(payload, { cards: (cards ?? []).map((card, n) => (n === index ? { ...card, ...change } : card)) })
  const topLevel: ReadonlyArray<OrderPlace> = [
    {
      path: "parameters.bodyOrder",
      what: body,
      names: bodyOrder,
      put: (bodyOrder) => withParameters(payload, { bodyOrder })
    },
    {
      path: "parameters.buttonOrder",
      what: buttons,
      names: buttonOrder,
      put: (buttonOrder) => withParameters(payload, { buttonOrder })
    }
  ]
  const ofCards = (cards ?? []).flatMap((card, index): ReadonlyArray<OrderPlace> => [
    {
      path: `parameters.cards[${index}].bodyOrder`,
      what: body,
      names: card.bodyOrder,
      put: (bodyOrder) => putCard(index, { bodyOrder })
    },
    {
      path: `parameters.cards[${index}].buttonOrder`,
      what: buttons,
      names: card.buttonOrder,
      put: (buttonOrder) => putCard(index, { buttonOrder })
    }
  ])
  return payload.template.kind === "plain" ? topLevel : [...topLevel.slice(0, 1), ...ofCards]
}

/** Values of one recipient by name, and the names that the broadcast gives for them. */
export interface ValuesPlace {
  readonly path: string
  readonly names: ReadonlyArray<string>
  readonly values: NamedValues
  readonly put: (values: NamedValues) => Payload
}

/** A header of one recipient, its type, and whether it may be left out. */
export interface HeaderPlace {
  readonly path: string
  readonly type: HeaderType
  readonly isShared: boolean
  readonly put: (header: RecipientParametersPayload["header"]) => Payload
}

/** The places of one recipient's parameters. */
export const placesOf = (payload: Payload, index: number) => {
  const { request, template } = payload
  const { bodyOrder, buttonOrder, cards, header } = request.parameters
  const own = request.recipients[index]?.parameters
  if (own === undefined) throw new RangeError(`No recipient at ${index}`)
  const put = (change: Partial<RecipientParametersPayload>) =>
    withRecipient(payload, index, { parameters: { ...own, ...change } })
  const values: Array<ValuesPlace> = [
    {
      path: "parameters.body",
      names: bodyOrder,
      values: own.body,
      put: (body) => put({ body })
    }
  ]
  const headers: Array<HeaderPlace> = []
  if (template.kind === "plain") {
    values.push({
      path: "parameters.button",
      names: buttonOrder,
      values: own.button ?? {},
      put: (button) => put({ button })
    })
    const isShared = header !== null && header.value !== null
    if (template.header !== null) {
      headers.push({ path: "parameters.header", type: template.header, isShared, put: (header) => put({ header }) })
    }
    return { put, own, values, headers }
  }
  const ownCards = own.cards ?? []
  for (const [n, card] of ownCards.entries()) {
    const order = cards?.[n]
    const path = `parameters.cards[${n}]`
    const putCard = (change: Partial<typeof card>) => put({ cards: replaced(ownCards, n, { ...card, ...change }) })
    values.push(
      {
        path: `${path}.body`,
        names: order?.bodyOrder ?? [],
        values: card.body,
        put: (body) => putCard({ body })
      },
      {
        path: `${path}.button`,
        names: order?.buttonOrder ?? [],
        values: card.button,
        put: (button) => putCard({ button })
      }
    )
    headers.push({
      path: `${path}.header`,
      type: template.cards[n]?.header ?? "image",
      isShared: (order?.header?.value ?? null) !== null,
      put: (header) => putCard({ header })
    })
  }
  return { put, own, values, headers }
}
