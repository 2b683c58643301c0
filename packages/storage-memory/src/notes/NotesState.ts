import type { Note, NoteRef, NoteUuid } from "@rollcall/core"
import { HashMap, Option } from "effect"

/** The notes of each contact, archived ones too. The key is of {@link contactKey}. */
export type NotesState = HashMap.HashMap<string, HashMap.HashMap<NoteUuid, Note>>

export const emptyNotes: NotesState = HashMap.empty()

type ContactRef = Pick<NoteRef, "workspace" | "contact">

const contactKey = ({ contact, workspace }: ContactRef): string => `${workspace} ${contact}`

const refOf = ({ contactUuid, uuid, workspaceUuid }: Note): NoteRef => ({
  workspace: workspaceUuid,
  contact: contactUuid,
  note: uuid
})

export const notesOf = (state: NotesState, contact: ContactRef): HashMap.HashMap<NoteUuid, Note> =>
  Option.getOrElse(HashMap.get(state, contactKey(contact)), () => HashMap.empty())

/** The note, unless it is archived (N1). */
export const findNote = (state: NotesState, ref: NoteRef): Option.Option<Note> =>
  Option.filter(HashMap.get(notesOf(state, ref), ref.note), ({ status }) => status === "active")

export const putNote = (state: NotesState, note: Note): NotesState => {
  const ref = refOf(note)
  return HashMap.set(state, contactKey(ref), HashMap.set(notesOf(state, ref), note.uuid, note))
}

/** The state without any note of a contact. */
export const withoutNotes = (state: NotesState, contact: ContactRef): NotesState =>
  HashMap.remove(state, contactKey(contact))
