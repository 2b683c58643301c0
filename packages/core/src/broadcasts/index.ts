/** Broadcasts: what is asked for, what is accepted, and each recipient. */
export { type AudienceRequest, BroadcastAudience } from "./audience/AudienceRequest.ts"
export { ValueFormat } from "./audience/ValueFormat.ts"
export type { Selection, SelectionPart } from "./audience/AudienceStore.ts"
export { AudienceWalks } from "./audience/AudienceWalks.ts"
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
} from "./Broadcast.ts"
export type { BroadcastMethods } from "./BroadcastMethods.ts"
export type {
  BroadcastPayload,
  PayloadStream,
  RecipientCardPayload,
  RecipientParametersPayload,
  RecipientPayload
} from "./BroadcastPayload.ts"
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
} from "./BroadcastRequest.ts"
export type { DueBroadcast, DueResolution } from "./BroadcastStore.ts"
export { transition } from "./BroadcastTransition.ts"
export { Broadcasts } from "./Broadcasts.ts"
export { Acceptance } from "./acceptance/Acceptance.ts"
export { Predictions } from "./marketing/Predictions.ts"
export type { RetryAcceptance } from "./retry/RetryBroadcast.ts"
export { RetryReason, RetryRequest } from "./retry/RetryRequest.ts"
export type { PastRecipient } from "./retry/RetryStore.ts"
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
} from "./Recipient.ts"
export type { AudienceEstimate } from "./resolution/Estimate.ts"
export { AudienceSettings } from "./resolution/AudienceSettings.ts"
export { runResolution } from "./resolution/ResolutionWorker.ts"
