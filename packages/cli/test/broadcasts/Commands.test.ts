import { assert, describe, it } from "@effect/vitest"
import { transition } from "@rollcall/core/sending"
import { BroadcastStore } from "@rollcall/core/storage"
import { Duration, Effect, Schema } from "effect"
import { NotDone } from "../../src/CommandRefused.ts"
import { figures } from "../serve/Commands.ts"
import { beginBroadcast, run, services, ways } from "./Fixture.ts"

const unknownUuid = "0197a000-0000-7000-8000-0000000000aa"

const decodeListed = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Array(Schema.Struct({ uuid: Schema.String, name: Schema.String })))
)

describe.each(ways)("rollcall broadcasts on %s", (way) => {
  it.live("shows counters, and the number of recipients for each reason", () =>
    Effect.gen(function* () {
      const { broadcast } = yield* beginBroadcast({ recipients: 1_250, accepted: 10, undeliverable: 1_200 })
      const { failure, printed } = yield* run(way, ["show", broadcast])
      assert.isNull(failure)
      assert.match(printed, /^Status +sending\nScheduled +\d{4}-\d\d-\d\dT\S+Z\nSent +░{32} {2}0 %\n/)
      const { Failed, Rejected, Sent, ...rest } = figures(printed)
      assert.deepStrictEqual({ Failed, Rejected, Sent }, { Failed: 1_200, Rejected: 1, Sent: 10 })
      const reasons = Object.entries(rest).filter(([name]) => !["Accepted", "Delivered", "Read"].includes(name))
      assert.deepStrictEqual(reasons, [
        ["undeliverable", 1_200],
        ["invalid_identifier", 1]
      ])
    }).pipe(Effect.provide(services))
  )

  it.live("shows the API's JSON, with the reasons", () =>
    Effect.gen(function* () {
      const { broadcast } = yield* beginBroadcast({ recipients: 3, accepted: 1, undeliverable: 1 })
      const shown = yield* run(way, ["show", broadcast, "--json"])
      const json: unknown = JSON.parse(shown.printed)
      const reasons = { undeliverable: 1, invalid_identifier: 1 }
      assert.deepInclude(json, {
        uuid: broadcast,
        status: "sending",
        recipients: 3,
        sent: 1,
        reasons
      })
      const cancelled = yield* run(way, ["cancel", broadcast, "--json"])
      assert.deepStrictEqual(JSON.parse(cancelled.printed), { uuid: broadcast, status: "cancelled" })
    }).pipe(Effect.provide(services))
  )

  it.live("cancels repeatedly; watching a cancelled broadcast exits with 1", () =>
    Effect.gen(function* () {
      const { broadcast } = yield* beginBroadcast({ recipients: 3, accepted: 1, undeliverable: 0 })
      for (const _ of [1, 2]) {
        const { failure, printed } = yield* run(way, ["cancel", broadcast])
        assert.isNull(failure)
        assert.strictEqual(printed, "The broadcast is cancelled.")
      }
      const watched = yield* run(way, ["show", broadcast, "--watch"])
      assert.instanceOf(watched.failure, NotDone)
      assert.strictEqual(watched.failure.message, "the broadcast is cancelled")
      assert.deepInclude(figures(watched.printed), { Sent: 1, Rejected: 3, cancelled: 2 })
    }).pipe(Effect.provide(services))
  )

  it.live("exits with 0 when a watched broadcast completes, which then cannot be cancelled", () =>
    Effect.gen(function* () {
      const ref = yield* beginBroadcast({ recipients: 2, accepted: 2, undeliverable: 0 })
      yield* transition(ref, "complete")
      const { failure, printed } = yield* run(way, ["show", ref.broadcast, "--watch"])
      assert.isNull(failure)
      assert.match(printed, /^Status +completed\n.+\nSent +█{32} {2}100 %\n/)
      const refused = yield* run(way, ["cancel", ref.broadcast])
      assert.instanceOf(refused.failure, NotDone)
      assert.match(refused.failure.message, /completed/)
    }).pipe(Effect.provide(services))
  )

  it.live("lists broadcasts newest first, by status, with the number of further ones", () =>
    Effect.gen(function* () {
      const made = yield* Effect.replicateEffect(
        beginBroadcast({ recipients: 1, accepted: 0, undeliverable: 0 }).pipe(Effect.tap(Effect.sleep("2 millis"))),
        3
      )
      const [first = "", second = "", third = ""] = made.map(({ broadcast }) => broadcast)
      yield* run(way, ["cancel", second])
      const uuids = (printed: string) => [first, second, third].filter((uuid) => printed.includes(uuid))
      const listed = yield* run(way, ["list", "--limit", "2"])
      assert.isNull(listed.failure)
      assert.deepStrictEqual(uuids(listed.printed), [second, third])
      assert.match(listed.printed, /appointment_reminder[^]+\n1 more: --limit shows up to 1000\.$/)
      const cancelled = yield* run(way, ["list", "--status", "cancelled"])
      assert.deepStrictEqual(uuids(cancelled.printed), [second])
      const { printed } = yield* run(way, ["list", "--json"])
      assert.deepStrictEqual(
        decodeListed(printed).map(({ uuid }) => uuid),
        [third, second, first]
      )
      assert.strictEqual((yield* run(way, ["list", "--status", "failed"])).printed, "No broadcasts found.")
    }).pipe(Effect.provide(services))
  )

  it.live("does not find a broadcast with an unknown uuid", () =>
    Effect.gen(function* () {
      yield* beginBroadcast({ recipients: 1, accepted: 0, undeliverable: 0 })
      for (const command of ["show", "cancel", "pause", "resume"]) {
        const { failure, printed } = yield* run(way, [command, unknownUuid])
        assert.instanceOf(failure, NotDone)
        assert.match(failure.message, /^[^\n]+$/)
        assert.strictEqual(printed, "")
      }
    }).pipe(Effect.provide(services))
  )

  it.live("resumes a broadcast paused by the channel, shows its reason, and resumes no other", () =>
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const ref = yield* beginBroadcast({ recipients: 2, accepted: 0, undeliverable: 0 })
      yield* transition(ref, "pause", { reason: "the template is\u001b[31m paused" })
      assert.match(
        (yield* run(way, ["show", ref.broadcast])).printed,
        /^Status +paused \(the template is \[31m paused\)\n/
      )
      const resumed = yield* run(way, ["resume", ref.broadcast])
      assert.deepStrictEqual(resumed, { failure: null, printed: "The broadcast is sending." })
      const due = yield* store.claimDue({ limit: 10, nextCheckAfter: Duration.minutes(1) })
      assert.deepStrictEqual(
        due.map(({ ref }) => ref),
        [ref]
      )
      yield* run(way, ["cancel", ref.broadcast])
      for (const [operation, to] of [
        ["resume", "sending"],
        ["pause", "paused"]
      ] as const) {
        const { failure } = yield* run(way, [operation, ref.broadcast])
        assert.instanceOf(failure, NotDone)
        assert.include(failure.message, `The broadcast ${ref.broadcast} is cancelled and cannot become ${to}.`)
      }
    }).pipe(Effect.provide(services))
  )

  it.live("applies and dismisses held opt-outs, and fails without held ones", () =>
    Effect.gen(function* () {
      const ref = yield* beginBroadcast({ recipients: 2, accepted: 0, undeliverable: 0 })
      const none = yield* run(way, ["apply-opt-outs", ref.broadcast])
      assert.instanceOf(none.failure, NotDone)
      assert.include(none.failure.message, "has no held opt-outs")
      yield* BroadcastStore.use((store) => store.decideOptOuts(ref, "held"))
      assert.match((yield* run(way, ["show", ref.broadcast])).printed, /^Opt-outs +held$/m)
      for (const [command, state] of [
        ["dismiss-opt-outs", "dismissed"],
        ["apply-opt-outs", "applied"]
      ] as const) {
        const decided = yield* run(way, [command, ref.broadcast])
        assert.deepStrictEqual(decided, { failure: null, printed: `The opt-outs of the broadcast are ${state}.` })
      }
    }).pipe(Effect.provide(services))
  )

  it.live("pauses a broadcast repeatedly, and shows that the pause was requested", () =>
    Effect.gen(function* () {
      const { broadcast } = yield* beginBroadcast({ recipients: 2, accepted: 0, undeliverable: 0 })
      for (const _ of [1, 2]) {
        const paused = yield* run(way, ["pause", broadcast])
        assert.deepStrictEqual(paused, { failure: null, printed: "The broadcast is paused." })
      }
      assert.match((yield* run(way, ["show", broadcast])).printed, /^Status +paused \(paused by request\)\n/)
    }).pipe(Effect.provide(services))
  )
})
