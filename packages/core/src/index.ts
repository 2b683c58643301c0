/** For applications: services, entities, errors and settings. */
export { AccessToken, Scope } from "./operations/access/AccessToken.ts"
export { AccessTokens } from "./operations/access/AccessTokens.ts"
export { Broadcast, BroadcastNotFound, InvalidTransition } from "./sending/broadcasts/Broadcast.ts"
export { BroadcastRequest } from "./sending/broadcasts/BroadcastRequest.ts"
export { Broadcasts } from "./sending/broadcasts/Broadcasts.ts"
export { Acceptance } from "./sending/broadcasts/acceptance/Acceptance.ts"
export { Recipient, RecipientReason } from "./sending/broadcasts/Recipient.ts"
export { Contact, ContactFields } from "./people/contacts/Contact.ts"
export { ContactNotFound } from "./people/contacts/FindContact.ts"
export { Contacts } from "./people/contacts/Contacts.ts"
export { ContactSettings } from "./people/contacts/ContactSettings.ts"
export { ContactValues } from "./people/contacts/ContactValues.ts"
export { CustomField } from "./people/custom-fields/CustomField.ts"
export { CustomFieldNotFound, CustomFields } from "./people/custom-fields/CustomFields.ts"
export { Transliteration } from "./people/custom-fields/FieldKey.ts"
export { Deliveries } from "./sending/delivery/Deliveries.ts"
export { OptOuts } from "./people/opt-outs/OptOuts.ts"
export { DispatchSettings } from "./sending/dispatch/DispatchSettings.ts"
export { Events, EventsRemoved } from "./events/events/Events.ts"
export { EventSettings } from "./events/events/EventSettings.ts"
export { RollcallEvent } from "./events/events/RollcallEvent.ts"
export { ContactImport, RowResult } from "./people/imports/ContactImport.ts"
export { ContactImportNotFound, ContactImports, ImportRequest } from "./people/imports/ContactImports.ts"
export { ImportSettings } from "./people/imports/ImportSettings.ts"
export { limits } from "./Limits.ts"
export { ContactList } from "./people/lists/ContactList.ts"
export { ContactListArchived, ContactListNotFound } from "./people/lists/ContactList.ts"
export { ContactLists } from "./people/lists/ContactLists.ts"
export { Note } from "./people/notes/Note.ts"
export { NoteNotFound, Notes } from "./people/notes/Notes.ts"
export { SearchRequest } from "./people/search/Filter.ts"
export { SearchStopped, SearchSettings } from "./people/search/SearchLimit.ts"
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
export { Template } from "./sending/templates/Template.ts"
export { TemplateNotFound, Templates } from "./sending/templates/Templates.ts"
export type { Storage } from "./StoragePorts.ts"
export { Workspaces } from "./people/workspaces/Workspaces.ts"
export * as Rollcall from "./Rollcall.ts"
