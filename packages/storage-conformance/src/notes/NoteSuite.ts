import {
  type AccessTokenStore,
  compareCodePoints,
  ContactUuid,
  type ContactStore,
  nextId,
  type Note,
  NoteStore,
  NoteUuid,
  slice,
  type Storage,
  Transaction
} from "@rollcall/core"
import { DateTime, Effect, type Layer, Option } from "effect"
import { storedContact } from "../contacts/Fixture.ts"
import { agree, type Check, check, conflicts, holds } from "../kernel/Check.ts"
import { forAll, generatedCases, sample } from "../kernel/ForAll.ts"
import { register } from "../kernel/Register.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { instantOf, newNote, refOf, storedNote } from "./Fixture.ts"
import { noteArbitrary, noteDraftArbitrary } from "./NoteArbitrary.ts"

type Needs = NoteStore | ContactStore | AccessTokenStore | Transaction

const together = { concurrency: "unbounded" } as const
const everything = { limit: 1_000, offset: 0 }

const newestFirst = (a: Note, b: Note): number =>
  DateTime.Order(b.createdAt, a.createdAt) || compareCodePoints(b.uuid, a.uuid)

/** Every way to name a note wrongly: another note, contact or workspace. */
const misnomers = Effect.fnUntraced(function* (note: Note) {
  const ref = refOf(note)
  const neighbour = yield* storedContact({ workspaceUuid: note.workspaceUuid })
  return [
    { ...ref, note: NoteUuid.make(yield* nextId) },
    { ...ref, contact: neighbour.uuid },
    { ...ref, workspace: yield* newWorkspace }
  ]
})

