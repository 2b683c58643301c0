import { NoteStore, slice } from "@rollcall/core"
import { suites } from "@rollcall/storage-conformance"
import { Effect, Option } from "effect"
import { type Fault, plantedFaults } from "../Planting.ts"

/** Faults that a store of notes may have, each planted in one that has no other. */
const faults: Readonly<Record<string, Fault<NoteStore["Service"]>>> = {
  "notes listed oldest first": (notes) => ({
    list: (workspace, contact, page) =>
      Effect.map(notes.list(workspace, contact, { limit: 1_000, offset: 0 }), ({ items }) =>
        slice(items.toReversed(), page)
      )
  }),
  "the total of the page alone": (notes) => ({
    list: (...args) => Effect.map(notes.list(...args), ({ items }) => ({ items, total: items.length }))
  }),
  "a replacement that keeps the title": (notes) => ({
    replace: Effect.fnUntraced(function* (ref, draft, now) {
      const title = Option.match(yield* notes.find(ref), { onNone: () => null, onSome: ({ title }) => title })
      return yield* notes.replace(ref, { ...draft, title }, now)
    })
  }),
  "a replacement that goes back in time": (notes) => ({
    replace: (ref, draft, now) =>
      Effect.map(
        notes.replace(ref, draft, now),
        Option.map((note) => ({ ...note, updatedAt: now }))
      )
  }),
  "white space that is trimmed": (notes) => ({
    insert: (note) => notes.insert({ ...note, text: note.text.trim() })
  }),
  "a title of white space that is none": (notes) => ({
    insert: (note) => notes.insert({ ...note, title: note.title?.trim() || null })
  }),
  "notes for nobody": (notes) => ({
    insert: (note) => Effect.as(notes.insert(note), true)
  }),
  "an archived note that is archived again": (notes) => ({
    archive: (ref, now) => Effect.as(notes.archive(ref, now), true)
  }),
  "an insert that replaces": (notes) => ({
    insert: (note) => Effect.catch(notes.insert(note), () => Effect.succeed(true))
  })
}

plantedFaults(NoteStore, suites.notes, faults)
