import { assert } from "@effect/vitest"
import { ContactLists, Contacts, CustomFields, InvalidInput, systemCaller } from "@rollcall/core"
import { ContactJobUuid } from "@rollcall/core/operations"
import { layerContactSets, ListJobNotFound, ListJobs, runContactJob } from "@rollcall/core/people"
import { ContactJobStore } from "@rollcall/core/storage"
import { Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { layerContactJobWorker } from "../../../src/people/contact-jobs/ContactJobWorker.ts"
import { placeOf } from "../../../src/shared/Issue.ts"
import { everything, newCaller, newDefinition, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

const worker = Layer.provide(layerContactJobWorker, layerContactSets)

/** A list, and seven contacts of whom those with an even number are called Ada. */
const fixture = Effect.gen(function* () {
  const caller = yield* newCaller
  const contacts = yield* Contacts
  const list = yield* ContactLists.use((lists) => lists.create(caller, { name: "Adas" }))
  const made = yield* Effect.forEach([0, 1, 2, 3, 4, 5, 6], (n) =>
    contacts.create(caller, { firstName: n % 2 === 0 ? "Ada" : "Bob", email: `${n}@example.org` })
  )
  return { caller, list: list.uuid, made }
})

const adas = { advancedSearch: [{ field: "firstName", operator: "equals", value: "ada" }] } as const

suite(services)("adding a search to a list", (test) => {
  test("L4: adds the found contacts, including archived ones, counts existing members, and deletes the search", function* () {
    const { caller, list, made } = yield* fixture
    const { workspace } = caller
    const additions = yield* ListJobs
    const lists = yield* ContactLists
    const found = made.filter((_, n) => n % 2 === 0).map(({ uuid }) => uuid)
    yield* lists.addMembers(caller, list, found.slice(0, 1))
    const contacts = yield* Contacts
    yield* Effect.forEach(made.slice(6), ({ uuid }) => contacts.archive(caller, uuid))
    const accepted = yield* additions.addFromSearch(caller, list, { ...adas, sortBy: { field: "email" } })
    assert.deepInclude(accepted, { status: "pending", total: 4, processed: 0, added: 0, present: 0, reason: null })
    const ref = { workspace, job: accepted.uuid }
    yield* runContactJob(ref, 3)
    const over = yield* additions.job(caller, list, accepted.uuid)
    assert.deepInclude(over, { status: "completed", total: 4, processed: 4, added: 3, present: 1, reason: null })
    const members = yield* lists.members(caller, list, { includeArchived: true }, everything)
    assert.sameMembers(
      members.items.map(({ uuid }) => uuid),
      found
    )
    const stored = yield* ContactJobStore.use((store) => store.find(ref))
    assert.deepInclude(Option.getOrThrow(stored), { selection: null, after: null })
  })

  test("L4: completes at once if the search finds no contact", function* () {
    const { caller, list } = yield* fixture
    const additions = yield* ListJobs
    const accepted = yield* additions.addFromSearch(caller, list, { searchTerm: "nothing like it" })
    yield* runContactJob({ workspace: caller.workspace, job: accepted.uuid })
    const over = yield* additions.job(caller, list, accepted.uuid)
    assert.deepInclude(over, { status: "completed", total: 0, processed: 0, added: 0 })
  })

  test("L4: fails if a field is archived meanwhile, and does not add everyone", function* () {
    const { caller, list, made } = yield* fixture
    const { workspace } = caller
    const fields = yield* CustomFields
    const additions = yield* ListJobs
    const field = yield* fields.create(caller, newDefinition({ name: "Diet" }))
    const contacts = yield* Contacts
    for (const { uuid } of made.slice(0, 3)) {
      yield* contacts.update(caller, uuid, { customFields: { [field.fieldKey]: "vegan" } })
    }
    const search = { advancedSearch: [{ field: field.fieldKey, operator: "exists" }] } as const
    const accepted = yield* additions.addFromSearch(caller, list, search)
    assert.strictEqual(accepted.total, 3)
    yield* fields.archive(caller, field.uuid)
    yield* runContactJob({ workspace, job: accepted.uuid })
    const over = yield* additions.job(caller, list, accepted.uuid)
    assert.deepInclude(over, { status: "failed", reason: "search_invalid", processed: 0, added: 0 })
    assert.strictEqual((yield* ContactLists.use((lists) => lists.get(caller, list))).count, 0)
  })

  test("L2, L4, A1: rejects an invalid addition with the path, and does not find missing ones", function* () {
    const { caller, list } = yield* fixture
    const additions = yield* ListJobs
    const other = yield* newCaller
    const wrong = { advancedSearch: [{ field: "shoe_size", operator: "exists" }] } as const
    const refused = yield* Effect.flip(additions.addFromSearch(caller, list, wrong))
    assert.instanceOf(refused, InvalidInput)
    assert.deepStrictEqual(
      refused.issues.map(({ path }) => placeOf(path)),
      ["search.advancedSearch[0].field"]
    )
    assert.strictEqual((yield* Effect.flip(additions.addFromSearch(other, list, adas)))._tag, "ContactListNotFound")
    const accepted = yield* additions.addFromSearch(caller, list, adas)
    const elsewhere = yield* ContactLists.use((lists) => lists.create(caller, { name: "Another" }))
    for (const [workspace, of] of [
      [other.workspace, list],
      [caller.workspace, elsewhere.uuid]
    ] as const) {
      const missing = yield* Effect.flip(additions.job(systemCaller(workspace), of, accepted.uuid))
      assert.deepStrictEqual(missing, new ListJobNotFound({ uuid: accepted.uuid }))
    }
    const none = ContactJobUuid.make("00000000-0000-4000-8000-00000000dead")
    assert.instanceOf(yield* Effect.flip(additions.job(caller, list, none)), ListJobNotFound)
    yield* ContactLists.use((lists) => lists.archive(caller, list))
    assert.strictEqual((yield* Effect.flip(additions.addFromSearch(caller, list, adas)))._tag, "ContactListArchived")
  })

  test("L4: rejects more than 100,000 contacts with their number", function* () {
    const { caller, list } = yield* fixture
    const many = Layer.mock(Contacts, { search: () => Effect.succeed({ items: [], total: 100_001, next: null }) })
    const accept = ListJobs.use((additions) => additions.addFromSearch(caller, list, {}))
    const refused = yield* Effect.flip(
      Effect.provide(accept, Layer.provide(Layer.fresh(ListJobs.layer), many), { local: true })
    )
    assert.instanceOf(refused, InvalidInput)
    assert.include(refused.message, "search: matches 100001 contacts")
  })

  test("L4, S15: adds a search within another list, and fails once that list is archived", function* () {
    const { caller, list, made } = yield* fixture
    const additions = yield* ListJobs
    const lists = yield* ContactLists
    const other = yield* lists.create(caller, { name: "Others" })
    yield* lists.addMembers(
      caller,
      other.uuid,
      made.slice(0, 3).map(({ uuid }) => uuid)
    )
    const within = { advancedSearch: [{ field: "contactListUuid", operator: "equals", value: other.uuid }] } as const
    const before = yield* additions.addFromSearch(caller, list, within)
    yield* Effect.gen(function* () {
      yield* Layer.build(worker)
      yield* TestClock.adjust("2 seconds")
      assert.deepInclude(yield* additions.job(caller, list, before.uuid), { status: "completed", added: 3 })
    }).pipe(Effect.scoped)
    const later = yield* additions.addFromSearch(caller, list, within)
    yield* lists.archive(caller, other.uuid)
    yield* Effect.gen(function* () {
      yield* Layer.build(worker)
      yield* TestClock.adjust("2 seconds")
      const over = yield* additions.job(caller, list, later.uuid)
      assert.deepInclude(over, { status: "failed", reason: "search_invalid", added: 0 })
    }).pipe(Effect.scoped)
  })

  test("L4: is taken over by workers, even after a worker was killed", function* () {
    const { caller, list } = yield* fixture
    const additions = yield* ListJobs
    const accepted = yield* additions.addFromSearch(caller, list, adas)
    const store = yield* ContactJobStore
    // A worker that claims it and dies.
    yield* store.claimDue({ limit: 1_000, dueAfter: Duration.seconds(30) })
    yield* Effect.gen(function* () {
      yield* Layer.build(worker)
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual((yield* additions.job(caller, list, accepted.uuid)).status, "pending")
      yield* TestClock.adjust("2 seconds")
      assert.deepInclude(yield* additions.job(caller, list, accepted.uuid), { status: "completed", added: 4 })
    }).pipe(Effect.scoped)
  })
})
