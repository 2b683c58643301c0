import type { Note } from "@rollcall/core"
import { newestBefore, slice } from "@rollcall/core/operations"
import { type NoteRef, NoteStore } from "@rollcall/core/storage"
import { DateTime, Effect, Option } from "effect"
import { storeLayer } from "../database/Database.ts"
import { createdAt, orConflict, orderBy } from "../database/Rows.ts"
import { type Tables, within } from "../database/Tables.ts"

export const layer = storeLayer(NoteStore, ({ read, write }) => ({
  insert: (note) =>
    write(({ contacts, notes }) => {
      const { contactUuid, uuid, workspaceUuid } = note
      if (contacts.get(workspaceUuid, contactUuid) === undefined) return Effect.succeed(false)
      return Effect.as(orConflict(notes.insert(within(workspaceUuid, contactUuid), uuid, note)), true)
    }).pipe(Effect.flatten),

  find: (ref) => read((tables) => findNote(tables, ref)),

  list: (workspace, contact, page) =>
    read(({ notes }) => {
      const active = notes.rows(within(workspace, contact)).filter(isActive)
      return slice(active.toSorted(orderBy(createdAt, "desc")), page)
    }),

  before: (workspace, contact, place, limit) =>
    read(({ notes }) =>
      newestBefore(
        notes.rows(within(workspace, contact)).filter(isActive),
        ({ createdAt, uuid }) => ({ at: createdAt, uuid, index: 0 }),
        place,
        limit
      )
    ),

  replace: (ref, content, now) =>
    write((tables) =>
      Option.map(findNote(tables, ref), (note) =>
        putNote(tables, { ...note, ...content, updatedAt: DateTime.max(now, note.updatedAt) })
      )
    ),

  archive: (ref, now) =>
    write((tables) => {
      const note = Option.getOrUndefined(findNote(tables, ref))
      if (note === undefined) return false
      putNote(tables, { ...note, status: "archived", updatedAt: now, archivedAt: now })
      return true
    })
}))

const isActive = ({ status }: Note): boolean => status === "active"

const findNote = ({ notes }: Tables, { contact, note, workspace }: NoteRef): Option.Option<Note> =>
  Option.filter(Option.fromUndefinedOr(notes.get(within(workspace, contact), note)), isActive)

const putNote = ({ notes }: Tables, note: Note): Note => {
  notes.set(within(note.workspaceUuid, note.contactUuid), note.uuid, note)
  return note
}
