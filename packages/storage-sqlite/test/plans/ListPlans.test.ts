import { assert, layer } from "@effect/vitest"
import { ActorUuid, ContactListUuid, type StorageError } from "@rollcall/core"
import { SegmentUuid } from "@rollcall/core/operations"
import type { ContactListSort } from "@rollcall/core/people"
import { ContactListStore, NoteStore, SegmentStore } from "@rollcall/core/storage"
import { Effect, Layer, String } from "effect"
import { contactOf, instant, layerWithClient, workspace } from "../Fixture.ts"
import { exhaustiveSteps, explain } from "./Plans.ts"
import { suite } from "../../../core/test/Suite.ts"

const page = { limit: 50, offset: 0 }
const contact = contactOf(1, {}).uuid
const list = ContactListUuid.make("00000000-0000-4000-8006-000000000001")
const by = ActorUuid.make("00000000-0000-4000-8004-000000000001")

const byName: ContactListSort = { sortField: "name", sortOrder: "asc" }

type Lists = ContactListStore["Service"]

const operations: ReadonlyArray<readonly [string, (lists: Lists) => Effect.Effect<unknown, StorageError>]> = [
  ["find", (lists) => lists.find(workspace, list)],
  ["lists of a contact", (lists) => lists.list(workspace, { status: null, nameContains: null, contact }, byName, page)],
  ["members", (lists) => lists.members(workspace, list, { includeArchived: false, sort: "added_last_first" }, page)],
  [
    "members by a field",
    (lists) => {
      const sort = { field: { kind: "text", name: "firstName" }, direction: "asc" } as const
      return lists.members(workspace, list, { includeArchived: true, sort }, page)
    }
  ],
  ["among", (lists) => lists.among(workspace, contact, [list])],
  ["addMembers", (lists) => lists.addMembers(workspace, list, [contact], by, instant)],
  ["removeMembers", (lists) => lists.removeMembers(workspace, list, [contact], by, instant)]
]

const storedList = Effect.gen(function* () {
  const lists = yield* ContactListStore
  const names = { name: "Regulars", emoji: null, status: "active", count: 0 } as const
  const instants = { createdAt: instant, updatedAt: instant }
  yield* lists.insert({ uuid: list, workspaceUuid: workspace, ...names, createdBy: by, updatedBy: by, ...instants })
})

const layerWithList = Layer.provideMerge(Layer.effectDiscard(storedList), layerWithClient(":memory:"))

layer(layerWithList)("lists and members are reached through indexes", (it) => {
  it.effect.each(operations)("%s", ([, operation]) =>
    Effect.gen(function* () {
      const lists = yield* ContactListStore
      const plans = yield* explain(operation(lists))
      assert.isNotEmpty(plans)
      assert.deepStrictEqual(exhaustiveSteps(plans), [])
    })
  )
})

layer(layerWithClient(":memory:"))("L3: a page of lists is one statement, read in the order of an index", (it) => {
  it.effect.each([
    ["name", "asc"],
    ["name", "desc"],
    ["createdAt", "asc"],
    ["createdAt", "desc"]
  ] as const)("%s %s", ([sortField, sortOrder]) =>
    Effect.gen(function* () {
      const lists = yield* ContactListStore
      const filter = { status: "active", nameContains: null, contact: null } as const
      const plans = yield* explain(lists.list(workspace, filter, { sortField, sortOrder }, page))
      assert.lengthOf(plans, 1)
      assert.deepStrictEqual(exhaustiveSteps(plans), [])
      const steps = plans.flatMap(({ steps }) => steps)
      const inOrder = `contact_lists_by_${String.camelToSnake(sortField)} (workspace_uuid=? AND status=?)`
      const at = steps.findIndex((step) => step === `SEARCH contact_lists USING INDEX ${inOrder}`)
      assert.isAtLeast(at, 0, steps.join("\n"))
      assert.include(steps[at + 1], "CORRELATED SCALAR SUBQUERY", "no sorting before the members are counted")
    })
  )
})

suite(layerWithClient(":memory:"))("segments", (test) => {
  test("are found by uuid, and a page is read in the order of an index", function* () {
    const segments = yield* SegmentStore
    const uuids = [SegmentUuid.make(list), SegmentUuid.make(by)]
    const found = yield* explain(
      Effect.andThen(segments.find(workspace, SegmentUuid.make(list)), segments.named(workspace, uuids))
    )
    assert.lengthOf(found, 2)
    assert.deepStrictEqual(exhaustiveSteps(found), [])
    for (const [sortField, index] of [
      ["name", "segments_by_name"],
      ["createdAt", "segments_by_created_at"]
    ] as const) {
      const filter = { status: "active", nameContains: null } as const
      const listed = yield* explain(segments.list(workspace, filter, { sortField, sortOrder: "desc" }, page))
      const steps = listed.flatMap(({ steps }) => steps)
      assert.include(steps, `SEARCH segments USING INDEX ${index} (workspace_uuid=? AND status=?)`)
      assert.notInclude(steps.join(), "TEMP B-TREE")
    }
  })
})

suite(layerWithClient(":memory:"))("notes", (test) => {
  test("a page is read in the order of an index of active notes", function* () {
    const notes = yield* NoteStore
    const plans = yield* explain(notes.list(workspace, contact, page))
    assert.deepStrictEqual(exhaustiveSteps(plans), [])
    const steps = plans.flatMap(({ steps }) => steps)
    assert.include(steps, "SEARCH contact_notes USING INDEX notes_by_created_at (workspace_uuid=? AND contact_uuid=?)")
  })
})
