import { WorkspaceUuid, type Storage } from "@rollcall/core"
import {
  WorkspaceStore,
  BroadcastStore,
  ContactImportStore,
  ContactListStore,
  ContactStore,
  NoteStore,
  TemplateStore,
  Transaction
} from "@rollcall/core/storage"
import { Deferred, Effect, Exit, Fiber, Option } from "effect"
import { newToken, tokenRecords } from "../access/AccessTokenChecks.ts"
import { newBroadcast, newRecipients, recipientsOf, stage } from "../fixtures/BroadcastFixture.ts"
import { current, insertContact, newContact, replaceContact, storedContact } from "../fixtures/ContactFixture.ts"
import { archive, change, fieldRecords, newField, storedField, valuedContact } from "../fixtures/FieldFixture.ts"
import { newImport, record, resultsFrom, rowsOf, storedImport } from "../fixtures/ImportFixture.ts"
import { addTo, listRecords, membersOf, newList, storedList } from "../fixtures/ListFixture.ts"
import { newNote, noteRecords, refOf, storedNote } from "../fixtures/NoteFixture.ts"
import { plain } from "../templates/TemplateChecks.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { everything, instantOf, inTransaction, letOthersRun } from "../shared/Fixture.ts"

type Writing<A> = Effect.Effect<A, unknown, Storage>

