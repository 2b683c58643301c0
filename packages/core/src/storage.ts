/** For authors of stores: the ports, what they speak, and the rules that a store and its tests need. */
export { allScopes, isValidAt, NewAccessToken, scopeMeanings } from "./access/AccessToken.ts"
export { makeLruCache } from "./shared/LruCache.ts"
export { AccessTokenStore } from "./access/AccessTokenStore.ts"
export { layerCountingLoggers } from "./background/CountingLoggers.ts"
export { DueWork, type WorkKind } from "./background/DueWork.ts"
export { makeDeadlineTimer, type DeadlineTimer } from "./background/DeadlineTimer.ts"
export {
  allowedTransitions,
  type BroadcastDetails,
  BroadcastListing,
  type BroadcastRef,
  BroadcastStatus,
  hasExpired,
  isOver,
  refKey,
  type TransitionName
} from "./broadcasts/Broadcast.ts"
export type {
  BroadcastPayload,
  PayloadStream,
  RecipientCardPayload,
  RecipientParametersPayload,
  RecipientPayload
} from "./broadcasts/BroadcastPayload.ts"
export {
  type BroadcastPart,
  type GivenRecipient,
  type NamedValues,
  newestVersion,
  type ParametersRequest,
  type StreamedBroadcast
} from "./broadcasts/BroadcastRequest.ts"
export { BroadcastStore, type DueBroadcast, type IdempotencyRecord } from "./broadcasts/BroadcastStore.ts"
export { broadcastLock, transition } from "./broadcasts/BroadcastTransition.ts"
export {
  erasedProblem,
  evidence,
  impersonalProblem,
  notSentProblem,
  refusalOf,
  type RecipientProblem,
  type RefusedRecipient,
  recipientReasons,
  RecipientStatus,
  RecipientWarning,
  type StoredRecipient,
  summaryOf,
  wireStatus
} from "./broadcasts/Recipient.ts"
export { GivenContact, identifierFields, makeContact, tidy } from "./contacts/Contact.ts"
export { ContactErasure, ErasedCounts, type ErasureReceipt } from "./contacts/ContactErasure.ts"
export { newestFirst, phoneNames, planSearch, searchable, searchableText } from "./contacts/ContactSearch.ts"
export { type ContactChangeEvent, type ContactEngagement, ContactStore } from "./contacts/ContactStore.ts"
export { type ContactWrite, contactWrite } from "./contacts/ContactWrite.ts"
export {
  addressOf,
  addressesAmong,
  addressesOf,
  addressFields,
  digitForms,
  hasIdentifier,
  homeKeyOf,
  type IdentifierField,
  type IdentifierKey,
  identifierKeys,
  identifierValue,
  isAddress,
  maxIdentifierHolders,
  type NumberForms,
  PhoneNumbers
} from "./contacts/Identifiers.ts"
export { fieldKeyPattern, FieldType, hasOptions, isFieldKey, SelectOption } from "./custom-fields/CustomField.ts"
export {
  type GivenOption,
  GivenDefinition,
  definitionIssues,
  keyIssues,
  NewCustomField,
  tidyDefinition
} from "./custom-fields/CustomFieldRules.ts"
export { CustomFieldStore } from "./custom-fields/CustomFieldStore.ts"
export { CustomFieldValue, type CustomFieldValues, readValue } from "./custom-fields/CustomFieldValue.ts"
export {
  booleanNames,
  instantNames,
  type PredefinedField,
  predefinedFields,
  textNames,
  type WritableField,
  writableFields,
  writableSchemas
} from "./custom-fields/PredefinedFields.ts"
export {
  applyChanges,
  applyEntries,
  changeValues,
  GivenValues,
  meansTheSame,
  type ValueChange
} from "./custom-fields/ValueChanges.ts"
export { entriesOf, searchField, valueKind } from "./custom-fields/ValueIndex.ts"
export { acceptedEffect, type ContactEffect, contactEffect, withEffects } from "./delivery/DeliveryEffects.ts"
export { layerContactErasure } from "./erasure/EraseContact.ts"
export { Erasure, ErasureStore } from "./erasure/ErasureStore.ts"
export { finishErasures } from "./erasure/ErasureWorker.ts"
export { noParameters } from "./templates/MessageParameters.ts"
export { eraseDelivery } from "./erasure/EraseDelivery.ts"
export { RecipientsOfBroadcast, RecipientsOfWorkspace } from "./delivery/Deliveries.ts"
export { recordOutcomes, resolveUnknown } from "./delivery/DeliverySession.ts"
export { dispatchStep } from "./dispatch/DispatchStep.ts"
export { UnmatchedReceipt } from "./delivery/ReceiptMatching.ts"
export { applyReceipts } from "./delivery/Receipts.ts"
export {
  type AcceptedMessage,
  type Claim,
  type ClaimedDelivery,
  type ClaimOptions,
  type DeliverySelector,
  DeliveryStore,
  type ErasedPerson,
  type ExpiredLease,
  RecipientFilter
} from "./delivery/DeliveryStore.ts"
export { EventReadSelection, EventSelection } from "./events/Events.ts"
export { type EventPage, type EventReading, type EventRequest, EventStore } from "./events/EventStore.ts"
export { EventType, type NewEvent, subjectOf } from "./events/RollcallEvent.ts"
export { layerDispatcher } from "./dispatch/Dispatcher.ts"
export {
  fillTime,
  fullLevel,
  heldLevel,
  holdPermits,
  levelOfOne,
  permitsOf,
  type SendRate,
  takePermits,
  type TokenBucket
} from "./delivery/RateLimit.ts"
export {
  appliedRows,
  erasedRow,
  ImportRow,
  type ImportRowReceipt,
  ImportStatus,
  MatchField,
  MatchIdentifier,
  MergeType,
  noRows,
  RowCounts,
  RowOutcome
} from "./imports/ContactImport.ts"
export { importIssues, ImportRowsRemoved, RowFilter } from "./imports/ContactImports.ts"
export { mentions } from "./imports/RowMentions.ts"
export { ContactImportStore, type ImportRef, type RowPlace } from "./imports/ContactImportStore.ts"
export { advance, isImportOver } from "./imports/ImportProgress.ts"
export { layerImportWorker, runImport } from "./imports/ImportWorker.ts"
export { refusedRow, rowBounds, RowOfAnyShape } from "./imports/ReadRow.ts"
export {
  ContactListFields,
  ContactListListing,
  type ContactListSort,
  ContactListStatus,
  ListsOfContact,
  maxListNameLength,
  MemberFilter,
  type MemberListing,
  NewContactList
} from "./lists/ContactList.ts"
export type { Addition } from "./lists/ContactLists.ts"
export { type ContactListFilter, ContactListStore, type MemberOutcome } from "./lists/ContactListStore.ts"
export { ContactOptOut, OptOut, OptOutSource } from "./opt-outs/OptOut.ts"
export { Inbox } from "./inbox/Inbox.ts"
export { InboxSettings } from "./inbox/InboxSettings.ts"
export { type InboxEntry, InboxStore } from "./inbox/InboxStore.ts"
export { ReceivedMessage, ReceivedMessageNotFound } from "./messages/ReceivedMessage.ts"
export { ReceivedMessages } from "./messages/ReceivedMessages.ts"
export { ReceivedMessageStore } from "./messages/ReceivedMessageStore.ts"
export { OptOutStore } from "./opt-outs/OptOutStore.ts"
export { maxTextLength, maxTitleLength, type NoteTexts, NewNote } from "./notes/Note.ts"
export { type NoteRef, NoteStore } from "./notes/NoteStore.ts"
export {
  allOf,
  anyOf,
  type Bound,
  type Condition,
  type DayOfYear,
  type InstantSpan,
  type Interval,
  not,
  type TextTest,
  type ValueTest
} from "./search/Condition.ts"
export type { Field, Searchable, ValueEntry, ValueField, ValueKind } from "./search/Field.ts"
export { DataType, type Filter, maxSearchTermLength, Operator } from "./search/Filter.ts"
export type { SearchPlan } from "./search/Plan.ts"
export { type SearchLength, type SearchLimits, withoutLimits } from "./search/SearchLimit.ts"
export { toPredicate } from "./search/Predicate.ts"
export { comparator, type Sort, type SortDirection } from "./search/Sort.ts"
export { defaultBounds, type InputBounds, inspectInput } from "./shared/InputBounds.ts"
export { schemaIssues, schemaProblems } from "./shared/Input.ts"
export {
  ChannelNoticeUuid,
  nextId,
  ReceivedMessageUuid,
  SelectOptionUuid,
  WebhookUuid,
  Workspace
} from "./shared/Ids.ts"
export { dayOfYear, endOfWait, parseInstant, steadyMillis, writtenYears } from "./shared/Instant.ts"
export { issue, issueCodes, IssuePath, placeOf, sentenceOf, sentencesOf } from "./shared/Issue.ts"
export { slice } from "./shared/Page.ts"
export {
  compareCodePoints,
  editDistance,
  fold,
  nearestName,
  type SnakeCase,
  snakeKeys,
  visible
} from "./shared/Text.ts"
export { type LockMode, Transaction } from "./shared/Transaction.ts"
export type { Storage } from "./StoragePorts.ts"
export { maxLocaleLength, maxParameterNameLength, maxTemplateNameLength } from "./templates/Template.ts"
export type { CardPayload, ParametersPayload } from "./templates/TemplateParameters.ts"
export { TemplateStore } from "./templates/TemplateStore.ts"
export {
  NewWebhook,
  WaitingEntity,
  Webhook,
  WebhookChanges,
  WebhookNotFound,
  WebhookReplay,
  type WebhookSecrets
} from "./webhooks/Webhook.ts"
export { addressOfHost, isPublicAddress } from "./webhooks/SpecialAddresses.ts"
export { layerWebhookWorker } from "./webhooks/WebhookWorker.ts"
export { Webhooks, type WebhookWithSecret } from "./webhooks/Webhooks.ts"
export { type WebhookAnswer, type SignedRequest, WebhookSender } from "./webhooks/WebhookSender.ts"
export { WebhookSettings } from "./webhooks/WebhookSettings.ts"
export {
  type ClaimedWebhook,
  type StoredWebhook,
  type WebhookDue,
  type WebhookRef,
  WebhookStore
} from "./webhooks/WebhookStore.ts"
export { inTurn, type WebhookTurns } from "./webhooks/WebhookTurns.ts"
export * as Delivery from "./delivery/Delivery.ts"
