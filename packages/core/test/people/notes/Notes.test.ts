import { assert, describe } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { ContactNotFound } from "../../../src/people/contacts/FindContact.ts"
import { ContactStore } from "../../../src/people/contacts/ContactStore.ts"
import { systemCaller, ContactUuid, NoteUuid, WorkspaceUuid } from "../../../src/shared/Ids.ts"
import { InvalidInput } from "../../../src/shared/Issue.ts"
import { NoteNotFound, Notes } from "../../../src/people/notes/Notes.ts"
import { type NoteRef, NoteStore } from "../../../src/people/notes/NoteStore.ts"
import type { NoteTexts } from "../../../src/people/notes/Note.ts"
import { test } from "../../Suite.ts"

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

const ref: NoteRef = {
  workspace: WorkspaceUuid.make(uuid(1)),
  contact: ContactUuid.make(uuid(2)),
  note: NoteUuid.make(uuid(3))
}

const path = [systemCaller(ref.workspace), ref.contact, ref.note] as const

/** The service over a store that has the contact or not, and no note; and what the store was asked to write. */
const over = (hasContact: boolean) => {
  const written: Array<unknown> = []
  const ports = Layer.mergeAll(
    Layer.mock(NoteStore, {
      insert: (note) => Effect.sync(() => (written.push(note), hasContact)),
      find: () => Effect.succeedNone,
      replace: (...args) => Effect.sync(() => (written.push(args), Option.none())),
      archive: (...args) => Effect.sync(() => (written.push(args), false))
    }),
    Layer.mock(ContactStore, { survivors: () => Effect.succeed([]), find: () => Effect.succeedNone })
  )
  const run = <A, E>(use: (notes: Notes["Service"]) => Effect.Effect<A, E>) =>
    Effect.flatMap(Notes, use).pipe(Effect.provide(Layer.provide(Notes.layer, ports)))
  return { run, written }
}

const input = { title: " As given ", text: " x\n" }

const given = ({ text, title }: NoteTexts) => ({ title, content: { text } })

describe("Notes", () => {
  test("a note is created active, with its text and title unchanged", function* () {
    const { run, written } = over(true)
    yield* TestClock.setTime(7_000)
    const note = yield* run((notes) => notes.create(systemCaller(ref.workspace), ref.contact, given(input)))
    const now = DateTime.makeUnsafe(7_000)
    assert.deepStrictEqual(note, {
      ...input,
      uuid: note.uuid,
      workspaceUuid: ref.workspace,
      contactUuid: ref.contact,
      status: "active",
      createdAt: now,
      updatedAt: now,
      archivedAt: null
    })
    assert.deepStrictEqual(written, [note])
  })

  test("A1: a missing contact has no notes and cannot get one", function* () {
    const { run } = over(false)
    const create = run((notes) => notes.create(systemCaller(ref.workspace), ref.contact, given(input)))
    assert.instanceOf(yield* Effect.flip(create), ContactNotFound)
    const list = run((notes) => notes.list(systemCaller(ref.workspace), ref.contact, { limit: 5, offset: 0 }))
    assert.instanceOf(yield* Effect.flip(list), ContactNotFound)
  })

  test("N1: a note missing in the store is not found", function* () {
    const { run } = over(true)
    assert.instanceOf(yield* Effect.flip(run((notes) => notes.get(...path))), NoteNotFound)
    assert.instanceOf(yield* Effect.flip(run((notes) => notes.replace(...path, given(input)))), NoteNotFound)
    assert.instanceOf(yield* Effect.flip(run((notes) => notes.archive(...path))), NoteNotFound)
  })

  test("an invalid note is not written", function* () {
    const { run, written } = over(true)
    const wrong = { title: null, text: " " }
    const create = run((notes) => notes.create(systemCaller(ref.workspace), ref.contact, given(wrong)))
    assert.instanceOf(yield* Effect.flip(create), InvalidInput)
    assert.instanceOf(yield* Effect.flip(run((notes) => notes.replace(...path, given(wrong)))), InvalidInput)
    assert.deepStrictEqual(written, [])
  })
})
