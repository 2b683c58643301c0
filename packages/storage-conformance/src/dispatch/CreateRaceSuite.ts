import { assert, layer as layerSuite } from "@effect/vitest"
import { type BroadcastRequest, InvalidInput } from "@rollcall/core"
import type { Storage } from "@rollcall/core/storage"
import { Array, Effect, type Layer, Result } from "effect"
import { dispatchFixture, reminderTo } from "./DispatchFixture.ts"
import { scriptedChannel } from "./ScriptedChannel.ts"

const racers = 64
const size = 3

const reference = "a reference"

const withKey = (change: Partial<BroadcastRequest> = {}): BroadcastRequest => ({
  ...reminderTo(0, { clientUniqueIdentifier: "one key", ...change }),
  recipients: reminderTo(size).recipients.map((recipient) => ({ ...recipient, clientReference: reference }))
})

/** Registers the suite of broadcasts that are created concurrently with one idempotency key (B4). */
export const createRaceSuite = <E>(name: string, storage: Layer.Layer<Storage, E>): void =>
  layerSuite(storage, { timeout: "60 seconds" })(`${name}: creating with one key`, (it) => {
    it.effect(`B4: ${racers} at once make one broadcast and get equal answers, and another payload is refused`, () =>
      Effect.gen(function* () {
        const fixture = yield* dispatchFixture(scriptedChannel())
        const create = (request: BroadcastRequest) => fixture.broadcasts.create(fixture.caller, request)
        const answers = yield* Effect.all(
          Array.makeBy(racers, () => create(withKey())),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(answers.filter(({ replayed }) => !replayed).length, 1)
        const [first] = answers.filter(({ replayed }) => !replayed)
        for (const answer of answers) assert.deepStrictEqual({ ...answer, replayed: false }, first)
        assert.strictEqual(yield* storedRecipients(fixture), size)
        const refused = yield* Effect.flip(create(withKey({ name: "Another" })))
        assert.isTrue(refused instanceof InvalidInput, String(refused))
        assert.strictEqual(yield* storedRecipients(fixture), size)
      })
    )

    it.effect(`B4: of ${racers} at once with two payloads those of the winner's are answered, the others refused`, () =>
      Effect.gen(function* () {
        const fixture = yield* dispatchFixture(scriptedChannel())
        const results = yield* Effect.forEach(
          Array.makeBy(racers, (index) => withKey({ name: index % 2 === 0 ? "Even" : "Odd" })),
          (request) => Effect.result(fixture.broadcasts.create(fixture.caller, request)),
          { concurrency: "unbounded" }
        )
        const winner = results.findIndex((result) => Result.isSuccess(result) && !result.success.replayed)
        results.forEach((result, index) => {
          const alike = index % 2 === winner % 2
          assert.strictEqual(Result.isSuccess(result), alike, `${index} when ${winner} won`)
          if (Result.isFailure(result)) assert.isTrue(result.failure instanceof InvalidInput, String(result.failure))
        })
        assert.strictEqual(new Set(results.filter(Result.isSuccess).map(({ success }) => success.uuid)).size, 1)
        assert.strictEqual(yield* storedRecipients(fixture), size)
      })
    )
  })

/** Returns how many recipients are stored, over all broadcasts of the workspace. */
const storedRecipients = Effect.fnUntraced(function* (fixture: Effect.Success<ReturnType<typeof dispatchFixture>>) {
  const filter = { broadcast: null, clientReferences: [reference], updatedAfter: null }
  const page = yield* fixture.deliveries.statuses(fixture.workspace, filter, { limit: 100, offset: 0 })
  return page.total
})
