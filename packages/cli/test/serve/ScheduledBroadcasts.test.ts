import { assert, it } from "@effect/vitest"
import { layer as simulatorLayer, SimulatorRecord } from "@rollcall/channel-simulator"
import { Array, Clock, Context, DateTime, Effect, Layer } from "effect"
import { openJournal } from "../../src/serve/channel/FileJournal.ts"
import { Accepted, ask, live, detailsWhen, reminderTo } from "./Calls.ts"
import { hostServer } from "./HostedServer.ts"
import { temporaryFolder } from "./ServerProcess.ts"

const count = 12

/** From one broadcast to the next, in milliseconds. */
const apart = 200

/** How long after the first one is due the server stops: in the middle. */
const stopsAfter = (count / 2) * apart

/**
 * How late a broadcast may start, in milliseconds, on a machine that has other things to do. The second that is promised
 * is held in virtual time, by the suite of schedules of every store.
 */
const tolerance = 3_000

/** When the channel accepted the message to each identifier. */
const acceptedAt = (folder: string) =>
  Effect.gen(function* () {
    const journal = yield* openJournal(`${folder}/rollcall.db.simulator.jsonl`)
    const { sent } = Context.get(yield* Layer.build(simulatorLayer(journal)), SimulatorRecord)
    return new Map((yield* sent).map(({ at, identifier }) => [identifier, at.epochMilliseconds]))
  }).pipe(Effect.scoped)

it.live(
  `B3: ${count} broadcasts start at their times, or at once after the restart of the server that stopped in between`,
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const first = yield* hostServer({ folder })
      const begin = (yield* Clock.currentTimeMillis) + 1_500
      const scheduled = yield* Effect.forEach(Array.range(1, count), (number) =>
        Effect.gen(function* () {
          const identifier = String(447_700_100_000 + number * 10)
          const dueAt = begin + number * apart
          const body = { ...reminderTo([identifier]), scheduled_for: DateTime.formatIso(DateTime.makeUnsafe(dueAt)) }
          const { uuid } = yield* ask(first, ["POST", "/broadcasts", body], [202, Accepted])
          return { uuid, identifier, dueAt }
        })
      )
      yield* Effect.sleep(begin + stopsAfter - (yield* Clock.currentTimeMillis))
      yield* first.stop
      const stopped = yield* Clock.currentTimeMillis
      const before = (yield* acceptedAt(folder)).size
      // Until some more are due.
      yield* Effect.sleep(4 * apart)
      const again = yield* hostServer({ folder })
      const restarted = yield* Clock.currentTimeMillis
      yield* Effect.forEach(scheduled, ({ uuid }) => detailsWhen(again, uuid, ({ status }) => status === "completed"))

      const accepted = yield* acceptedAt(folder)
      assert.isAbove(before, 0)
      assert.isBelow(before, count)
      assert.strictEqual(accepted.size, count)
      for (const { dueAt, identifier } of scheduled) {
        const at = accepted.get(identifier) ?? Infinity
        const latest = (at <= stopped ? dueAt : Math.max(dueAt, restarted)) + tolerance
        assert.isTrue(dueAt <= at && at <= latest, `due at ${dueAt - begin}, started at ${at - begin} ms`)
      }
    }).pipe(Effect.provide(live)),
  60_000
)
