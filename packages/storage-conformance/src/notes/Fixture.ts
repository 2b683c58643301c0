import { type Contact, type Note, NoteUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/shared"
import { type NoteRef, NoteStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import { storedContact } from "../contacts/Fixture.ts"
import { instantOf } from "../shared/Fixture.ts"
import type { Records } from "../shared/RecordLaws.ts"
import { noteArbitrary } from "./NoteArbitrary.ts"

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
export const storedNote = (contact: Contact, fields: Partial<Note> = {}) =>
  Effect.tap(newNote(contact, fields), (note) => NoteStore.use((store) => store.insert(note)))

export const refOf = ({ contactUuid, uuid, workspaceUuid }: Note): NoteRef => ({
  workspace: workspaceUuid,
  contact: contactUuid,
  note: uuid
})

/** How notes are stored, all on one contact. */
export const noteRecords: Records<Note> = {
  generated: Effect.map(storedContact(), ({ uuid, workspaceUuid }) => noteArbitrary(workspaceUuid, uuid)),
  fresh: (note) => Effect.map(nextId, (id) => ({ ...note, uuid: NoteUuid.make(id) })),
  as: (note, { contactUuid, uuid }) => ({ ...note, contactUuid, uuid }),
  insert: (note) => NoteStore.use((store) => store.insert(note)),
  find: (note) => NoteStore.use((store) => store.find(refOf(note)))
}
