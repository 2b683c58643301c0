import { assert, describe } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { ContactNotFound } from "../../../src/people/contacts/FindContact.ts"
import { HistoryStore } from "../../../src/people/history/HistoryStore.ts"
import { ContactStore } from "../../../src/people/contacts/ContactStore.ts"
import { ExistingWorkspaces } from "../../../src/shared/ExistingWorkspaces.ts"
import { ActorUuid, ContactListUuid, ContactUuid, WorkspaceUuid } from "../../../src/shared/Ids.ts"
import { InvalidInput, placeOf } from "../../../src/shared/Issue.ts"
import { Transaction } from "../../../src/shared/Transaction.ts"
import type { Caller } from "../../../src/shared/Ids.ts"
import type { ContactList } from "../../../src/people/lists/ContactList.ts"
import { ContactListArchived, ContactListNotFound } from "../../../src/people/lists/ContactList.ts"
import { ContactLists } from "../../../src/people/lists/ContactLists.ts"
import { ContactListStore, type MemberOutcome } from "../../../src/people/lists/ContactListStore.ts"
import { test } from "../../Suite.ts"

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

const caller: Caller = { workspace: WorkspaceUuid.make(uuid(1)), actor: ActorUuid.make(uuid(2)) }
const creator = ActorUuid.make(uuid(3))
const at = (millis: number) => DateTime.makeUnsafe(millis)

const list: ContactList = {
  uuid: ContactListUuid.make(uuid(4)),
  workspaceUuid: caller.workspace,
  name: "Regulars",
  status: "active",
  emoji: "👋🏽",
  count: 5,
  createdBy: creator,
  updatedBy: creator,
  createdAt: at(1_000),
  updatedAt: at(2_000)
}

/** The service over a store that holds one list or none, and what the store was asked to write. */
const over = (stored: ContactList | undefined, outcomes: ReadonlyMap<ContactUuid, MemberOutcome> = new Map()) => {
  const written: Array<unknown> = []
  const write = (...args: ReadonlyArray<unknown>) => Effect.sync(() => void written.push(args))
  const found = Effect.succeed(Option.fromUndefinedOr(stored))
  const ports = Layer.mergeAll(
    Layer.mock(ContactListStore, {
      insert: write,
      replace: write,
      find: () => found,
      lock: () => found,
      list: (...args) => Effect.as(write(...args), { items: [], total: 0 }),
      addMembers: (...args) => Effect.as(write(...args), outcomes),
      removeMembers: (...args) => Effect.as(write(...args), [])
    }),
    Layer.mock(ContactStore, { find: () => Effect.succeedNone, survivors: () => Effect.succeed([]) }),
    Layer.mock(HistoryStore, {}),
    Layer.mock(ExistingWorkspaces, { has: () => Effect.succeed(true) }),
    Layer.mock(Transaction, { run: (effect) => effect, isOpen: Effect.succeed(false) })
  )
  const run = <A, E>(use: (lists: ContactLists["Service"]) => Effect.Effect<A, E>) =>
    Effect.flatMap(ContactLists, use).pipe(Effect.provide(Layer.provide(ContactLists.layer, ports)))
  return { run, written }
}

const contacts = [11, 12, 13].map((n) => ContactUuid.make(uuid(n)))
const one = ContactUuid.make(uuid(11))

