/** Webhooks: events that are sent to a host. */
export { addressOfHost, isPublicAddress } from "./SpecialAddresses.ts"
export {
  NewWebhook,
  WaitingEntity,
  Webhook,
  WebhookChanges,
  WebhookNotFound,
  WebhookReplay,
  type WebhookSecrets
} from "./Webhook.ts"
export { type SignedRequest, type WebhookAnswer, WebhookSender } from "./WebhookSender.ts"
export { PrivateAddressHint, WebhookSettings } from "./WebhookSettings.ts"
export type { ClaimedWebhook } from "./WebhookStore.ts"
export type { WebhookTurns } from "./WebhookTurns.ts"
export { type WebhookWithSecret, Webhooks } from "./Webhooks.ts"
