/** Deliveries: one message to one recipient, and what receipts say of it. */
export { layerAddressedRecipients } from "./AddressedRecipients.ts"
export { BroadcastSpans, Deliveries, RecipientsOfBroadcast, RecipientsOfWorkspace } from "./Deliveries.ts"
export { type SpanCounts } from "./Delivery.ts"
export { type ContactEffect, acceptedEffect, contactEffect, withEffects } from "./DeliveryEffects.ts"
export { recordOutcomes, resolveUnknown } from "./RecordOutcomes.ts"
export { type AcceptedMessage, type DeliverySelector, type ExpiredLease, RecipientFilter } from "./DeliveryStore.ts"
export { type TokenBucket, endHold, fullLevel, levelOfOne, takePermits } from "./RateLimit.ts"
export { applyReceipts } from "./Receipts.ts"
