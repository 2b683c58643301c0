import {
  type Contact,
  ContactStore,
  ContactUuid,
  makeContact,
  nextId,
  type Note,
  type NoteRef,
  NoteStore,
  NoteUuid,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { newWorkspace } from "../kernel/Workspaces.ts"

/** Some instant, and others after it. */
export const instantOf = (n: number): DateTime.Utc => DateTime.makeUnsafe(Date.UTC(2026, 2, 1) + n)

/** A contact, stored, in a workspace of its own unless one is given. */
export const storedContact = Effect.fnUntraced(function* (given?: WorkspaceUuid) {
  const store = yield* ContactStore
  const uuid = ContactUuid.make(yield* nextId)
  const workspace = given ?? (yield* newWorkspace)
  const fields = { email: "ada@example.org" }
  const contact = makeContact({ uuid, workspace, fields, customFields: {}, now: instantOf(0) })
  yield* store.insert(contact, [])
  return contact
})

/** A note on a contact, not yet stored. */
export const newNote = Effect.fnUntraced(function* (contact: Contact, fields: Partial<Note> = {}) {
  const note: Note = {
    uuid: NoteUuid.make(yield* nextId),
    workspaceUuid: contact.workspaceUuid,
    contactUuid: contact.uuid,
    title: "Call",
    text: "Asked about Monday.",
    status: "active",
    createdAt: instantOf(0),
    updatedAt: instantOf(0),
    archivedAt: null,
    ...fields
  }
  return note
})

/** As `newNote`, stored. */
export const storedNote = Effect.fnUntraced(function* (contact: Contact, fields: Partial<Note> = {}) {
  const store = yield* NoteStore
  const note = yield* newNote(contact, fields)
  yield* store.insert(note)
  return note
})

export const refOf = ({ contactUuid, uuid, workspaceUuid }: Note): NoteRef => ({
  workspace: workspaceUuid,
  contact: contactUuid,
  note: uuid
})
