import type { Template } from "@rollcall/core"
import type { TemplateCard } from "@rollcall/core/channel"

const card: TemplateCard = {
  header: "image",
  body: 2,
  buttons: 1,
  text: {
    body: "*{{1}}*\nFrom {{2}}",
    buttons: [{ label: "See it", value: "https://shop.example/{{1}}" }, { label: "Not for me" }]
  }
}

/**
 * The simulator's templates: a plain template, a template with header and button, a carousel, and an unapproved template.
 */
export const simulatorTemplates: ReadonlyArray<Template> = [
  {
    kind: "plain",
    name: "appointment_reminder",
    locale: "en",
    status: "approved",
    header: null,
    body: 2,
    buttons: 0,
    text: { body: "Hello {{1}}, your appointment is at {{2}}." }
  },
  {
    kind: "plain",
    name: "order_update",
    locale: "en",
    status: "approved",
    header: "image",
    body: 2,
    buttons: 1,
    text: {
      body: "Hello {{1}}, your order *{{2}}* is on its way.",
      footer: "Reply STOP to get no more of these.",
      buttons: [{ label: "Track it", value: "https://shop.example/orders/{{1}}" }]
    }
  },
  {
    kind: "carousel",
    name: "summer_collection",
    locale: "en",
    status: "approved",
    body: 1,
    text: { body: "Hello {{1}}, our _summer collection_ is here. Swipe to see it." },
    cards: [card, card, card]
  },
  {
    kind: "plain",
    name: "draft_offer",
    locale: "en",
    status: "pending",
    header: null,
    body: 1,
    buttons: 0
  }
]
