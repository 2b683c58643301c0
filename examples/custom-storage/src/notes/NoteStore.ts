import { type Note, type NoteRef, NoteStore, slice } from "@rollcall/core"
import { DateTime, Effect, Layer, Option } from "effect"
import { Database } from "../kernel/Database.ts"
import { addRow, createdAt, findRow, orConflict, orderBy, replaceRow, rowsOf } from "../kernel/Rows.ts"
import type { Tables } from "../kernel/Tables.ts"

export const layerNoteStore = Layer.effect(
  NoteStore,
  Effect.map(Database, ({ read, write }) =>
    NoteStore.of({
      insert: (note) =>
        write(({ contacts, notes }) =>
          Option.isNone(findRow(contacts, note.workspaceUuid, note.contactUuid))
            ? Effect.succeed(false)
            : Effect.as(orConflict(addRow(notes, note)), true)
        ).pipe(Effect.flatten),

      find: (ref) => read((tables) => findNote(tables, ref)),

      list: (workspace, contact, page) =>
        read(({ notes }) => {
          const wanted = rowsOf(notes, workspace).filter((note) => note.contactUuid === contact && isActive(note))
          return slice(wanted.toSorted(orderBy(createdAt, "desc")), page)
        }),

      replace: (ref, draft, now) =>
        write((tables) =>
          Option.map(findNote(tables, ref), (note) => {
            const replaced = { ...note, ...draft, updatedAt: DateTime.max(now, note.updatedAt) }
            replaceRow(tables.notes, replaced)
            return replaced
          })
        ),

      archive: (ref, now) =>
        write((tables) =>
          Option.exists(findNote(tables, ref), (note) => {
            replaceRow(tables.notes, { ...note, status: "archived", updatedAt: now, archivedAt: now })
            return true
          })
        )
    })
  )
)

const isActive = ({ status }: Note): boolean => status === "active"

const findNote = ({ notes }: Tables, ref: NoteRef) =>
  Option.filter(findRow(notes, ref.workspace, ref.note), (note) => note.contactUuid === ref.contact && isActive(note))
