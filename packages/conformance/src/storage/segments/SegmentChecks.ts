import { ActorUuid, systemCaller, type WorkspaceUuid } from "@rollcall/core"
import { fold, nextId, SegmentUuid, slice } from "@rollcall/core/operations"
import {
  FieldType,
  type Filter,
  Operator,
  type SearchItem,
  type SegmentFilter,
  Segments,
  type SegmentSearch,
  type SegmentSort,
  type StoredSegment,
  sortKey
} from "@rollcall/core/people"
import { compareCodePoints, SegmentStore } from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import fc from "fast-check"
import { storedContact } from "../fixtures/ContactFixture.ts"
import { addTo, storedList } from "../fixtures/ListFixture.ts"
import { listNameArbitrary } from "../fixtures/ListArbitrary.ts"
import { part } from "../search/generated/ConditionArbitrary.ts"
import { itemArbitrary } from "../search/generated/SearchRequestArbitrary.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything, newWorkspace, uuidsOf } from "../shared/Fixture.ts"
import { generatedCases, forAll, generationSeed, sample } from "../shared/ForAll.ts"
import { instantArbitrary } from "../shared/InstantArbitrary.ts"
import { isolatedRecordChecks, lockCheck, type Records } from "../shared/RecordLaws.ts"
import { hostileTexts, textArbitrary } from "../shared/TextArbitrary.ts"

const actorArbitrary = fc.uuid().map((uuid) => ActorUuid.make(uuid))

const filterArbitrary: fc.Arbitrary<Filter> = fc.record(
  {
    field: textArbitrary,
    operator: fc.constantFrom(...Operator.literals),
    value: fc.oneof(textArbitrary, fc.array(textArbitrary, { maxLength: 3 }), fc.integer(), fc.boolean()),
    dataType: fc.constantFrom("text", "long")
  },
  { requiredKeys: ["field", "operator"] }
)

const searchArbitrary: fc.Arbitrary<SegmentSearch> = fc.record({
  searchTerm: fc.option(textArbitrary),
  advancedSearch: fc.array(itemArbitrary(filterArbitrary), { maxLength: 3 })
})

/** A segment as the service writes it, except that its search may be invalid. */
const segmentArbitrary = (workspaceUuid: WorkspaceUuid): fc.Arbitrary<StoredSegment> =>
  fc.record({
    uuid: fc.uuid().map((uuid) => SegmentUuid.make(uuid)),
    workspaceUuid: fc.constant(workspaceUuid),
    name: listNameArbitrary,
    status: fc.constantFrom("active", "archived"),
    search: searchArbitrary,
    fieldTypes: fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.constantFrom(...FieldType.literals), {
      noNullPrototype: true
    }),
    createdBy: actorArbitrary,
    updatedBy: actorArbitrary,
    createdAt: instantArbitrary,
    updatedAt: instantArbitrary
  })

const records: Required<Records<StoredSegment>> = {
  generated: Effect.map(newWorkspace, segmentArbitrary),
  fresh: (segment) => Effect.map(nextId, (id) => ({ ...segment, uuid: SegmentUuid.make(id) })),
  as: (segment, { uuid }) => ({ ...segment, uuid }),
  insert: (segment) => SegmentStore.use((store) => store.insert(segment)),
  find: ({ uuid, workspaceUuid }) => SegmentStore.use((store) => store.find(workspaceUuid, uuid)),
  lock: ({ uuid, workspaceUuid }) => SegmentStore.use((store) => store.lock(workspaceUuid, uuid)),
  replace: (segment) => SegmentStore.use((store) => store.replace(segment))
}

const listed = (
  segments: ReadonlyArray<StoredSegment>,
  { nameContains, status }: SegmentFilter,
  { sortField, sortOrder }: SegmentSort
) => {
  const sign = sortOrder === "asc" ? 1 : -1
  const compare = (a: StoredSegment, b: StoredSegment) =>
    sortField === "name"
      ? compareCodePoints(sortKey(fold(a.name)), sortKey(fold(b.name)))
      : DateTime.Order(a.createdAt, b.createdAt)
  return segments
    .filter((one) => (status === null || one.status === status) && fold(one.name).includes(nameContains ?? ""))
    .toSorted((a, b) => sign * (compare(a, b) || compareCodePoints(a.uuid, b.uuid)))
}

