import { assert, layer as layerSuite } from "@effect/vitest"
import type { BroadcastUuid } from "@rollcall/core"
import { BroadcastStore, DueWork, type Storage } from "@rollcall/core/storage"
import { Clock, Context, Duration, Effect, Exit, type Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { dispatchFixture, quickSettings, reminderTo } from "./DispatchFixture.ts"
import { scriptedChannel } from "./ScriptedChannel.ts"

const count = 100

/** From one broadcast to the next: all are due within a minute. */
const apart = 600

/** How late a broadcast may start, in milliseconds. */
const tolerance = 1_000

/** Registers the suite of scheduled broadcasts: each starts in time, or as soon as a process runs again (B3). */
export const scheduleSuite = <E>(name: string, storage: Layer.Layer<Storage, E>): void =>
  layerSuite(storage, { timeout: "60 seconds" })(`${name}: schedules`, (it) => {
    it.effect(
      `B3: ${count} broadcasts scheduled within a minute start within a second, or at once when the process is there again`,
      () =>
        Effect.gen(function* () {
          const channel = scriptedChannel()
          const { isSweeping, started: due, stores } = watch(yield* BroadcastStore, yield* DueWork)
          const fixture = yield* Effect.provideContext(dispatchFixture(channel, quickSettings), stores)
          const begin = yield* Clock.currentTimeMillis
          const scheduled = new Map<BroadcastUuid, number>()
          for (let index = 1; index <= count; index++) {
            const scheduledFor = yield* fixture.later(Duration.millis(index * apart))
            scheduled.set(yield* fixture.create(reminderTo(1, { scheduledFor })), begin + index * apart)
          }
          const starts = () => new Map(channel.calls.map(({ at, message }) => [message.broadcast, at]))
          const haveStarted = (uuids: Iterable<BroadcastUuid>) => {
            const started = starts()
            return Array.from(uuids).every((uuid) => started.has(uuid))
          }

          /** Adjusts the test clock, but not during a sweep: in a database that takes real time. */
          const runTo = Effect.fnUntraced(function* (end: number) {
            while ((yield* Clock.currentTimeMillis) < begin + end) {
              yield* fixture.pass("250 millis")
              yield* meanwhile(() => !isSweeping() && haveStarted(due))
            }
          })

          const process = yield* Scope.make()
          yield* Scope.provide(fixture.startProcess, process)
          yield* runTo(25_000)
          yield* Scope.close(process, Exit.void)
          const stopped = yield* Clock.currentTimeMillis
          const before = channel.calls.length
          yield* TestClock.adjust("12 seconds")
          assert.strictEqual(channel.calls.length, before, "a message is sent while no process runs")

          const restarted = yield* Clock.currentTimeMillis
          yield* fixture.startProcess
          const missed = Array.from(scheduled).flatMap(([uuid, at]) => (at <= restarted ? [uuid] : []))
          yield* meanwhile(() => haveStarted(missed))
          yield* runTo((count + 2) * apart)

          assert.strictEqual(channel.calls.length, count)
          const started = starts()
          for (const [uuid, at] of scheduled) {
            const start = started.get(uuid) ?? Infinity
            const wasThere = start <= stopped || at > restarted
            const times = `due at ${at - begin}, started at ${start - begin} ms`
            assert.isAtLeast(start, at, times)
            if (wasThere) assert.isAtMost(start, at + tolerance, times)
            else assert.strictEqual(start, restarted, times)
            assert.isTrue(wasThere || at > stopped - tolerance, `${times}, though a process was running`)
          }
        })
    )
  })

/** Waits in real time, for a limited time, while the test clock stands still. */
const meanwhile = Effect.fnUntraced(function* (reached: () => boolean) {
  for (let round = 0; round < 1_000 && !reached(); round++) yield* TestClock.withLive(Effect.sleep("5 millis"))
})

/**
 * The stores, observed: whether the loop that looks for due broadcasts is at work, from the end of one wait to the next, and
 * which broadcasts it claimed. That of a new process is at work until it waits for the first time.
 */
const watch = (broadcasts: BroadcastStore["Service"], dueWork: DueWork["Service"]) => {
  let sweeps = true
  const set = (value: boolean) => Effect.sync(() => void (sweeps = value))
  const started = new Set<BroadcastUuid>()
  const watched = BroadcastStore.of({
    ...broadcasts,
    claimDue: (options) =>
      Effect.tap(broadcasts.claimDue(options), (due) =>
        Effect.sync(() => due.forEach(({ ref }) => started.add(ref.broadcast)))
      )
  })
  const awaitDue: DueWork["Service"]["awaitDue"] = (kind, pollAfter) => {
    const wait = dueWork.awaitDue(kind, pollAfter)
    return kind === "broadcasts" ? set(false).pipe(Effect.andThen(wait), Effect.ensuring(set(true))) : wait
  }
  const stores = Context.make(BroadcastStore, watched).pipe(Context.add(DueWork, DueWork.of({ awaitDue })))
  return { isSweeping: () => sweeps, started, stores }
}
