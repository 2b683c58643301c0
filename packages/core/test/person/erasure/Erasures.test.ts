import { assert, describe } from "@effect/vitest"
import { systemCaller, type ContactUuid, StorageError, type WorkspaceUuid } from "@rollcall/core"
import { finishErasures } from "@rollcall/core/people"
import { ContactStore, DeliveryStore, ErasureStore, Transaction } from "@rollcall/core/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Duration, Effect, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { newCaller } from "../../Services.ts"
import { broadcastIn, contactIn, erasure } from "./Fixture.ts"
import { testOver } from "../../Suite.ts"

const test = testOver(storage)

/** A contact in more broadcasts than one transaction erases. */
const crowded = Effect.gen(function* () {
  const { workspace } = yield* newCaller
  const contact = yield* contactIn(workspace)
  const made = yield* Effect.replicateEffect(broadcastIn(workspace), 250)
  const left = Effect.map(
    Effect.forEach(made, ({ delivery }) => delivery),
    (rows) => rows.filter((row) => row?.identifier !== "").length
  )
  return { workspace, contact, left }
})

const isThere = (workspace: WorkspaceUuid, contact: ContactUuid) =>
  Effect.map(
    ContactStore.use(({ find }) => find(workspace, contact)),
    Option.isSome
  )

const kept = ErasureStore.use((store) => store.claimDue({ limit: 100, dueAfter: Duration.zero }))

describe("an erasure (C7)", () => {
  test("continues in further transactions until everything is erased, and leaves no data of itself", function* () {
    const { contact, left, workspace } = yield* crowded
    const { erase } = yield* erasure
    yield* erase(systemCaller(workspace), contact)
    assert.strictEqual(yield* left, 0)
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(yield* kept, [])
  })

  test("in a host's transaction erases the contact there, and the workers erase the rest", function* () {
    const { contact, left, workspace } = yield* crowded
    const { run } = yield* Transaction
    const { erase } = yield* erasure
    yield* Effect.flip(run(Effect.andThen(erase(systemCaller(workspace), contact), Effect.fail("rolled back"))))
    assert.deepStrictEqual([yield* isThere(workspace, contact), yield* left], [true, 250])
    yield* run(erase(systemCaller(workspace), contact))
    assert.deepStrictEqual([yield* isThere(workspace, contact), yield* left], [false, 150])
    yield* finishErasures
    assert.strictEqual(yield* left, 150)
    yield* TestClock.adjust("1 minute")
    yield* finishErasures
    assert.strictEqual(yield* left, 0)
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(yield* kept, [])
  })

  test("that fails after removing the contact is finished by the workers", function* () {
    const { contact, left, workspace } = yield* crowded
    const deliveries = yield* DeliveryStore
    const unavailable = new StorageError({ reason: "Unavailable", cause: "down" })
    let saves = 0
    const failing = DeliveryStore.of({
      ...deliveries,
      save: (rows) => (++saves > 1 ? Effect.fail(unavailable) : deliveries.save(rows))
    })
    const { erase } = yield* Effect.provideService(erasure, DeliveryStore, failing)
    yield* Effect.provideService(erase(systemCaller(workspace), contact), Logger.CurrentLoggers, new Set())
    assert.deepStrictEqual([yield* isThere(workspace, contact), yield* left], [false, 150])
    yield* TestClock.adjust("1 minute")
    yield* finishErasures
    assert.strictEqual(yield* left, 0)
  })
})
