import { assert } from "@effect/vitest"
import { BroadcastNotFound, BroadcastUuid, InvalidInput, InvalidTransition } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import {
  channelError,
  dispatchFixture,
  recipientError,
  reminderTo,
  scriptedChannel
} from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Effect } from "effect"
import { suite } from "../../../Suite.ts"

const isOver = ({ broadcast }: { readonly broadcast: { readonly status: string } }) => broadcast.status === "completed"

suite(storage)("a broadcast's retries", (test) => {
  test("R40, R41: reach once each person who missed the broadcast for a named reason, whatever fails", function* () {
    // Each digit has a fate of its own, which the first sends meet and the later ones do not.
    let round = 0
    const channel = scriptedChannel({
      script: ({ to }, earlier) => {
        const fate = Number(to.at(-1))
        if (round === 0 && fate === 1) return recipientError("unreachable")
        if (round === 0 && fate === 2) return channelError("OutcomeUnknown")
        if (round <= 1 && fate === 3) return recipientError("capped")
        return fate === 4 && earlier === 0 ? channelError("Transient") : "accept"
      }
    })
    const { broadcasts, caller, create, recipients, startProcess, until } = yield* dispatchFixture(channel)
    yield* startProcess
    const uuid = yield* create(reminderTo(10))
    yield* until(uuid, isOver)
    const retry = Effect.fnUntraced(function* (
      of: BroadcastUuid,
      ...reasons: Parameters<typeof broadcasts.retry>[2]["reasons"]
    ) {
      round++
      const { recipients: count, uuid } = yield* broadcasts.retry(caller, of, { reasons })
      yield* until(uuid, isOver)
      return { count, uuid, to: (yield* recipients(uuid)).map(({ identifier }) => identifier.at(-1)) }
    })
    const first = yield* retry(uuid, "undeliverable")
    assert.deepStrictEqual(first.to, ["1", "3"])
    // The second retry of the same one finds only who was not reached by the first one.
    const second = yield* retry(uuid, "unreachable", "capped")
    assert.deepStrictEqual(second.to, ["3"])
    const none = yield* Effect.flip(broadcasts.retry(caller, uuid, { reasons: ["undeliverable"] }))
    assert.instanceOf(none, InvalidInput)
    assert.instanceOf(yield* Effect.flip(broadcasts.retry(caller, first.uuid, { reasons: ["capped"] })), InvalidInput)
    const sent = channel.accepted.map(({ to }) => to.at(-1))
    assert.sameMembers(sent, ["0", "1", "3", "4", "5", "6", "7", "8", "9"])
    const doubts = yield* broadcasts.retry(caller, uuid, { reasons: ["unknown"] })
    assert.deepStrictEqual([doubts.recipients, doubts.mayRepeat, doubts.retryOf], [1, true, uuid])
  })

  test("R40: have the stored values or the given ones, and their own name", function* () {
    const channel = scriptedChannel({
      script: (_, earlier) => (earlier > 0 ? "accept" : recipientError("unreachable"))
    })
    const { broadcasts, caller, create, startProcess, store, until } = yield* dispatchFixture(channel)
    yield* startProcess
    const uuid = yield* create(reminderTo(2))
    yield* until(uuid, isOver)
    const wrong = yield* Effect.flip(
      broadcasts.retry(caller, uuid, { reasons: ["unreachable"], parameters: { body: { name: "Zoë" } } })
    )
    assert.instanceOf(wrong, InvalidInput)
    assert.deepStrictEqual(wrong.issues[0]?.path, ["parameters", "body", "name"])
    const request = { reasons: ["unreachable"], clientUniqueIdentifier: "again" } as const
    const changed = { ...request, name: "Once more", parameters: { body: { 1: "Zoë" } } }
    const accepted = yield* broadcasts.retry(caller, uuid, changed)
    const stored = yield* Effect.flatMap(store.find(caller.workspace, accepted.uuid), Effect.fromOption)
    assert.deepInclude(stored, { name: "Once more", retryOf: uuid, templateName: "reminder", from: "4915100000000" })
    assert.deepStrictEqual(yield* broadcasts.retry(caller, uuid, changed), { ...accepted, replayed: true })
    assert.instanceOf(yield* Effect.flip(broadcasts.retry(caller, uuid, request)), InvalidInput)
    yield* until(accepted.uuid, isOver)
    const own = channel.calls.filter(({ message }) => message.workspace === caller.workspace)
    const bodies = own.map(({ message }) => message.parameters.body.join())
    assert.deepStrictEqual(bodies, ["Ana", "Ana", "Zoë", "Zoë"])
  })

  test("R41: that run concurrently: one takes the recipients, and the others find none left", function* () {
    const { broadcasts, caller, create, recipients } = yield* dispatchFixture(scriptedChannel())
    const uuid = yield* create(reminderTo(30))
    const goesOn = yield* Effect.flip(broadcasts.retry(caller, uuid, { reasons: ["cancelled"] }))
    assert.instanceOf(goesOn, InvalidTransition)
    yield* broadcasts.cancel(caller, uuid)
    const racing = yield* Effect.all(
      Array.from({ length: 4 }, () => Effect.result(broadcasts.retry(caller, uuid, { reasons: ["cancelled"] }))),
      { concurrency: "unbounded" }
    )
    const won = racing.flatMap((result) => (result._tag === "Success" ? [result.success] : []))
    assert.deepStrictEqual(
      won.map((acceptance) => acceptance.recipients),
      [30]
    )
    assert.lengthOf(yield* recipients(won[0]?.uuid ?? uuid), 30)
    const unknown = BroadcastUuid.make(yield* nextId)
    const missing = yield* Effect.flip(broadcasts.retry(caller, unknown, { reasons: ["cancelled"] }))
    assert.instanceOf(missing, BroadcastNotFound)
  })
})
