/** Templates, broadcasts, deliveries and received messages. */
export {
  Template,
  categoryOf,
  maxLocaleLength,
  maxParameterNameLength,
  maxTemplateNameLength
} from "./sending/templates/Template.ts"
export { renderMessage } from "./sending/templates/RenderMessage.ts"
export type { CardPayload, ParametersPayload } from "./sending/templates/TemplateParameters.ts"
export { positions, TemplateText, type WordedPart } from "./sending/templates/TemplateText.ts"
export { TemplateNotFound, Templates } from "./sending/templates/Templates.ts"
export { ReceivedMessage, ReceivedMessageNotFound } from "./sending/messages/ReceivedMessage.ts"
export { ReceivedMessages } from "./sending/messages/ReceivedMessages.ts"
export { type AudienceRequest, BroadcastAudience } from "./sending/broadcasts/audience/AudienceRequest.ts"
export { ValueFormat } from "./sending/broadcasts/audience/ValueFormat.ts"
export type { Selection, SelectionPart } from "./sending/broadcasts/audience/AudienceStore.ts"
export { AudienceWalks } from "./sending/broadcasts/audience/AudienceWalks.ts"
export {
  Broadcast,
  BroadcastListing,
  BroadcastNotFound,
  BroadcastStatus,
  type BroadcastSummary,
  HeldOptOutsState,
  InvalidTransition,
  BroadcastCounters,
  ResolutionProgress,
  type TransitionName,
  allowedTransitions,
  refKey
} from "./sending/broadcasts/Broadcast.ts"
export type { BroadcastMethods } from "./sending/broadcasts/BroadcastMethods.ts"
export type {
  BroadcastPayload,
  PayloadStream,
  RecipientCardPayload,
  RecipientParametersPayload,
  RecipientPayload
} from "./sending/broadcasts/BroadcastPayload.ts"
export {
  type AnyBroadcast,
  AudienceBroadcast,
  type BroadcastPart,
  BroadcastRequest,
  type GivenRecipient,
  type NamedValues,
  type ParametersRequest,
  RecipientRequest,
  type StreamedBroadcast,
  newestVersion
} from "./sending/broadcasts/BroadcastRequest.ts"
export type { DueBroadcast, DueResolution } from "./sending/broadcasts/BroadcastStore.ts"
export { transition } from "./sending/broadcasts/BroadcastTransition.ts"
export { Broadcasts } from "./sending/broadcasts/Broadcasts.ts"
export { Acceptance } from "./sending/broadcasts/acceptance/Acceptance.ts"
export { Predictions } from "./sending/broadcasts/marketing/Predictions.ts"
export type { RetryAcceptance } from "./sending/broadcasts/retry/RetryBroadcast.ts"
export { RetryReason, RetryRequest } from "./sending/broadcasts/retry/RetryRequest.ts"
export type { PastRecipient } from "./sending/broadcasts/retry/RetryStore.ts"
export {
  type BroadcastDetails,
  Recipient,
  type RecipientProblem,
  RecipientReason,
  RecipientWarning,
  type RefusedRecipient,
  erasedProblem,
  evidence,
  impersonalProblem,
  notSentProblem,
  unansweredProblem,
  recipientReasons,
  wireStatus,
  WireStatus
} from "./sending/broadcasts/Recipient.ts"
export type { AudienceEstimate } from "./sending/broadcasts/resolution/Estimate.ts"
export { AudienceSettings } from "./sending/broadcasts/resolution/AudienceSettings.ts"
export { runResolution } from "./sending/broadcasts/resolution/ResolutionWorker.ts"
export { layerAddressedRecipients } from "./sending/delivery/AddressedRecipients.ts"
export {
  BroadcastSpans,
  Deliveries,
  RecipientsOfBroadcast,
  RecipientsOfWorkspace
} from "./sending/delivery/Deliveries.ts"
export { type SpanCounts } from "./sending/delivery/Delivery.ts"
export { type ContactEffect, acceptedEffect, contactEffect, withEffects } from "./sending/delivery/DeliveryEffects.ts"
export { recordOutcomes, resolveUnknown } from "./sending/delivery/RecordOutcomes.ts"
export {
  type AcceptedMessage,
  type DeliverySelector,
  type ExpiredLease,
  RecipientFilter
} from "./sending/delivery/DeliveryStore.ts"
export { type TokenBucket, endHold, fullLevel, levelOfOne, takePermits } from "./sending/delivery/RateLimit.ts"
export { HeldOptOuts } from "./sending/delivery/HeldOptOuts.ts"
export { applyReceipts } from "./sending/delivery/Receipts.ts"
export { DispatchSettings } from "./sending/dispatch/DispatchSettings.ts"
export { dispatchStep } from "./sending/dispatch/DispatchStep.ts"
export { layerDispatcher, sendDue } from "./sending/dispatch/Dispatcher.ts"
export { layerWaitingRecipients } from "./sending/dispatch/JudgeAgain.ts"
export { type KeepFor, prune } from "./sending/dispatch/Pruning.ts"
export { TestRequest, type TestResult, TestSends } from "./sending/dispatch/TestSends.ts"
export { Inbox } from "./sending/inbox/Inbox.ts"
export { InboxSettings } from "./sending/inbox/InboxSettings.ts"
export type { InboxEntry } from "./sending/inbox/InboxStore.ts"
