import type { BroadcastRequest } from "@rollcall/core"
import { DateTime, Predicate, Record, String as Str } from "effect"
import * as Arr from "effect/Array"

/** The scheduled time of broadcasts that must not start during a measurement. */
export const later = DateTime.makeUnsafe("2099-01-01T00:00:00.000Z")

const request = {
  channelType: "chatapp",
  name: "Bench",
  locale: "en",
  validUntil: null,
  scheduledFor: null,
  from: "4915112345678",
  version: null,
  clientUniqueIdentifier: null
}

const none = { header: null, button: null, cards: null }

/** Returns the address of the recipient with this index. */
const identifierOf = (index: number): string => String(4_917_000_000_000 + index)

/**
 * Returns a reminder with two values for this number of recipients, with client references unless `reference` is null.
 */
export const reminder = (count: number, reference: ((index: number) => string) | null = null): BroadcastRequest => ({
  ...request,
  templateName: "appointment_reminder",
  parameters: { header: null, bodyOrder: ["name", "time"], buttonOrder: [], cards: null },
  recipients: Arr.makeBy(count, (index) => ({
    identifier: identifierOf(index),
    clientReference: reference === null ? null : reference(index),
    parameters: {
      ...none,
      body: { name: `Ada ${index}`, time: `${index % 24}:${String(index % 60).padStart(2, "0")}` }
    }
  }))
})

/** Returns a carousel of three cards for this number of recipients. */
export const carousel = (count: number): BroadcastRequest => {
  const card = {
    header: { type: "image", value: "https://media.example.com/card.png" },
    bodyOrder: ["title", "price"],
    buttonOrder: ["link"]
  }
  return {
    ...request,
    templateName: "summer_collection",
    parameters: { header: null, bodyOrder: ["name"], buttonOrder: [], cards: [card, card, card] },
    recipients: Arr.makeBy(count, (index) => ({
      identifier: identifierOf(index),
      clientReference: `collection ${index}`,
      parameters: {
        ...none,
        body: { name: `Ada ${index}` },
        cards: ["Hat", "Scarf", "Gloves"].map((title, place) => ({
          header: null,
          body: { title: `${title} ${index}`, price: `${10 + ((index + place) % 90)}.00` },
          button: { link: `${title.toLowerCase()}/${index}` }
        }))
      }
    }))
  }
}

/** Encodes a request as JSON, with names in snake case and without nulls. */
export const bodyOf = (request: BroadcastRequest): string =>
  JSON.stringify(request, (_, value: unknown) =>
    Predicate.isObject(value) ? Record.filter(Record.mapKeys(value, Str.camelToSnake), Predicate.isNotNull) : value
  )
