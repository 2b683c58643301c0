import { type Contact, nextId, type Note, type NoteRef, NoteStore, NoteUuid } from "@rollcall/core"
import { DateTime, Effect } from "effect"

/** Some instant, and others after it. */
export const instantOf = (n: number): DateTime.Utc => DateTime.makeUnsafe(Date.UTC(2026, 2, 1) + n)

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