/** Calls each writing method of each port, and checks whether the write is stored. */
const everyWrite = Effect.gen(function* () {
  const [broadcasts, contacts, imports] = [yield* BroadcastStore, yield* ContactStore, yield* ContactImportStore]
  const [lists, notes, templates] = [yield* ContactListStore, yield* NoteStore, yield* TemplateStore]
  const field = yield* storedField()
  const { workspaceUuid } = field
  const valued = yield* valuedContact(workspaceUuid, [change(field, "vegan")])
  const contact = yield* newContact({ workspaceUuid })
  const erased = yield* storedContact({ workspaceUuid })
  const erasedNote = yield* storedNote(erased)
  const newKey = yield* newField({ workspaceUuid, fieldKey: "diet_2" })
  const [list, another] = [yield* newList({ workspaceUuid }), yield* storedList({ workspaceUuid })]
  yield* addTo(another, erased)
  const [note, known, archived] = [yield* newNote(valued), yield* storedNote(valued), yield* storedNote(valued)]
  const fresh = yield* newImport(1, { workspaceUuid })
  const { contactImport, ref } = yield* storedImport(rowsOf(2), { workspaceUuid })
  const workspaces = yield* WorkspaceStore
  const token = yield* newToken
  const workspace = WorkspaceUuid.make(token.uuid)
  const broadcast = yield* newBroadcast({ workspaceUuid })
  const broadcastRef = { workspace: workspaceUuid, broadcast: broadcast.uuid }
  const recipients = yield* newRecipients(2)
  yield* templates.put(workspaceUuid, [plain("old")])
  const isSome = <A>(found: Writing<Option.Option<A>>) => Effect.map(found, Option.isSome)
  const isNone = <A>(found: Writing<Option.Option<A>>) => Effect.map(found, Option.isNone)
  const is = <A>(found: Writing<Option.Option<A>>, test: (found: A) => boolean) =>
    Effect.map(found, Option.exists(test))
  const writes: Readonly<Record<string, readonly [write: Writing<unknown>, isThere: Writing<boolean>]>> = {
    "a new contact": [insertContact(contact), isSome(current(contact))],
    "a changed contact": [
      replaceContact({ ...valued, firstName: "after" }),
      is(current(valued), ({ firstName }) => firstName === "after")
    ],
    "an erased contact": [contacts.erase(workspaceUuid, erased.uuid), isNone(current(erased))],
    "its note": [Effect.void, isNone(noteRecords.find(erasedNote))],
    "a new field": [fieldRecords.insert(newKey), isSome(fieldRecords.find(newKey))],
    "an archived field": [archive(field, 1), is(fieldRecords.find(field), ({ status }) => status === "archived")],
    "its values": [Effect.void, is(current(valued), ({ customFields }) => customFields["diet"] === undefined)],
    "a new list": [lists.insert(list), isSome(listRecords.find(list))],
    "a changed list": [
      lists.replace({ ...another, name: "after" }),
      is(listRecords.find(another), ({ name }) => name === "after")
    ],
    "a new member": [
      addTo(another, valued),
      Effect.map(membersOf(another), (all) => all.some(({ uuid }) => uuid === valued.uuid))
    ],
    "a new note": [notes.insert(note), isSome(noteRecords.find(note))],
    "a changed note": [
      notes.replace(refOf(known), { title: null, text: "after" }, instantOf(1)),
      is(noteRecords.find(known), ({ text }) => text === "after")
    ],
    "an archived note": [notes.archive(refOf(archived), instantOf(1)), isNone(noteRecords.find(archived))],
    "a new import": [imports.insert(fresh, rowsOf(1)), isSome(imports.find({ ...ref, contactImport: fresh.uuid }))],
    "a changed import": [
      record({ ...contactImport, status: "processing" }, resultsFrom(0, ["failed"])),
      is(imports.find(ref), ({ status }) => status === "processing")
    ],
    "the result of a row": [
      Effect.void,
      Effect.map(imports.rows(ref, "failed", everything), ({ total }) => total === 1)
    ],
    "a new template": [
      templates.put(workspaceUuid, [plain("new")]),
      isSome(templates.find(workspaceUuid, "new", "en"))
    ],
    "a removed template": [
      templates.remove(workspaceUuid, "old", "en"),
      isNone(templates.find(workspaceUuid, "old", "en"))
    ],
    "a broadcast": [
      Effect.andThen(
        stage(broadcast, recipients),
        broadcasts.publish(broadcastRef, { key: "key", record: { fingerprint: "print", response: "{}" } })
      ),
      isSome(broadcasts.find(workspaceUuid, broadcast.uuid))
    ],
    "its recipients": [Effect.void, Effect.map(recipientsOf(broadcastRef), (found) => found.length === 2)],
    "its idempotency key": [Effect.void, isSome(broadcasts.findIdempotencyKey(workspaceUuid, "key"))],
    "a token": [tokenRecords.insert(token), isSome(tokenRecords.find(token))],
    // Checking a name claims it, so the check runs in a transaction that fails.
    "a workspace": [
      workspaces.ensure(token.hash, workspace),
      Effect.map(
        Effect.flip(inTransaction(Effect.flatMap(workspaces.ensure(token.hash, workspaceUuid), Effect.fail))),
        (found) => "uuid" in found && found.uuid === workspace
      )
    ]
  }
  const names = Object.keys(writes)
  return {
    write: Effect.forEach(Object.values(writes), ([write]) => write, { discard: true }),
    /** Fails unless all writes are stored, or no writes are stored. */
    isWritten: Effect.fnUntraced(function* (isAll: boolean) {
      const there = yield* Effect.filter(names, (name) => writes[name]?.[1] ?? Effect.succeed(false))
      yield* agree("What is there", there, isAll ? names : [])
    })
  }
})

const refused = Effect.fail("refused")

