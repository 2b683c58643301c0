import { type BroadcastRequest, type RecipientRequest, TemplateCatalog } from "@rollcall/core"
import { simulatorTemplates } from "@rollcall/channel-simulator"
import { DateTime } from "effect"
import * as Arr from "effect/Array"

/** The templates of every broadcast here. */
export const catalog = TemplateCatalog.layerOf(simulatorTemplates)

/** A broadcast that nobody starts while anything is measured. */
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

/** Whom the recipient of a number is sent to. */
export const identifierOf = (index: number): string => String(4_917_000_000_000 + index)

/** A reminder with two values to so many recipients; `reference` names them, if they are to have a reference. */
export const reminder = (count: number, reference: ((index: number) => string) | null = null): BroadcastRequest => ({
  ...request,
  templateName: "appointment_reminder",
  parameters: { header: null, bodyOrder: ["name", "time"], buttonOrder: [], cards: null },
  recipients: Arr.makeBy(count, (index) => ({
    identifier: identifierOf(index),
    clientReference: reference === null ? null : reference(index),
    parameters: {
      header: null,
      body: { name: `Ada ${index}`, time: `${index % 24}:${String(index % 60).padStart(2, "0")}` },
      button: null,
      cards: null
    }
  }))
})

/** A collection of three cards to so many recipients. */
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
        header: null,
        body: { name: `Ada ${index}` },
        button: null,
        cards: ["Hat", "Scarf", "Gloves"].map((title, place) => ({
          header: null,
          body: { title: `${title} ${index}`, price: `${10 + ((index + place) % 90)}.00` },
          button: { link: `${title.toLowerCase()}/${index}` }
        }))
      }
    }))
  }
}

/** A request as it is sent. */
export const bodyOf = (request: BroadcastRequest): string =>
  JSON.stringify({
    channel_type: request.channelType,
    name: request.name,
    template_name: request.templateName,
    from: request.from,
    ...(request.scheduledFor && { scheduled_for: DateTime.formatIso(request.scheduledFor) }),
    parameters: {
      body_order: request.parameters.bodyOrder,
      ...(request.parameters.cards && {
        cards: request.parameters.cards.map(({ bodyOrder, buttonOrder, header }) => ({
          header,
          body_order: bodyOrder,
          button_order: buttonOrder
        }))
      })
    },
    recipients: request.recipients.map(recipientBody)
  })

const recipientBody = ({ clientReference, identifier, parameters }: RecipientRequest) => ({
  identifier,
  ...(clientReference !== null && { client_reference: clientReference }),
  parameters: {
    ...(parameters.header && { header: { value: parameters.header.value } }),
    body: parameters.body,
    ...(parameters.button && { button: parameters.button }),
    ...(parameters.cards && { cards: parameters.cards.map(({ body, button }) => ({ body, button })) })
  }
})
