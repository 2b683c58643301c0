/** For applications: services, entities, errors and settings. */
export { AccessToken, Scope } from "./access/AccessToken.ts"
export { AccessTokens } from "./access/AccessTokens.ts"
export { Broadcast, BroadcastNotFound, InvalidTransition } from "./broadcasts/Broadcast.ts"
export { BroadcastRequest } from "./broadcasts/BroadcastRequest.ts"
export { Broadcasts } from "./broadcasts/Broadcasts.ts"
export { Acceptance } from "./broadcasts/acceptance/Acceptance.ts"
export { Recipient, RecipientReason } from "./broadcasts/Recipient.ts"
export { Contact, ContactFields } from "./contacts/Contact.ts"
export { ContactNotFound } from "./contacts/FindContact.ts"
export { Contacts } from "./contacts/Contacts.ts"
export { ContactSettings } from "./contacts/ContactSettings.ts"
export { ContactValues } from "./contacts/ContactValues.ts"
export { CustomField } from "./custom-fields/CustomField.ts"
export { CustomFieldNotFound, CustomFields } from "./custom-fields/CustomFields.ts"
export { Transliteration } from "./custom-fields/FieldKey.ts"
export { Deliveries } from "./delivery/Deliveries.ts"
export { OptOuts } from "./opt-outs/OptOuts.ts"
export { DispatchSettings } from "./dispatch/DispatchSettings.ts"
export { Events, EventsRemoved } from "./events/Events.ts"
export { EventSettings } from "./events/EventSettings.ts"
export { RollcallEvent } from "./events/RollcallEvent.ts"
export { ContactImport, RowResult } from "./imports/ContactImport.ts"
export { ContactImportNotFound, ContactImports, ImportRequest } from "./imports/ContactImports.ts"
export { ImportSettings } from "./imports/ImportSettings.ts"
export { limits } from "./Limits.ts"
export { ContactList } from "./lists/ContactList.ts"
export { ContactListArchived, ContactListNotFound } from "./lists/ContactList.ts"
export { ContactLists } from "./lists/ContactLists.ts"
export { Note } from "./notes/Note.ts"
export { NoteNotFound, Notes } from "./notes/Notes.ts"
export { SearchRequest } from "./search/Filter.ts"
export { SearchStopped, SearchSettings } from "./search/SearchLimit.ts"
export {
  AccessTokenUuid,
  ActorUuid,
  BroadcastUuid,
  type Caller,
  ContactImportUuid,
  ContactListUuid,
  ContactUuid,
  CustomFieldUuid,
  IdGenerator,
  NoteUuid,
  RecipientUuid,
  systemCaller,
  WorkspaceUuid
} from "./shared/Ids.ts"
export { InvalidInput, Issue, IssueCode } from "./shared/Issue.ts"
export { type Page, PageRequest } from "./shared/Page.ts"
export { StorageError } from "./shared/StorageError.ts"
export { Template } from "./templates/Template.ts"
export { TemplateNotFound, Templates } from "./templates/Templates.ts"
export type { Storage } from "./StoragePorts.ts"
export { Workspaces } from "./workspaces/Workspaces.ts"
export * as Rollcall from "./Rollcall.ts"
