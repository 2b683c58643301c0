import { describe, expect, it } from "@effect/vitest"
import { NoteStore, slice, type Storage } from "@rollcall/core"
import { Discrepancy, noteChecks } from "@rollcall/storage-conformance"
import { layer } from "@rollcall/storage-memory"
import { ConfigProvider, Context, Effect, Layer, Option } from "effect"

type NoteStoreService = NoteStore["Service"]

/** Faults that a store of notes may have, each planted in one that has no other. */
const faults: Readonly<Record<string, (notes: NoteStoreService) => Partial<NoteStoreService>>> = {
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

/** The memory store, its store of notes with a fault. */
const faulty = (fault: (notes: NoteStoreService) => Partial<NoteStoreService>): Layer.Layer<Storage> =>
  Layer.effectContext(
    Effect.map(Layer.build(layer), (storage) => {
      const notes = Context.get(storage, NoteStore)
      return Context.add(storage, NoteStore, NoteStore.of({ ...notes, ...fault(notes) }))
    })
  )

/** The same cases in every run: what is tested here is whether the suite sees a fault, not luck. */
const fixed = ConfigProvider.layer(ConfigProvider.fromUnknown({ ROLLCALL_SEED: 1, ROLLCALL_PLANS: 300 }))

const run = (storage: Layer.Layer<Storage>) =>
  Effect.forEach(noteChecks, (check) => check.run, { discard: true }).pipe(
    Effect.provide(Layer.provideMerge(storage, fixed))
  )

describe("the suite of notes", () => {
  it.effect("passes on a store without a fault", () => run(faulty(() => ({}))))

  for (const [name, fault] of Object.entries(faults)) {
    it.effect(`sees ${name}`, () =>
      Effect.gen(function* () {
        expect(yield* Effect.flip(run(faulty(fault)))).toBeInstanceOf(Discrepancy)
      })
    )
  }
})
