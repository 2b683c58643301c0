/** For authors of stores: the ports, the types of their methods that no other door has, and the functions that stores share. */
export { AccessTokenStore } from "./access/AccessTokenStore.ts"
export { layerCountingLoggers } from "./background/CountingLoggers.ts"
export { DueWork } from "./background/DueWork.ts"
export type { WorkKind } from "./observability/WorkKind.ts"
export { type BroadcastRef, hasExpired, isOver } from "./broadcasts/Broadcast.ts"
export { BroadcastStore, type IdempotencyRecord } from "./broadcasts/BroadcastStore.ts"
export { AudienceStore } from "./broadcasts/audience/AudienceStore.ts"
export { RetryStore } from "./broadcasts/retry/RetryStore.ts"
export { broadcastLock } from "./broadcasts/BroadcastTransition.ts"
export { refusalOf, RecipientStatus, type StoredRecipient, summaryOf } from "./broadcasts/Recipient.ts"
export { identifierFields } from "./contacts/Contact.ts"
export { textForms, searchable, searchableText } from "./contacts/ContactSearch.ts"
export { ContactStore } from "./contacts/ContactStore.ts"
export { type ContactWrite, type ContactWriteType } from "./contacts/ContactWrite.ts"
export { addressesAmong, addressFields, type IdentifierField } from "./contacts/Identifiers.ts"
export { CustomFieldStore } from "./custom-fields/CustomFieldStore.ts"
export { booleanNames, instantNames, textNames } from "./contact-fields/PredefinedFields.ts"
export { applyChanges, applyEntries } from "./custom-fields/ValueChanges.ts"
export { Erasure, ErasureStore } from "./erasure/ErasureStore.ts"
export { noParameters } from "./templates/MessageParameters.ts"
export { UnmatchedReceipt } from "./delivery/ReceiptMatching.ts"
export {
  type Claim,
  type ClaimedDelivery,
  type ClaimOptions,
  DeliveryStore,
  type ErasedPerson
} from "./delivery/DeliveryStore.ts"
export { type EventReading, type EventRequest, EventStore } from "./events/EventStore.ts"
export { nameEvent, type NewEvent, subjectOf } from "./events/RollcallEvent.ts"
export { fillTime, heldLevel, holdPermits, permitsOf, type SendRate } from "./delivery/RateLimit.ts"
export { erasedRow } from "./imports/ContactImport.ts"
export { ContactJobStore } from "./contact-jobs/ContactJobStore.ts"
export { charactersAtOnce, ContactImportStore, type ImportRef, type RowPlace } from "./imports/ContactImportStore.ts"
export { isImportOver } from "./imports/ImportProgress.ts"
export { type ContactListFilter, ContactListStore, type MemberOutcome } from "./lists/ContactListStore.ts"
export { InboxStore } from "./inbox/InboxStore.ts"
export { ReceivedMessageStore } from "./messages/ReceivedMessageStore.ts"
export { MergeStore } from "./merges/MergeStore.ts"
export { HistoryStore } from "./history/HistoryStore.ts"
export { personKey } from "./identity/PersonKey.ts"
export { type OptOutEntry, OptOutStore } from "./opt-outs/OptOutStore.ts"
export { SegmentStore } from "./segments/SegmentStore.ts"
export { type NoteRef, NoteStore } from "./notes/NoteStore.ts"
export {
  type Bound,
  type Condition,
  type DayOfYear,
  type InstantSpan,
  type Interval,
  type TextTest,
  type ValueTest
} from "./search/Condition.ts"
export type { Field, Searchable, ValueEntry, ValueField } from "./search/Field.ts"
export type { SearchPlan } from "./search/Plan.ts"
export { type SearchLength } from "./search/SearchLimit.ts"
export { toPredicate } from "./search/Predicate.ts"
export { comparator, type Sort, type SortDirection } from "./search/Sort.ts"
export { endOfWait, writtenYears } from "./shared/Instant.ts"
export { compareCodePoints } from "./shared/Text.ts"
export { ExistingWorkspaces } from "./shared/ExistingWorkspaces.ts"
export { type LockMode, Transaction } from "./shared/Transaction.ts"
export { TemplateStore } from "./templates/TemplateStore.ts"
export { StoreMonitor } from "./observability/StoreMonitor.ts"
export { type StoredWebhook, type WebhookDue, type WebhookRef, WebhookStore } from "./webhooks/WebhookStore.ts"
export { inTurn } from "./webhooks/WebhookTurns.ts"
export { WorkspaceStore } from "./workspaces/WorkspaceStore.ts"
export * as Delivery from "./delivery/Delivery.ts"