const stored = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const generated = sample(segmentArbitrary(workspace), hostileTexts.length + 20, yield* generationSeed)
  const segments = yield* Effect.forEach(generated, (segment, n) =>
    Effect.tap(records.fresh({ ...segment, name: hostileTexts[n]?.slice(0, 250) ?? segment.name }), records.insert)
  )
  return { workspace, segments }
})

export const segmentChecks: ReadonlyArray<Check> = [
  ...isolatedRecordChecks(records),

  lockCheck(records, { of: ({ name }) => Number(name), set: (segment, n) => ({ ...segment, name: `${n}` }) }),

  check("S2, S9: a listing finds segments by status and a substring of the name, page by page in order", function* () {
    const store = yield* SegmentStore
    const { segments, workspace } = yield* stored
    const listings = fc.record({
      filter: fc.record({
        status: fc.constantFrom("active", "archived", null),
        nameContains: fc.option(fc.constantFrom(...segments).chain(({ name }) => part(fold(name))))
      }),
      sort: fc.record({
        sortField: fc.constantFrom("name", "createdAt"),
        sortOrder: fc.constantFrom("asc", "desc")
      }),
      limit: fc.constantFrom(23, 100)
    })
    yield* forAll(listings, Math.ceil((yield* generatedCases) / 10), function* ({ filter, limit, sort }) {
      const expected = listed(segments, filter, sort)
      for (let offset = 0; offset <= expected.length; offset += limit) {
        const page = yield* store.list(workspace, filter, sort, { limit, offset })
        const { items } = slice(expected, { limit, offset })
        yield* agree("The page", [uuidsOf(page.items), page.total], [uuidsOf(items), expected.length])
      }
    })
  }),

  check(
    "G3, G6: a segment finds the contacts of the lists and segments in its filters, and contains only those",
    function* () {
      const segments = yield* Segments
      const ada = yield* storedContact({ firstName: "Ada" })
      const { workspaceUuid } = ada
      const bob = yield* storedContact({ workspaceUuid, firstName: "Bob" })
      const cyd = yield* storedContact({ workspaceUuid, firstName: null, archived: true })
      const list = yield* storedList({ workspaceUuid })
      yield* addTo(list, bob, cyd)
      const caller = { workspace: workspaceUuid, actor: list.createdBy }
      const create = (...advancedSearch: ReadonlyArray<SearchItem>) =>
        Effect.map(segments.create(caller, { name: "S", search: { advancedSearch } }), ({ uuid }) => uuid)
      const onList = yield* create({ field: "contactListUuid", operator: "equals", value: list.uuid })
      const called = yield* create({ any: [{ field: "firstName", operator: "equals", value: "ADA" }] })
      const inOf = (operator: "equals" | "not_equals", ...value: ReadonlyArray<SegmentUuid>): SearchItem => ({
        field: "segmentUuid",
        operator,
        value
      })
      const nested = yield* create(inOf("equals", onList, called), { not: inOf("equals", called) })
      for (const [segment, expected] of [
        [onList, [bob, cyd]],
        [called, [ada]],
        [yield* create(inOf("not_equals", onList)), [ada]],
        [nested, [bob, cyd]],
        [yield* create(inOf("not_equals", nested, called)), []]
      ] as const) {
        const uuids = [...expected].map(({ uuid }) => uuid).toSorted()
        const { items, total } = yield* segments.contacts(systemCaller(workspaceUuid), segment, {}, everything)
        yield* agree("Its contacts", [uuidsOf(items).toSorted(), total], [uuids, uuids.length])
        for (const { uuid } of [ada, bob, cyd]) {
          yield* agree(
            "contains",
            yield* segments.contains(systemCaller(workspaceUuid), segment, uuid),
            uuids.includes(uuid)
          )
        }
      }
    }
  ),

  check("A1: named returns the workspace's segments among many, including archived segments", function* () {
    const store = yield* SegmentStore
    const { segments, workspace } = yield* stored
    const another = yield* stored
    const wanted = segments.filter((_, n) => n % 3 === 0)
    const uuids = [...uuidsOf(wanted), ...uuidsOf(another.segments), SegmentUuid.make(yield* nextId)].toReversed()
    const byUuid = (items: ReadonlyArray<StoredSegment>) => items.toSorted((a, b) => compareCodePoints(a.uuid, b.uuid))
    yield* agree("Its own", byUuid(yield* store.named(workspace, uuids)), byUuid(wanted))
    yield* agree("Another's", (yield* store.named(another.workspace, uuids)).length, another.segments.length)
    yield* agree("Of none", yield* store.named(workspace, []), [])
  })
]
