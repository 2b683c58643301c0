import { type NoteRef, NoteStore, slice } from "@rollcall/core"
import { DateTime, Effect, Layer, Option, Order } from "effect"
import { Database } from "../kernel/Database.ts"
import { addRow, oldestFirst, orConflict, rowOf, rowsOf } from "../kernel/Rows.ts"
import type { Tables } from "../kernel/Tables.ts"

export const layerNoteStore = Layer.effect(
  NoteStore,
  Effect.gen(function* () {
    const { read, write } = yield* Database

    return NoteStore.of({
      insert: (note) =>
        write(({ contacts, notes }) =>
          rowOf(contacts, note.workspaceUuid, note.contactUuid) === undefined
            ? Effect.succeed(false)
            : Effect.as(orConflict(addRow(notes, note.uuid, note)), true)
        ).pipe(Effect.flatten),

      find: (ref) => read((tables) => Option.fromUndefinedOr(activeNote(tables, ref))),

      list: (workspace, contact, page) =>
        read(({ notes }) => {
          const wanted = rowsOf(notes, workspace).filter(
            ({ contactUuid, status }) => contactUuid === contact && status === "active"
          )
          return slice(wanted.toSorted(Order.flip(oldestFirst)), page)
        }),

      replace: (ref, draft, now) =>
        write((tables) => {
          const note = activeNote(tables, ref)
          if (note === undefined) return Option.none()
          const replaced = { ...note, ...draft, updatedAt: DateTime.max(now, note.updatedAt) }
          tables.notes.set(note.uuid, replaced)
          return Option.some(replaced)
        }),

      archive: (ref, now) =>
        write((tables) => {
          const note = activeNote(tables, ref)
          if (note === undefined) return false
          tables.notes.set(note.uuid, { ...note, status: "archived", updatedAt: now, archivedAt: now })
          return true
        })
    })
  })
)

const activeNote = ({ notes }: Tables, ref: NoteRef) => {
  const note = rowOf(notes, ref.workspace, ref.note)
  return note?.contactUuid === ref.contact && note.status === "active" ? note : undefined
}
