import { assert, layer as layerSuite } from "@effect/vitest"
import { HandOverError, Receipts, type Storage } from "@rollcall/core"
import { Clock, DateTime, Effect, type Layer } from "effect"
import { dispatchWorld, quickSettings, reminderTo } from "./DispatchWorld.ts"
import { channelError, scriptedChannel } from "./ScriptedChannel.ts"

/** A text that neither repeats itself nor can be made shorter: no index of a database takes it. */
const unwieldy = (length: number): string => {
  let state = 1
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCharCode(97 + (state % 26))
  }).join("")
}

/** What becomes of broadcasts whose channel, sender or recipients are in trouble. */
export const troubleSuite = <E>(name: string, storage: Layer.Layer<Storage, E>): void =>
  layerSuite(storage, { timeout: "60 seconds" })(`${name}: trouble`, (it) => {
    it.effect("B1, B3: sender trouble pauses the broadcast, and what is paused expires", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({ script: () => channelError("SenderTrouble") })
        const world = yield* dispatchWorld(channel, { ...quickSettings, lanes: 1 })
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(12, { validUntil: yield* world.later("1 minute") }))
        const paused = yield* world.until(uuid, ({ broadcast }) => broadcast.status === "paused")
        assert.strictEqual(paused.broadcast.statusReason, "the script says SenderTrouble")
        assert.strictEqual(paused.counters.rejected, 0)
        yield* world.pass("1 minute")
        const { counters } = yield* world.until(uuid, ({ broadcast }) => broadcast.status === "expired")
        assert.deepInclude(counters, { recipients: 12, sent: 0, rejected: 12 })
        for (const { error } of yield* world.recipients(uuid)) assert.strictEqual(error, "expired before sending")
        assert.deepStrictEqual(channel.taken, [])
      })
    )

    it.effect("B15: a sender that has no hand-over left holds up nobody who sends from another one", () =>
      Effect.gen(function* () {
        const channel = scriptedChannel({})
        const world = yield* dispatchWorld(channel, { ...quickSettings, rate: { perSecond: 1, burst: 1 } })
        yield* world.startProcess
        yield* Effect.replicateEffect(world.create(reminderTo(50)), 6, { discard: true })
        yield* world.pass("5 seconds")
        const start = yield* Clock.currentTimeMillis
        yield* world.create(reminderTo(1, { from: "another" }))
        yield* world.eventually(() => channel.calls.some(({ message }) => message.from === "another"))
        const call = channel.calls.find(({ message }) => message.from === "another")
        assert.isAtMost((call?.at ?? Infinity) - start, 4_000)
      })
    )

    it.effect("B10: whatever a channel says is kept, and who was not reached has a reason", () =>
      Effect.gen(function* () {
        const details = ["no\0account\ud800", " "]
        const channel = scriptedChannel({
          script: ({ to }) => {
            const detail = details[Number(to.slice(-1))]
            return detail === undefined ? "take" : new HandOverError({ reason: "Undeliverable", detail })
          }
        })
        const world = yield* dispatchWorld(channel)
        yield* world.startProcess
        const uuid = yield* world.create(reminderTo(4))
        yield* world.until(uuid, ({ broadcast }) => broadcast.status === "completed")
        const [, , third, fourth] = yield* world.recipients(uuid)
        if (third === undefined || fourth === undefined) return assert.fail("four recipients")
        const receipts = yield* Receipts
        const at = yield* DateTime.now
        yield* receipts.apply([
          { correlation: null, messageId: `nobody's\0 ${uuid}`, status: "read", error: null, at },
          { correlation: third.uuid, messageId: "its\0", status: "undeliverable", error: "gone\0", at },
          { correlation: fourth.uuid, messageId: "its", status: "undeliverable", error: "", at }
        ])
        assert.deepStrictEqual(
          (yield* world.recipients(uuid)).map(({ error, status }) => [status, error]),
          ["no\u{fffd}account\u{fffd}", "the channel says Undeliverable", "gone\u{fffd}", "undeliverable"].map(
            (error) => ["undeliverable", error]
          )
        )
      }).pipe(Effect.provide(Receipts.layer))
    )

    it.effect(
      "B6: a client reference that is too long rejects its recipient, however long it is, and is not kept",
      () =>
        Effect.gen(function* () {
          const world = yield* dispatchWorld(scriptedChannel({}))
          const references = [unwieldy(256), unwieldy(20_000), "r".repeat(255)]
          const request = reminderTo(references.length)
          const recipients = request.recipients.map((recipient, index) => ({
            ...recipient,
            clientReference: references[index] ?? null
          }))
          const sender = unwieldy(255)
          const uuid = yield* world.create({ ...request, from: sender, recipients })
          const tooLong = "client_reference must have at most 255 characters"
          assert.deepStrictEqual(
            (yield* world.recipients(uuid)).map(({ clientReference, error }) => [clientReference, error]),
            [
              [null, tooLong],
              [null, tooLong],
              ["r".repeat(255), null]
            ]
          )
          yield* world.startProcess
          yield* world.until(uuid, ({ broadcast }) => broadcast.status === "completed")
        })
    )
  })