describe("ContactLists", () => {
  test("L1: a list is created with trimmed name and emoji, the caller and the request's time", function* () {
    const { run, written } = over(undefined)
    yield* TestClock.setTime(7_000)
    const made = yield* run((lists) => lists.create(caller, { name: "  Regulars\n", emoji: " 👋🏽 " }))
    const expected: ContactList = {
      ...list,
      uuid: made.uuid,
      count: 0,
      createdBy: caller.actor,
      updatedBy: caller.actor,
      createdAt: at(7_000),
      updatedAt: at(7_000)
    }
    assert.deepStrictEqual(made, expected)
    assert.deepStrictEqual(written, [[expected]])
  })

  test("L1: an emoji of only whitespace is null, a name of only whitespace is rejected", function* () {
    const { run, written } = over(undefined)
    const made = yield* run((lists) => lists.create(caller, { name: "x", emoji: "  " }))
    assert.isNull(made.emoji)
    const refused = yield* Effect.flip(run((lists) => lists.create(caller, { name: " \t", emoji: "ab" })))
    assert.instanceOf(refused, InvalidInput)
    assert.deepStrictEqual(
      refused instanceof InvalidInput && refused.issues.map(({ code, path }) => [placeOf(path), code]),
      [
        ["name", "too_short"],
        ["emoji", "value_error"]
      ]
    )
    assert.lengthOf(written, 1)
  })

  test("a change keeps omitted members, clears null ones, and never goes back in time", function* () {
    const { run, written } = over(list)
    yield* TestClock.setTime(1_500)
    const renamed = yield* run((lists) => lists.update(caller, list.uuid, { name: " Friends " }))
    assert.deepStrictEqual(renamed, { ...list, name: "Friends", updatedBy: caller.actor })
    yield* TestClock.setTime(3_000)
    const plain = yield* run((lists) => lists.update(caller, list.uuid, { emoji: null }))
    assert.deepStrictEqual(plain, { ...list, emoji: null, updatedBy: caller.actor, updatedAt: at(3_000) })
    assert.deepStrictEqual(written, [[renamed], [plain]])
  })

  test("L2: deleting a list archives it", function* () {
    const { run, written } = over(list)
    yield* TestClock.setTime(3_000)
    yield* run((lists) => lists.archive(caller, list.uuid))
    assert.deepStrictEqual(written, [[{ ...list, status: "archived", updatedBy: caller.actor, updatedAt: at(3_000) }]])
  })

  test("L2: an archived list is restored; restoring it again changes nothing, and a missing list is not found", function* () {
    const archived = over({ ...list, status: "archived" })
    yield* TestClock.setTime(3_000)
    const restored = { ...list, updatedBy: caller.actor, updatedAt: at(3_000) }
    assert.deepStrictEqual(yield* archived.run((lists) => lists.restore(caller, list.uuid)), restored)
    assert.deepStrictEqual(archived.written, [[restored]])
    const active = over(list)
    assert.deepStrictEqual(yield* active.run((lists) => lists.restore(caller, list.uuid)), list)
    assert.deepStrictEqual(active.written, [])
    const failure = yield* Effect.flip(over(undefined).run((lists) => lists.restore(caller, list.uuid)))
    assert.instanceOf(failure, ContactListNotFound)
  })

  test("L2: deleting an archived list again changes nothing, and a missing list is not found", function* () {
    const archived = over({ ...list, status: "archived" })
    yield* archived.run((lists) => lists.archive(caller, list.uuid))
    const missing = over(undefined)
    const failure = yield* Effect.flip(missing.run((lists) => lists.archive(caller, list.uuid)))
    assert.instanceOf(failure, ContactListNotFound)
    assert.deepStrictEqual([...archived.written, ...missing.written], [])
  })

  const changes: ReadonlyArray<readonly [string, (lists: ContactLists["Service"]) => Effect.Effect<unknown, unknown>]> =
    [
      ["update", (lists) => lists.update(caller, list.uuid, { name: "x" })],
      ["update of nothing", (lists) => lists.update(caller, list.uuid, {})],
      ["addMembers", (lists) => lists.addMembers(caller, list.uuid, contacts)],
      ["removeMembers", (lists) => lists.removeMembers(caller, list.uuid, contacts)]
    ]
  test.each(changes)("L2: %s of an archived list is rejected, of a missing list not found", function* ([, change]) {
    const archived = over({ ...list, status: "archived" })
    assert.instanceOf(yield* Effect.flip(archived.run(change)), ContactListArchived)
    const missing = over(undefined)
    assert.instanceOf(yield* Effect.flip(missing.run(change)), ContactListNotFound)
    assert.deepStrictEqual([...archived.written, ...missing.written], [])
  })

  test("L3: an addition returns the added and the rejected contacts in the request's order", function* () {
    const [a = one, b = one, c = one] = contacts
    const { run, written } = over(
      list,
      new Map<ContactUuid, MemberOutcome>([
        [a, "added"],
        [b, "present"],
        [c, "unknown"]
      ])
    )
    const addition = yield* run((lists) => lists.addMembers(caller, list.uuid, [c, a, b, a, c]))
    assert.deepStrictEqual(addition, {
      added: [a],
      warnings: [
        { uuid: c, message: "contact does not exist" },
        { uuid: b, message: "contact is already in the list" },
        { uuid: a, message: "contact is given more than once" },
        { uuid: c, message: "contact is given more than once" }
      ]
    })
    assert.deepStrictEqual(written, [[caller.workspace, list.uuid, [c, a, b], caller.actor, list.updatedAt]])
  })

  test("L3: a removal may name a contact twice", function* () {
    const { run, written } = over(list)
    yield* run((lists) => lists.removeMembers(caller, list.uuid, [one, one]))
    assert.deepStrictEqual(written, [[caller.workspace, list.uuid, [one], caller.actor, at(2_001)]])
  })

  test("S2: a search string is trimmed and folded; whitespace becomes empty", function* () {
    const { run, written } = over(undefined)
    const sort = { sortField: "name", sortOrder: "desc" } as const
    const listing = { ...sort, status: "active" } as const
    const page = { limit: 5, offset: 0 }
    for (const search of ["  STRASSE ", " ", "", null]) {
      yield* run((lists) => lists.list(caller, { ...listing, search }, page))
    }
    assert.deepStrictEqual(
      written,
      ["strasse", null, null, null].map((nameContains) => [
        caller.workspace,
        { status: "active", nameContains, contact: null },
        sort,
        page
      ])
    )
    const refused = yield* Effect.flip(run((lists) => lists.list(caller, { ...listing, search: "\0" }, page)))
    assert.instanceOf(refused, InvalidInput)
  })

  test("A1: members of a missing list and lists of a missing contact are not found", function* () {
    const { run } = over(undefined)
    const page = { limit: 5, offset: 0 }
    const members = run((lists) =>
      lists.members(caller, list.uuid, { includeArchived: true, sort: "added_last_first" }, page)
    )
    assert.instanceOf(yield* Effect.flip(members), ContactListNotFound)
    const listsOf = run((lists) => lists.ofContact(caller, one, {}, page))
    assert.instanceOf(yield* Effect.flip(listsOf), ContactNotFound)
  })
})
