import { type AccessState, emptyAccess } from "../access/AccessState.ts"
import { type BroadcastsState, emptyBroadcasts } from "../broadcasts/BroadcastsState.ts"
import { emptyTemplates, type TemplatesState } from "../broadcasts/TemplatesState.ts"
import { type ContactsState, emptyContacts } from "../contacts/ContactsState.ts"
import { emptyIdentifiers, type IdentifiersState } from "../contacts/IdentifiersState.ts"
import { type CustomFieldsState, emptyCustomFields } from "../custom-fields/CustomFieldsState.ts"
import { emptyImports, type ImportsState } from "../imports/ImportsState.ts"
import { emptyLists, type ListsState } from "../lists/ListsState.ts"
import { emptyNotes, type NotesState } from "../notes/NotesState.ts"

/** Everything that is stored. It is immutable: a change makes a new one that shares what stayed. */
export interface State {
  readonly access: AccessState
  readonly broadcasts: BroadcastsState
  readonly contacts: ContactsState
  readonly customFields: CustomFieldsState
  readonly identifiers: IdentifiersState
  readonly imports: ImportsState
  readonly lists: ListsState
  readonly notes: NotesState
  readonly templates: TemplatesState
}

export const emptyState: State = {
  access: emptyAccess,
  broadcasts: emptyBroadcasts,
  contacts: emptyContacts,
  customFields: emptyCustomFields,
  identifiers: emptyIdentifiers,
  imports: emptyImports,
  lists: emptyLists,
  notes: emptyNotes,
  templates: emptyTemplates
}
