import { DueWork, type WorkKind } from "@rollcall/core/storage"
import { Clock, type DateTime, Effect, Latch, Layer } from "effect"
import { Database } from "./Database.ts"
import type { Table } from "./Table.ts"
import { broadcastDueAt, type EventRange, importDueAt, type Tables, webhookDueAt } from "./Tables.ts"

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

/** Returns the timestamps at which the rows of a table are due: all rows, or each written row. */
const source = <Row>(table: Table<Row>, dueAt: (row: Row) => DateTime.Utc | null) => ({
  all: () => table.all().map(dueAt),
  watch: (notice: (at: DateTime.Utc | null) => void) => table.watch((row) => notice(dueAt(row)))
})

const sourcesOf = (tables: Tables): { readonly [Kind in WorkKind]: ReturnType<typeof source> } => ({
  imports: source(tables.imports, importDueAt),
  inbox: source(tables.inbox, ({ dueAt }) => dueAt),
  jobs: source(tables.contactJobs, ({ dueAt }) => dueAt),
  erasures: source(tables.erasures, ({ dueAt }) => dueAt),
  broadcasts: source(tables.broadcasts, (row) => broadcastDueAt(row, "broadcasts")),
  resolutions: source(tables.broadcasts, (row) => broadcastDueAt(row, "resolutions")),
  staged: source(tables.broadcasts, (row) => broadcastDueAt(row, "staged")),
  leases: source(tables.leases, ({ until }) => until),
  webhooks: source(tables.webhooks, (row) => webhookDueAt(tables, row))
})

/** Returns a latch that opens when a commit makes work due before the time the alarm is set for. */
const alarmOf = (committed: Tables, kind: WorkKind) => {
  const latch = Latch.makeUnsafe()
  let setFor = Infinity
  const notice = (dueAt: DateTime.Utc | null) => {
    if (dueAt !== null && dueAt.epochMilliseconds < setFor) latch.openUnsafe()
  }
  const ends = [sourcesOf(committed)[kind].watch(notice)]
  // Events and their webhook may be in one commit; the later of the two notices sees both.
  if (kind === "webhooks") {
    const { eventRanges, webhooks } = committed
    const noticeAll = ({ workspace }: EventRange) =>
      webhooks.rows(workspace).forEach((row) => notice(webhookDueAt(committed, row)))
    ends.push(eventRanges.watch(noticeAll))
  }
  return {
    latch,
    /** Sets the alarm for the first due work and returns that time in milliseconds; `Infinity` if no work is waiting. */
    set: (): number => {
      latch.closeUnsafe()
      setFor = firstDueAt(committed, kind)
      return setFor
    },
    end: () => ends.forEach((end) => end())
  }
}

/** Returns when the first work of a kind is due, in milliseconds; `Infinity` if no work is waiting. */
export const firstDueAt = (committed: Tables, kind: WorkKind): number => {
  const dueAt = sourcesOf(committed)[kind].all()
  return dueAt.reduce((first, at) => (at === null ? first : Math.min(first, at.epochMilliseconds)), Infinity)
}