/** What notes promise (N1, A1), also while many change them at once. */
export const noteChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "gives back what was inserted, every field and every character as it was",
    Effect.gen(function* () {
      const store = yield* NoteStore
      const contact = yield* storedContact()
      yield* forAll(noteArbitrary(contact.workspaceUuid, contact.uuid), yield* generatedCases, (generated) =>
        Effect.gen(function* () {
          const note = { ...generated, uuid: NoteUuid.make(yield* nextId) }
          yield* agree("Whether there was a contact", yield* store.insert(note), true)
          yield* agree("The note", yield* store.find(refOf(note)), Option.some(note))
        })
      )
    })
  ),

  check(
    "replaces the whole text, and nothing else but the instant of the update, which never goes back",
    Effect.gen(function* () {
      const store = yield* NoteStore
      const contact = yield* storedContact()
      const note = yield* storedNote(contact, { updatedAt: instantOf(100) })
      const neighbour = yield* storedNote(contact)
      let latest = 100
      let n = 0
      yield* forAll(noteDraftArbitrary, yield* generatedCases, (draft) =>
        Effect.gen(function* () {
          n += n % 3 === 2 ? -1 : 4
          latest = Math.max(latest, n)
          const expected = Option.some({ ...note, ...draft, updatedAt: instantOf(latest) })
          yield* agree("What is answered", yield* store.replace(refOf(note), draft, instantOf(n)), expected)
          yield* agree("What is kept", yield* store.find(refOf(note)), expected)
        })
      )
      yield* agree("Its neighbour", yield* store.find(refOf(neighbour)), Option.some(neighbour))
    })
  ),

  check(
    "N1: lists the notes of a contact newest first, page by page",
    Effect.gen(function* () {
      const store = yield* NoteStore
      const contact = yield* storedContact()
      const { uuid, workspaceUuid } = contact
      yield* storedNote(yield* storedContact({ workspaceUuid }))
      const notes: Array<Note> = []
      for (const note of sample(noteArbitrary(workspaceUuid, uuid), 30, 1)) {
        const createdAt = notes.length % 3 === 0 ? instantOf(0) : note.createdAt
        notes.push(yield* storedNote(contact, { ...note, uuid: NoteUuid.make(yield* nextId), createdAt }))
      }
      const archived = notes.splice(10, 5)
      for (const note of archived) yield* store.archive(refOf(note), instantOf(9))
      const ordered = notes.toSorted(newestFirst)
      for (const limit of [1, 7, 25, 100]) {
        for (let offset = 0; offset <= ordered.length; offset += limit) {
          const page = { limit, offset }
          yield* agree(`${limit} after ${offset}`, yield* store.list(workspaceUuid, uuid, page), slice(ordered, page))
        }
      }
      const past = yield* store.list(workspaceUuid, uuid, { limit: 10, offset: 1_000_000 })
      yield* agree("The page past the end", past, { items: [], total: ordered.length })
    })
  ),

  check(
    "N1: an archived note is not found, listed, replaced or archived again",
    Effect.gen(function* () {
      const store = yield* NoteStore
      const contact = yield* storedContact()
      const note = yield* storedNote(contact)
      const neighbour = yield* storedNote(contact)
      yield* agree("Archived", yield* store.archive(refOf(note), instantOf(1)), true)
      yield* agree("find", yield* store.find(refOf(note)), Option.none())
      const replaced = yield* store.replace(refOf(note), { title: null, text: "Back?" }, instantOf(2))
      yield* agree("replace", replaced, Option.none())
      yield* agree("archive", yield* store.archive(refOf(note), instantOf(2)), false)
      const { items } = yield* store.list(contact.workspaceUuid, contact.uuid, everything)
      yield* agree("list", items, [neighbour])
    })
  ),

  check(
    "A1: a note is there under its own workspace and contact alone",
    Effect.gen(function* () {
      const store = yield* NoteStore
      const note = yield* storedNote(yield* storedContact())
      for (const ref of yield* misnomers(note)) {
        yield* agree("find", yield* store.find(ref), Option.none())
        const replaced = yield* store.replace(ref, { title: "Mallory", text: "was here" }, instantOf(1))
        yield* agree("replace", replaced, Option.none())
        yield* agree("archive", yield* store.archive(ref, instantOf(1)), false)
      }
      const listed = yield* store.list(yield* newWorkspace, note.contactUuid, everything)
      yield* agree("list", listed, { items: [], total: 0 })
      yield* agree("The note", yield* store.find(refOf(note)), Option.some(note))
    })
  ),

  check(
    "A1: a note on a contact that the workspace does not have is not added",
    Effect.gen(function* () {
      const store = yield* NoteStore
      const contact = yield* storedContact()
      const unknown = { ...contact, uuid: ContactUuid.make(yield* nextId) }
      const foreign = { ...contact, workspaceUuid: yield* newWorkspace }
      for (const nobody of [unknown, foreign]) {
        const note = yield* newNote(nobody)
        yield* agree("insert", yield* store.insert(note), false)
        yield* agree("find", yield* store.find(refOf(note)), Option.none())
      }
    })
  ),

  check(
    "a second note with a uuid is a conflict, and the first stays",
    Effect.gen(function* () {
      const store = yield* NoteStore
      const note = yield* storedNote(yield* storedContact())
      yield* conflicts("The second insert", store.insert({ ...note, text: "Another" }))
      yield* agree("The note", yield* store.find(refOf(note)), Option.some(note))
    })
  ),

  check(
    "a transaction that fails leaves notes as they were",
    Effect.gen(function* () {
      const store = yield* NoteStore
      const transaction = yield* Transaction
      const contact = yield* storedContact()
      const note = yield* storedNote(contact)
      const changes = Effect.gen(function* () {
        yield* storedNote(contact)
        yield* store.replace(refOf(note), { title: null, text: "Later" }, instantOf(1))
        yield* store.archive(refOf(note), instantOf(2))
        return yield* Effect.fail("no")
      })
      yield* agree("The failure", yield* Effect.flip(transaction.run(changes)), "no")
      const listed = yield* store.list(contact.workspaceUuid, contact.uuid, everything)
      yield* agree("The notes", listed, { items: [note], total: 1 })
    })
  ),

  check(
    "replacements at once leave one of them, whole",
    Effect.gen(function* () {
      const store = yield* NoteStore
      const note = yield* storedNote(yield* storedContact())
      const drafts = Array.from({ length: 32 }, (_, n) => ({ title: `Title ${n}`, text: `Text ${n}` }))
      const answers = yield* Effect.all(
        drafts.map((draft) => store.replace(refOf(note), draft, instantOf(1))),
        together
      )
      const expected = drafts.map((draft) => Option.some({ ...note, ...draft, updatedAt: instantOf(1) }))
      yield* agree("What each was answered", answers, expected)
      const left = Option.getOrUndefined(yield* store.find(refOf(note)))
      const one = drafts.some(({ text, title }) => left?.title === title && left.text === text)
      yield* holds("What is left is one of them", one, left)
    })
  ),

  check(
    "N1: of many that archive a note one does it, and no replacement brings it back",
    Effect.gen(function* () {
      const store = yield* NoteStore
      for (let round = 0; round < 5; round++) {
        const note = yield* storedNote(yield* storedContact())
        const archivings = Array.from({ length: 8 }, () => store.archive(refOf(note), instantOf(1)))
        const replacements = Array.from({ length: 8 }, () =>
          store.replace(refOf(note), { title: null, text: "Later" }, instantOf(2))
        )
        const [done] = yield* Effect.all(
          [Effect.all(archivings, together), Effect.all(replacements, together)],
          together
        )
        yield* agree("Who archived it", done.filter(Boolean), [true])
        yield* agree("find", yield* store.find(refOf(note)), Option.none())
      }
    })
  )
]

export const noteSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: notes`, layer, noteChecks)
