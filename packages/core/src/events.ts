/** Workspace events and the webhooks that deliver them. */
export { EventSettings } from "./events/events/EventSettings.ts"
export { EventReadSelection, EventSelection, Events, EventsRemoved } from "./events/events/Events.ts"
export { AsksToStop, EventType, RollcallEvent } from "./events/events/RollcallEvent.ts"
export type { EventPage } from "./events/events/EventStore.ts"
export { addressOfHost, isPublicAddress } from "./events/webhooks/SpecialAddresses.ts"
export {
  NewWebhook,
  WaitingEntity,
  Webhook,
  WebhookChanges,
  WebhookNotFound,
  WebhookReplay,
  type WebhookSecrets
} from "./events/webhooks/Webhook.ts"
export { type SignedRequest, type WebhookAnswer, WebhookSender } from "./events/webhooks/WebhookSender.ts"
export { PrivateAddressHint, WebhookSettings } from "./events/webhooks/WebhookSettings.ts"
export type { ClaimedWebhook } from "./events/webhooks/WebhookStore.ts"
export type { WebhookTurns } from "./events/webhooks/WebhookTurns.ts"
export { type WebhookWithSecret, Webhooks } from "./events/webhooks/Webhooks.ts"
