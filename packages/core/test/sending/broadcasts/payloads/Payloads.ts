import { DateTime } from "effect"
import type { CarouselTemplate, PlainTemplate } from "@rollcall/core/channel"
import type { BroadcastPayload, RecipientPayload } from "@rollcall/core/sending"

/** A request with every member and with its recipients. */
export interface CompleteRequest extends BroadcastPayload {
  readonly recipients: ReadonlyArray<RecipientPayload>
}

export const now = DateTime.makeUnsafe("2026-03-01T12:00:00.000Z")

export const orderUpdate: PlainTemplate = {
  kind: "plain",
  name: "order_update",
  locale: "en",
  status: "approved",
  header: "image",
  body: 2,
  buttons: 1
}

export const summerCollection: CarouselTemplate = {
  kind: "carousel",
  name: "summer_collection",
  locale: "en",
  status: "approved",
  body: 1,
  cards: [
    { header: "image", body: 2, buttons: 1 },
    { header: "image", body: 2, buttons: 1 },
    { header: "image", body: 2, buttons: 1 }
  ]
}

const request = {
  channelType: "chatapp",
  name: "Spring",
  locale: "en",
  validUntil: null,
  scheduledFor: null,
  from: "4915112345678",
  version: null,
  clientUniqueIdentifier: null
}

/** A payload for `order_update` in which everything is right. */
export const plainRequest = (recipients: ReadonlyArray<RecipientPayload>): CompleteRequest => ({
  ...request,
  templateName: "order_update",
  parameters: {
    header: { type: "image", value: "https://media.example.com/box.png" },
    bodyOrder: ["name", "order"],
    buttonOrder: ["track"],
    cards: null
  },
  recipients
})

/** A recipient for {@link plainRequest} in which everything is right. */
export const plainRecipient = (identifier: string): RecipientPayload => ({
  identifier,
  clientReference: null,
  parameters: { header: null, body: { name: "Ana", order: "A-1" }, button: { track: "A-1" }, cards: null }
})

const card = {
  header: { type: "image", value: "https://media.example.com/card.png" },
  bodyOrder: ["title", "price"],
  buttonOrder: ["link"]
}

/** A payload for `summer_collection` in which everything is right. */
export const carouselRequest = (recipients: ReadonlyArray<RecipientPayload>): CompleteRequest => ({
  ...request,
  templateName: "summer_collection",
  parameters: { header: null, bodyOrder: ["name"], buttonOrder: [], cards: [card, card, card] },
  recipients
})

const recipientCard = { header: null, body: { title: "Hat", price: "10" }, button: { link: "hat" } }

/** A recipient for {@link carouselRequest} in which everything is right. */
export const carouselRecipient = (identifier: string): RecipientPayload => ({
  identifier,
  clientReference: null,
  parameters: {
    header: null,
    body: { name: "Ana" },
    button: null,
    cards: [recipientCard, recipientCard, recipientCard]
  }
})
