import { compareCodePoints, type Note, NoteStore, slice, StorageError } from "@rollcall/core"
import { DateTime, Effect, HashMap, Layer, Option } from "effect"
import { contactsOf } from "../contacts/ContactsState.ts"
import { MemoryDatabase } from "../kernel/MemoryDatabase.ts"
import { findNote, notesOf, putNote } from "./NotesState.ts"

/** The notes of the memory database. */
export const layer: Layer.Layer<NoteStore, never, MemoryDatabase> = Layer.effect(
  NoteStore,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase

    return NoteStore.of({
      insert: (note) =>
        database
          .modify((state) => {
            const ref = { workspace: note.workspaceUuid, contact: note.contactUuid }
            if (!HashMap.has(contactsOf(state.contacts, ref.workspace), ref.contact)) return ["NoContact", state]
            if (HashMap.has(notesOf(state.notes, ref), note.uuid)) return ["Conflict", state]
            return ["Inserted", { ...state, notes: putNote(state.notes, note) }]
          })
          .pipe(
            Effect.flatMap((outcome) =>
              outcome === "Conflict"
                ? Effect.fail(new StorageError({ reason: "Conflict", cause: new Error("The note exists already") }))
                : Effect.succeed(outcome === "Inserted")
            )
          ),

      find: (ref) => database.read(({ notes }) => findNote(notes, ref)),

      list: (workspace, contact, page) =>
        database.read(({ notes }) => {
          const active = HashMap.toValues(notesOf(notes, { workspace, contact })).filter(
            ({ status }) => status === "active"
          )
          return slice(active.sort(newestFirst), page)
        }),

      replace: (ref, { text, title }, now) =>
        database.modify((state) => {
          const replaced = Option.map(findNote(state.notes, ref), (note) => ({
            ...note,
            title,
            text,
            updatedAt: DateTime.max(now, note.updatedAt)
          }))
          return [
            replaced,
            Option.match(replaced, {
              onNone: () => state,
              onSome: (note) => ({ ...state, notes: putNote(state.notes, note) })
            })
          ]
        }),

      archive: (ref, now) =>
        database.modify((state) =>
          Option.match(findNote(state.notes, ref), {
            onNone: () => [false, state],
            onSome: (note) => {
              const archived: Note = { ...note, status: "archived", updatedAt: now, archivedAt: now }
              return [true, { ...state, notes: putNote(state.notes, archived) }]
            }
          })
        )
    })
  })
)

const newestFirst = (a: Note, b: Note): number =>
  DateTime.Order(b.createdAt, a.createdAt) || compareCodePoints(b.uuid, a.uuid)
