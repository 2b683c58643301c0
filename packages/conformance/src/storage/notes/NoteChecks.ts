import { ContactUuid, NoteUuid } from "@rollcall/core"
import { nextId, slice } from "@rollcall/core/operations"
import { compareCodePoints, NoteStore } from "@rollcall/core/storage"
import { DateTime, Effect, Option } from "effect"
import { storedContact } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { everything, instantOf, newWorkspace, concurrently } from "../shared/Fixture.ts"
import { forAll, generatedCases, sample } from "../shared/ForAll.ts"
import { isolatedRecordChecks } from "../shared/RecordLaws.ts"
import { newNote, noteRecords, refOf, storedNote } from "../fixtures/NoteFixture.ts"
import { newNoteArbitrary, noteArbitrary } from "../fixtures/NoteArbitrary.ts"

const later = { title: null, text: "Later" }

export const noteChecks: ReadonlyArray<Check> = [
  ...isolatedRecordChecks(noteRecords),

  check("replacing a note changes only its strings and the update timestamp, which never decreases", function* () {
    const store = yield* NoteStore
    const contact = yield* storedContact()
    const note = yield* storedNote(contact, { updatedAt: instantOf(100) })
    const neighbour = yield* storedNote(contact)
    let latest = 100
    let n = 0
    yield* forAll(newNoteArbitrary, yield* generatedCases, function* (input) {
      n += n % 3 === 2 ? -1 : 4
      latest = Math.max(latest, n)
      const expected = Option.some({ ...note, ...input, updatedAt: instantOf(latest) })
      yield* agree("What is answered", yield* store.replace(refOf(note), input, instantOf(n)), expected)
      yield* agree("What is kept", yield* store.find(refOf(note)), expected)
    })
    yield* agree("Its neighbour", yield* store.find(refOf(neighbour)), Option.some(neighbour))
  }),

  check("N1: a contact's notes are listed newest first, page by page, without archived notes", function* () {
    const store = yield* NoteStore
    const contact = yield* storedContact()
    const { uuid, workspaceUuid } = contact
    yield* storedNote(yield* storedContact({ workspaceUuid }))
    const notes = yield* Effect.forEach(sample(noteArbitrary(workspaceUuid, uuid), 30, 1), (note, n) =>
      Effect.flatMap(noteRecords.fresh(note), ({ uuid }) =>
        storedNote(contact, { ...note, uuid, ...(n % 3 === 0 && { createdAt: instantOf(0) }) })
      )
    )
    for (const note of notes.slice(10, 15)) yield* store.archive(refOf(note), instantOf(9))
    const ordered = notes
      .toSpliced(10, 5)
      .toSorted((a, b) => DateTime.Order(b.createdAt, a.createdAt) || compareCodePoints(b.uuid, a.uuid))
    for (const limit of [1, 7, 25, 100]) {
      for (let offset = 0; offset <= ordered.length + limit; offset += limit) {
        const page = { limit, offset }
        yield* agree(`${limit} after ${offset}`, yield* store.list(workspaceUuid, uuid, page), slice(ordered, page))
      }
    }
  }),

  check("N1: an archived note cannot be found, replaced or archived again", function* () {
    const store = yield* NoteStore
    const note = yield* storedNote(yield* storedContact())
    yield* agree("Archived", yield* store.archive(refOf(note), instantOf(1)), true)
    yield* agree("find", yield* store.find(refOf(note)), Option.none())
    yield* agree("replace", yield* store.replace(refOf(note), later, instantOf(2)), Option.none())
    yield* agree("archive", yield* store.archive(refOf(note), instantOf(2)), false)
  }),

  check("A1: a note exists only under its own workspace and contact", function* () {
    const store = yield* NoteStore
    const note = yield* storedNote(yield* storedContact())
    const ref = refOf(note)
    const neighbour = yield* storedContact({ workspaceUuid: note.workspaceUuid })
    const workspace = yield* newWorkspace
    for (const wrong of [
      { ...ref, note: NoteUuid.make(yield* nextId) },
      { ...ref, contact: neighbour.uuid },
      { ...ref, workspace }
    ]) {
      yield* agree("find", yield* store.find(wrong), Option.none())
      yield* agree("replace", yield* store.replace(wrong, later, instantOf(1)), Option.none())
      yield* agree("archive", yield* store.archive(wrong, instantOf(1)), false)
    }
    yield* agree("list", yield* store.list(workspace, note.contactUuid, everything), { items: [], total: 0 })
    yield* agree("The note", yield* store.find(ref), Option.some(note))
  }),

  check("A1: a note for a contact that is missing in the workspace is not added", function* () {
    const store = yield* NoteStore
    const contact = yield* storedContact()
    for (const missing of [
      { ...contact, uuid: ContactUuid.make(yield* nextId) },
      { ...contact, workspaceUuid: yield* newWorkspace }
    ]) {
      const note = yield* newNote(missing)
      yield* agree("insert", yield* store.insert(note), false)
      yield* agree("find", yield* store.find(refOf(note)), Option.none())
    }
  }),

  check("of concurrent replacements, one is stored as a whole", function* () {
    const store = yield* NoteStore
    const note = yield* storedNote(yield* storedContact())
    const inputs = Array.from({ length: 32 }, (_, n) => ({ title: `Title ${n}`, text: `Text ${n}` }))
    const answers = yield* Effect.forEach(
      inputs,
      (input) => store.replace(refOf(note), input, instantOf(1)),
      concurrently
    )
    const expected = inputs.map((input) => Option.some({ ...note, ...input, updatedAt: instantOf(1) }))
    yield* agree("What each was answered", answers, expected)
    const left = Option.getOrUndefined(yield* store.find(refOf(note)))
    const isOne = inputs.some(({ text, title }) => left?.title === title && left.text === text)
    yield* holds("What is left is one of them", isOne, left)
  }),

  check("N1: only one of many concurrent archivings of a note succeeds, and no replacement restores it", function* () {
    const store = yield* NoteStore
    for (let round = 0; round < 5; round++) {
      const ref = refOf(yield* storedNote(yield* storedContact()))
      const archive = store.archive(ref, instantOf(1))
      const replace = Effect.as(store.replace(ref, later, instantOf(2)), false)
      const done = yield* Effect.all(
        Array.from({ length: 16 }, (_, n) => (n < 8 ? archive : replace)),
        concurrently
      )
      yield* agree("Who archived it", done.filter(Boolean), [true])
      yield* agree("find", yield* store.find(ref), Option.none())
    }
  })
]
