import { assert } from "@effect/vitest"
import { ContactLists, Contacts, ContactUuid, CustomFields, InvalidInput, OptOuts } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { layerContactSets, ListJobs, OptOutJobNotFound, OptOutJobs, runContactJob } from "@rollcall/core/people"
import { ContactJobStore } from "@rollcall/core/storage"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { layerContactJobWorker } from "../../../src/people/contact-jobs/ContactJobWorker.ts"
import { layerAddressedRecipients } from "../../../src/sending/delivery/AddressedRecipients.ts"
import { placeOf } from "../../../src/shared/Issue.ts"
import { newCaller, newDefinition, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

const optOuts = Layer.provide(OptOuts.layer, layerAddressedRecipients)
const worker = Layer.provide(layerContactJobWorker, [layerContactSets, optOuts])

/** Seven contacts, of whom those with an even number are called Ada. The last one has no address. */
const fixture = Effect.gen(function* () {
  const caller = yield* newCaller
  const contacts = yield* Contacts
  const made = yield* Effect.forEach([0, 1, 2, 3, 4, 5, 6], (n) =>
    contacts.create(caller, {
      firstName: n % 2 === 0 ? "Ada" : "Bob",
      email: `${n}@example.org`,
      phoneNumber: n === 6 ? null : `+49 170 11111${n}`
    })
  )
  return { caller, uuids: made.map(({ uuid }) => uuid) }
})

const adas = { advancedSearch: [{ field: "firstName", operator: "equals", value: "ada" }] } as const

suite(services)("a job that opts out many contacts", (test) => {
  test("C8: opts out the found contacts, keeps the actor, counts contacts without an address, and deletes the search", function* () {
    const { caller, uuids } = yield* fixture
    const { workspace } = caller
    const jobs = yield* OptOutJobs
    const search = { ...adas, sortBy: { field: "email" } }
    const accepted = yield* jobs.startJob(caller, { action: "opt_out", scope: "marketing", search })
    assert.deepInclude(accepted, { status: "pending", total: 4, processed: 0, changed: 0, scope: "marketing" })
    yield* Effect.gen(function* () {
      yield* Layer.build(worker)
      yield* TestClock.adjust("2 seconds")
    }).pipe(Effect.scoped)
    const over = yield* jobs.job(caller, accepted.uuid)
    assert.deepInclude(over, { status: "completed", processed: 4, changed: 3, unchanged: 0, refused: 1, reason: null })
    const stored = yield* ContactJobStore.use((store) => store.find({ workspace, job: accepted.uuid }))
    assert.deepInclude(Option.getOrThrow(stored), { selection: null, after: null })
    yield* Effect.gen(function* () {
      const service = yield* OptOuts
      const states = Effect.forEach(uuids.slice(0, 2), (uuid) => service.get(caller, uuid))
      const [first, second] = yield* states
      assert.deepInclude(first?.optOut, { scope: "marketing", source: "request", by: caller.actor })
      assert.isNull(second?.optOut)
      // Named ones, in two steps. Those that were not opted out stay so.
      const back = yield* jobs.startJob(caller, { action: "opt_in", contactUuids: [...uuids, ...uuids] })
      assert.deepInclude(back, { total: 7, scope: null })
      yield* runContactJob({ workspace, job: back.uuid }, 4)
      assert.deepInclude(yield* jobs.job(caller, back.uuid), {
        ...{ status: "completed", processed: 7, changed: 3, unchanged: 4, refused: 0 }
      })
      assert.deepStrictEqual(
        (yield* states).map(({ optOut }) => optOut),
        [null, null]
      )
    }).pipe(Effect.provide(optOuts))
  })

  test("C8: fails if a field is archived meanwhile, and opts out nobody", function* () {
    const { caller } = yield* fixture
    const { workspace } = caller
    const fields = yield* CustomFields
    const jobs = yield* OptOutJobs
    const field = yield* fields.create(caller, newDefinition({ name: "Diet" }))
    const search = { advancedSearch: [{ field: field.fieldKey, operator: "not_exists" }] } as const
    const accepted = yield* jobs.startJob(caller, { action: "opt_out", search })
    assert.deepInclude(accepted, { total: 7, scope: "all" })
    yield* fields.archive(caller, field.uuid)
    yield* Effect.provide(runContactJob({ workspace, job: accepted.uuid }), optOuts)
    const over = yield* jobs.job(caller, accepted.uuid)
    assert.deepInclude(over, { status: "failed", reason: "search_invalid", processed: 0, changed: 0 })
  })

  test("C8, S7, A1: rejects an invalid job with the path, and does not find missing ones", function* () {
    const { caller, uuids } = yield* fixture
    const jobs = yield* OptOutJobs
    const [first] = uuids
    const many = yield* Effect.replicateEffect(
      Effect.map(nextId, (id) => ContactUuid.make(id)),
      101
    )
    for (const [job, place] of [
      [{ action: "opt_out" }, "contactUuids"],
      [{ action: "opt_out", search: {}, contactUuids: uuids }, "contactUuids"],
      [{ action: "opt_out", contactUuids: many }, "contactUuids"],
      [{ action: "opt_in", scope: "all", search: {} }, "scope"],
      [
        { action: "opt_in", search: { advancedSearch: [{ field: "shoe_size", operator: "exists" }] } },
        "search.advancedSearch[0].field"
      ]
    ] as const) {
      const refused = yield* Effect.flip(jobs.startJob(caller, job))
      assert.instanceOf(refused, InvalidInput)
      assert.deepStrictEqual(
        refused.issues.map(({ path }) => placeOf(path)),
        [place]
      )
    }
    const { uuid } = yield* jobs.startJob(caller, {
      action: "opt_out",
      contactUuids: first === undefined ? [] : [first]
    })
    const other = yield* newCaller
    assert.deepStrictEqual(yield* Effect.flip(jobs.job(other, uuid)), new OptOutJobNotFound({ uuid }))
    const list = yield* ContactLists.use((lists) => lists.create(caller, { name: "Adas" }))
    const addition = yield* ListJobs.use((additions) => additions.addFromSearch(caller, list.uuid, adas))
    assert.instanceOf(yield* Effect.flip(jobs.job(caller, addition.uuid)), OptOutJobNotFound)
    const asAddition = ListJobs.use((additions) => additions.job(caller, list.uuid, uuid))
    assert.strictEqual((yield* Effect.flip(asAddition))._tag, "ListJobNotFound")
  })
})