export const transactionChecks: ReadonlyArray<Check> = [
  check("a successful transaction keeps the writes to every store, and returns its value", function* () {
    const { isWritten, write } = yield* everyWrite
    yield* isWritten(false)
    yield* agree("The value", yield* inTransaction(Effect.as(write, "value")), "value")
    yield* isWritten(true)
  }),

  check("a failed transaction keeps no writes, and fails with the effect's error", function* () {
    const { isWritten, write } = yield* everyWrite
    const failure = { _tag: "Refused", because: ["a", "b"] }
    const failed = yield* Effect.flip(inTransaction(Effect.andThen(write, Effect.fail(failure))))
    yield* agree<unknown>("The failure", failed, failure)
    yield* isWritten(false)
  }),

  check("a transaction keeps no writes when the effect dies", function* () {
    const { isWritten, write } = yield* everyWrite
    const exit = yield* Effect.exit(inTransaction(Effect.andThen(write, Effect.die("a bug"))))
    yield* holds("It dies", Exit.hasDies(exit), exit)
    yield* isWritten(false)
  }),

  check("a transaction keeps no writes when it is interrupted", function* () {
    const { isWritten, write } = yield* everyWrite
    const wrote = yield* Deferred.make<void>()
    const stuck = Effect.andThen(Deferred.succeed(wrote, undefined), Effect.never)
    const fiber = yield* Effect.forkChild(inTransaction(Effect.andThen(write, stuck)))
    yield* Deferred.await(wrote)
    yield* Fiber.interrupt(fiber)
    yield* isWritten(false)
    yield* inTransaction(write)
    yield* isWritten(true)
  }),

  check("a transaction sees its own writes", function* () {
    const { isWritten, write } = yield* everyWrite
    yield* inTransaction(Effect.andThen(write, isWritten(true)))
  }),

  check("a transaction shows others no writes before its commit", function* () {
    const { isWritten, write } = yield* everyWrite
    const wrote = yield* Deferred.make<void>()
    const reader = yield* Effect.forkChild(Effect.andThen(Deferred.await(wrote), isWritten(false)))
    // The read returns now, or waits until this transaction ends. It must not see data that is rolled back.
    const waiting = Effect.andThen(Deferred.succeed(wrote, undefined), letOthersRun)
    yield* Effect.flip(inTransaction(Effect.andThen(write, Effect.andThen(waiting, refused))))
    yield* Fiber.join(reader)
  }),

  check("a transaction does not include concurrent writes of others", function* () {
    const { workspaceUuid } = yield* storedContact()
    const mine = yield* newContact({ workspaceUuid })
    const others = yield* Effect.replicateEffect(newContact({ workspaceUuid }), 5)
    const wrote = yield* Deferred.make<void>()
    const writers = yield* Effect.forEach(others, (contact, index) =>
      Effect.forkChild(
        Effect.andThen(
          Deferred.await(wrote),
          index % 2 === 0 ? insertContact(contact) : inTransaction(insertContact(contact))
        )
      )
    )
    const waiting = Effect.andThen(Deferred.succeed(wrote, undefined), letOthersRun)
    yield* Effect.flip(inTransaction(Effect.andThen(insertContact(mine), Effect.andThen(waiting, refused))))
    yield* Effect.forEach(writers, Fiber.join)
    yield* agree("What was refused", yield* current(mine), Option.none())
    yield* agree("What others wrote", yield* Effect.forEach(others, current), others.map(Option.some))
  }),

  check("a nested transaction joins the outer one: its writes are rolled back when the outer one fails", function* () {
    const { isWritten, write } = yield* everyWrite
    const outer = Effect.andThen(inTransaction(inTransaction(write)), Effect.andThen(isWritten(true), refused))
    yield* agree<unknown>("The failure", yield* Effect.flip(inTransaction(outer)), "refused")
    yield* isWritten(false)
  }),

  check(
    "a failed nested transaction loses its writes, and the outer one keeps its own when it continues",
    function* () {
      const { isWritten, write } = yield* everyWrite
      const contact = yield* newContact()
      yield* inTransaction(
        Effect.andThen(insertContact(contact), Effect.flip(inTransaction(Effect.andThen(write, refused))))
      )
      yield* agree("What the outer one wrote", yield* current(contact), Option.some(contact))
      yield* isWritten(false)
    }
  ),

  check("a transaction is open in its effect and in fibers forked there, and not outside", function* () {
    const { isOpen } = yield* Transaction
    yield* agree("Outside", yield* isOpen, false)
    const inside = Effect.all([isOpen, Effect.flatMap(Effect.forkChild(isOpen), Fiber.join), inTransaction(isOpen)])
    yield* agree("Inside", yield* inTransaction(inside), [true, true, true])
    yield* agree("Afterwards", yield* isOpen, false)
  }),

  check("a conflict in a nested transaction does not spoil the outer one", function* () {
    const taken = yield* storedContact()
    const contact = yield* newContact({ workspaceUuid: taken.workspaceUuid })
    yield* inTransaction(Effect.andThen(Effect.flip(inTransaction(insertContact(taken))), insertContact(contact)))
    yield* agree("What came after", yield* current(contact), Option.some(contact))
  })
]
