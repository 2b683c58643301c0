import { DueWork, type WorkKind } from "@rollcall/core/storage"
import { Clock, type DateTime, Effect, Latch, Layer } from "effect"
import { Database } from "./Database.ts"
import { broadcastDueAt, importDueAt, type Tables, webhookDueAt } from "./Tables.ts"

/** The longest sleep, in milliseconds: the clock may have been set forward meanwhile. */
const longestSleep = 3_600_000

/** The {@link DueWork} port over tables in memory. No other process writes to them, so they show what is due. */
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
                  // The clock may have been set back meanwhile: then the work is due later by it, and waited for again.
                  if (yield* Effect.raceFirst(Effect.as(latch.await, false), hasSlept)) return
                }
              }),
            ({ end }) => Effect.sync(end)
          )
      })
  )
)

/** A latch that opens when a commit makes work due before the instant for which the alarm is set. */
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
    // Events and the webhook that they are for may be of one commit: what comes last sees both.
    webhooks: () => [
      webhooks.watch((row) => notice(webhookDueAt(committed, row))),
      eventRanges.watch(({ workspace }) =>
        webhooks.rows(workspace).forEach((row) => notice(webhookDueAt(committed, row)))
      )
    ]
  }[kind]()
  return {
    latch,
    /** Sets the alarm for the first work that is due, and returns the instant in milliseconds; `Infinity` for never. */
    set: (): number => {
      latch.closeUnsafe()
      setFor = firstDueAt(committed, kind)
      return setFor
    },
    end: () => watched.forEach((end) => end())
  }
}

/** When the first work of a kind is due, in milliseconds; `Infinity` for never. */
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
