import { DueWork, type WorkKind } from "@rollcall/core/storage"
import { Clock, type DateTime, Effect, Latch, Layer } from "effect"
import { Database } from "./Database.ts"
import { broadcastDueAt, importDueAt, type Tables, webhookDueAt } from "./Tables.ts"

/** Longest sleep in milliseconds. Short enough to notice a clock that was set forward meanwhile. */
const longestSleep = 3_600_000

/**
 * The {@link DueWork} port over tables in memory. No other process writes to the tables, so they show everything that is
 * due.
 */
export const layer = Layer.effect(
  DueWork,
  Effect.map(
    Database.use(({ read }) => read((tables) => tables)),
    (committed) =>
      DueWork.of({
        awaitDue: (kind) =>
          Effect.acquireUseRelease(
            Effect.sync(() => alarmOf(committed, kind)),
            ({ latch, set }) =>
              Effect.gen(function* () {
                for (;;) {
                  const dueAt = set()
                  if (dueAt === Infinity) {
                    yield* latch.await
                    continue
                  }
                  const wait = dueAt - (yield* Clock.currentTimeMillis)
                  if (wait <= 0) return
                  const hasSlept = Effect.as(Effect.sleep(Math.min(wait, longestSleep)), wait <= longestSleep)
                  // If the clock was set back meanwhile, the work is not due yet; wait again.
                  if (yield* Effect.raceFirst(Effect.as(latch.await, false), hasSlept)) return
                }
              }),
            ({ end }) => Effect.sync(end)
          )
      })
  )
)

/** Returns a latch that opens when a commit makes work due before the time the alarm is set for. */
const alarmOf = (committed: Tables, kind: WorkKind) => {
  const { broadcasts, contactJobs, erasures, eventRanges, imports, inbox, leases, webhooks } = committed
  const latch = Latch.makeUnsafe()
  let setFor = Infinity
  const notice = (dueAt: DateTime.Utc | null) => {
    if (dueAt !== null && dueAt.epochMilliseconds < setFor) latch.openUnsafe()
  }
  const watched = {
    imports: () => [imports.watch((row) => notice(importDueAt(row)))],
    inbox: () => [inbox.watch(({ dueAt }) => notice(dueAt))],
    jobs: () => [contactJobs.watch(({ dueAt }) => notice(dueAt))],
    erasures: () => [erasures.watch(({ dueAt }) => notice(dueAt))],
    broadcasts: () => [broadcasts.watch((row) => notice(broadcastDueAt(row, "broadcasts")))],
    resolutions: () => [broadcasts.watch((row) => notice(broadcastDueAt(row, "resolutions")))],
    staged: () => [broadcasts.watch((row) => notice(broadcastDueAt(row, "staged")))],
    leases: () => [leases.watch(({ until }) => notice(until))],
    // Events and their webhook may be in one commit; the later of the two notices sees both.
    webhooks: () => [
      webhooks.watch((row) => notice(webhookDueAt(committed, row))),
      eventRanges.watch(({ workspace }) =>
        webhooks.rows(workspace).forEach((row) => notice(webhookDueAt(committed, row)))
      )
    ]
  }[kind]()
  return {
    latch,
    /** Sets the alarm for the first due work and returns that time in milliseconds; `Infinity` if no work is waiting. */
    set: (): number => {
      latch.closeUnsafe()
      setFor = firstDueAt(committed, kind)
      return setFor
    },
    end: () => watched.forEach((end) => end())
  }
}

/** Returns when the first work of a kind is due, in milliseconds; `Infinity` if no work is waiting. */
export const firstDueAt = (committed: Tables, kind: WorkKind): number => {
  const { broadcasts, contactJobs, erasures, imports, inbox, leases, webhooks } = committed
  const instants = {
    imports: () => imports.all().map(importDueAt),
    inbox: () => inbox.all().map(({ dueAt }) => dueAt),
    jobs: () => contactJobs.all().map(({ dueAt }) => dueAt),
    erasures: () => erasures.all().map(({ dueAt }) => dueAt),
    broadcasts: () => broadcasts.all().map((row) => broadcastDueAt(row, "broadcasts")),
    resolutions: () => broadcasts.all().map((row) => broadcastDueAt(row, "resolutions")),
    staged: () => broadcasts.all().map((row) => broadcastDueAt(row, "staged")),
    leases: () => leases.all().map(({ until }) => until),
    webhooks: () => webhooks.all().map((row) => webhookDueAt(committed, row))
  }[kind]()
  return instants.reduce((first, at) => (at === null ? first : Math.min(first, at.epochMilliseconds)), Infinity)
}
