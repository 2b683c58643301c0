/**
 * Workspaces and their settings, and contacts with their fields, lists, notes, segments, opt-outs, imports, merges,
 * timeline and erasure.
 */
export { fewestDigits, isAddress } from "./people/identifiers/AddressForm.ts"
export { asciiDigits } from "./shared/Text.ts"
export { unaccented } from "./people/search/terms/UnaccentedText.ts"
export { userIdIn } from "./people/identifiers/Addresses.ts"
export { readEmail } from "./people/identifiers/Emails.ts"
export { readNumber, type WrittenNumber } from "./people/identifiers/Numbers.ts"
export { readId } from "./people/identifiers/Placeholders.ts"
export { valueIn, valuesIn } from "./people/identifiers/Reading.ts"
export {
  type PredefinedField,
  type WritableField,
  predefinedFields,
  optOutName,
  setNames,
  writableFields
} from "./people/contact-fields/PredefinedFields.ts"
export { writableDescriptions } from "./people/contact-fields/WritableFields.ts"
export {
  CustomField,
  CustomFieldListing,
  FieldType,
  SelectOption,
  fieldKeyPattern,
  hasOptions,
  isFieldKey
} from "./people/custom-fields/CustomField.ts"
export {
  GivenDefinition,
  type GivenOption,
  NewCustomField,
  definitionIssues,
  keyIssues,
  tidyDefinition
} from "./people/custom-fields/CustomFieldRules.ts"
export { CustomFieldValue, type CustomFieldValues, readValue } from "./people/custom-fields/CustomFieldValue.ts"
export { CustomFieldNotFound, CustomFields } from "./people/custom-fields/CustomFields.ts"
export { Transliteration } from "./people/custom-fields/FieldKey.ts"
export { GivenValues, type ValueChange, changeValues } from "./people/custom-fields/ValueChanges.ts"
export { dataTypesOf, entriesOf, searchField, valueKind } from "./people/custom-fields/ValueIndex.ts"
export { Settings } from "./people/workspaces/Settings.ts"
export { Workspace } from "./people/workspaces/Workspace.ts"
export { FrequencyCap, QuietHours, WorkspaceSettings } from "./people/workspaces/WorkspaceSettings.ts"
export { Workspaces } from "./people/workspaces/Workspaces.ts"
export { allOf, anyOf, not } from "./people/search/Condition.ts"
export type { ValueKind } from "./people/search/Field.ts"
export { sortKey } from "./people/search/SortKey.ts"
export type { Sets } from "./people/search/Plan.ts"
export {
  apartFrom,
  DataType,
  type Filter,
  filtersIn,
  maxGroupDepth,
  maxSearchTermLength,
  Operator,
  type SearchItem,
  SearchRequest
} from "./people/search/Filter.ts"
export { type SearchLimits, SearchStopped, withoutLimits, SearchSettings } from "./people/search/SearchLimit.ts"
export { sortPlace } from "./people/search/Sort.ts"
export { HistoryEntry, HistoryKind } from "./people/history/HistoryEntry.ts"
export type { HistoryPlace } from "./people/history/HistoryStore.ts"
export { Contact, ContactFields, GivenContact, makeContact, tidy } from "./people/contacts/Contact.ts"
export { ContactNotFound } from "./people/contacts/FindContact.ts"
export { newestFirst, planSearch } from "./people/contacts/ContactSearch.ts"
export { ContactSettings } from "./people/contacts/ContactSettings.ts"
export { type ContactEngagement, ErasedCounts, type SaveCondition } from "./people/contacts/ContactStore.ts"
export { ContactValues } from "./people/contacts/ContactValues.ts"
export { contactWrite } from "./people/contacts/ContactWrite.ts"
export { Contacts } from "./people/contacts/Contacts.ts"
export {
  type IdentifierKey,
  type NumberForms,
  PhoneNumbers,
  addressOf,
  addressesOf,
  digitForms,
  hasIdentifier,
  homeKeyOf,
  identifierKeys,
  identifierValue,
  maxIdentifierHolders
} from "./people/contacts/Identifiers.ts"
export {
  ContactList,
  ContactListArchived,
  ContactListFields,
  ContactListListing,
  ContactListNotFound,
  type ContactListSort,
  ContactListStatus,
  ListsOfContact,
  MemberFilter,
  type MemberListing,
  NewContactList,
  maxListNameLength
} from "./people/lists/ContactList.ts"
export type { AddedMembers } from "./people/lists/ContactListMethods.ts"
export { ContactLists } from "./people/lists/ContactLists.ts"
export { NewNote, Note, type NoteTexts, maxTextLength, maxTitleLength } from "./people/notes/Note.ts"
export { NoteNotFound, Notes } from "./people/notes/Notes.ts"
export {
  ContactOptOut,
  type KeptOptOut,
  ListedOptOut,
  OptOut,
  OptOutFilter,
  OptOutScope,
  OptOutSource
} from "./people/opt-outs/OptOut.ts"
export type { OptOutMethods } from "./people/opt-outs/OptOutMethods.ts"
export { OptOuts } from "./people/opt-outs/OptOuts.ts"
export { isJobOver, StoredContactJob } from "./people/contact-jobs/ContactJob.ts"
export type { ContactJobRef } from "./people/contact-jobs/ContactJobStore.ts"
export { layerContactJobWorker, runContactJob } from "./people/contact-jobs/ContactJobWorker.ts"
export {
  NewOptOutJob,
  OptOutAction,
  OptOutJob,
  OptOutJobNotFound,
  OptOutJobs
} from "./people/contact-jobs/OptOutJobs.ts"
export { ListJob, ListJobNotFound, ListJobs } from "./people/contact-jobs/ListJobs.ts"
export {
  ContactImport,
  ImportRow,
  type ImportRowReceipt,
  ImportStatus,
  MatchField,
  MatchIdentifier,
  ArchivedContacts,
  MergeType,
  RowCounts,
  RowOutcome,
  RowResult,
  noRows,
  type AppliedRow,
  maxFileNameLength,
  ImportUndo,
  RowChanges,
  RowUndo
} from "./people/imports/ContactImport.ts"
export {
  ContactImportNotFound,
  ContactImports,
  ImportListing,
  type ImportPreview,
  ImportRequest,
  ImportRowsRemoved,
  RowFilter,
  importIssues
} from "./people/imports/ContactImports.ts"
export { advance } from "./people/imports/ImportProgress.ts"
export { ImportSettings } from "./people/imports/ImportSettings.ts"
export { layerImportWorker, runImport } from "./people/imports/ImportWorker.ts"
export { RowOfAnyShape, refusedRow, rowBounds } from "./people/imports/ReadRow.ts"
export { mentions } from "./people/imports/RowMentions.ts"
export {
  NewSegment,
  Segment,
  SegmentArchived,
  SegmentBroken,
  SegmentChanges,
  SegmentListing,
  SegmentNotFound,
  SegmentOrder,
  SegmentSearch,
  type SegmentSort,
  StoredSegment
} from "./people/segments/Segment.ts"
export { layerContactSets } from "./people/segments/SegmentSets.ts"
export type { SegmentFilter } from "./people/segments/SegmentStore.ts"
export { Segments } from "./people/segments/Segments.ts"
export {
  Belongings,
  ContactMerge,
  MergeNotFound,
  MergeNotUndoable,
  MergeRequest,
  MergeSide,
  MergeState,
  UndoRequest
} from "./people/merges/ContactMerge.ts"
export { ContactMerges, type UndoneMerge } from "./people/merges/ContactMerges.ts"
export {
  DuplicateField,
  DuplicateFilter,
  type DuplicateGroup,
  type DuplicateKind,
  duplicateKinds,
  maxShownDuplicates,
  placeOfGroup
} from "./people/merges/Duplicates.ts"
export { ContactErasure, type ErasureReceipt } from "./person/erasure/ContactErasure.ts"
export { ImportNotOver, ImportUndos } from "./person/import-undo/ImportUndos.ts"
export { eraseDelivery } from "./person/erasure/EraseDelivery.ts"
export { finishErasures } from "./person/erasure/ErasureWorker.ts"
export { Timeline, type TimelinePage, TimelineRequest, maxTimelineLimit } from "./person/timeline/Timeline.ts"
export { ShownChange, timelineEntries, type TimelineEntry, TimelineType } from "./person/timeline/TimelineEntry.ts"
