/** For authors of stores: the ports, the types that no other entry point exports, and functions that stores share. */
export { AccessTokenStore } from "./operations/access/AccessTokenStore.ts"
export { layerCountingLoggers } from "./operations/background/CountingLoggers.ts"
export { DueWork } from "./operations/background/DueWork.ts"
export type { WorkKind } from "./operations/observability/WorkKind.ts"
export { type BroadcastRef, hasExpired, isOver } from "./sending/broadcasts/Broadcast.ts"
export { BroadcastStore, type IdempotencyRecord } from "./sending/broadcasts/BroadcastStore.ts"
export { AudienceStore } from "./sending/broadcasts/audience/AudienceStore.ts"
export { RetryStore } from "./sending/broadcasts/retry/RetryStore.ts"
export { broadcastLock } from "./sending/broadcasts/BroadcastTransition.ts"
export { refusalOf, RecipientStatus, type StoredRecipient, summaryOf } from "./sending/broadcasts/Recipient.ts"
export { identifierFields } from "./people/contacts/Contact.ts"
export { textForms, searchable, searchableText } from "./people/contacts/ContactSearch.ts"
export { ContactStore } from "./people/contacts/ContactStore.ts"
export { type ContactWrite, type ContactWriteType } from "./people/contacts/ContactWrite.ts"
export { addressesAmong, addressFields, type IdentifierField } from "./people/contacts/Identifiers.ts"
export { CustomFieldStore } from "./people/custom-fields/CustomFieldStore.ts"
export { booleanNames, instantNames, textNames } from "./people/contact-fields/PredefinedFields.ts"
export { applyChanges, applyEntries } from "./people/custom-fields/ValueChanges.ts"
export { Erasure, ErasureStore } from "./person/erasure/ErasureStore.ts"
export { noParameters } from "./sending/templates/MessageParameters.ts"
export { UnmatchedReceipt } from "./sending/delivery/ReceiptMatching.ts"
export {
  type Claim,
  type ClaimedDelivery,
  type ClaimOptions,
  DeliveryStore,
  type ErasedPerson
} from "./sending/delivery/DeliveryStore.ts"
export { type EventReading, type EventRequest, EventStore } from "./events/events/EventStore.ts"
export { nameEvent, type NewEvent, subjectOf } from "./events/events/RollcallEvent.ts"
export { fillTime, heldLevel, holdPermits, permitsOf, type SendRate } from "./sending/delivery/RateLimit.ts"
export { erasedRow } from "./people/imports/ContactImport.ts"
export { ContactJobStore } from "./people/contact-jobs/ContactJobStore.ts"
export {
  charactersAtOnce,
  ContactImportStore,
  type ImportRef,
  type RowPlace,
  type RowToUndo
} from "./people/imports/ContactImportStore.ts"
export { isImportOver } from "./people/imports/ImportProgress.ts"
export { type ContactListFilter, ContactListStore, type MemberOutcome } from "./people/lists/ContactListStore.ts"
export { InboxStore } from "./sending/inbox/InboxStore.ts"
export { ReceivedMessageStore } from "./sending/messages/ReceivedMessageStore.ts"
export { MergeStore } from "./people/merges/MergeStore.ts"
export { HistoryStore } from "./people/history/HistoryStore.ts"
export { personKey } from "./people/identity/PersonKey.ts"
export { type OptOutEntry, OptOutStore } from "./people/opt-outs/OptOutStore.ts"
export { SegmentStore } from "./people/segments/SegmentStore.ts"
export { type NoteRef, NoteStore } from "./people/notes/NoteStore.ts"
export {
  type Bound,
  type Condition,
  type DayOfYear,
  type InstantSpan,
  type Interval,
  type TextTest,
  type ValueTest
} from "./people/search/Condition.ts"
export type { Field, Searchable, ValueEntry, ValueField } from "./people/search/Field.ts"
export type { SearchPlan } from "./people/search/Plan.ts"
export { type SearchLength } from "./people/search/SearchLimit.ts"
export { toPredicate } from "./people/search/Predicate.ts"
export { comparator, type Sort, type SortDirection } from "./people/search/Sort.ts"
export { endOfWait, writtenYears } from "./shared/Instant.ts"
export { compareCodePoints } from "./shared/Text.ts"
export { ExistingWorkspaces } from "./shared/ExistingWorkspaces.ts"
export { type LockMode, Transaction } from "./shared/Transaction.ts"
export { TemplateStore } from "./sending/templates/TemplateStore.ts"
export { StoreMonitor } from "./operations/observability/StoreMonitor.ts"
export { type StoredWebhook, type WebhookDue, type WebhookRef, WebhookStore } from "./events/webhooks/WebhookStore.ts"
export { inTurn } from "./events/webhooks/WebhookTurns.ts"
export { WorkspaceStore } from "./people/workspaces/WorkspaceStore.ts"
export * as Delivery from "./sending/delivery/Delivery.ts"
