import { Effect, Fiber, RcMap, type Scope } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import type { EventPage } from "./EventStore.ts"
import { RecentEvents } from "./RecentEvents.ts"
import type { EventCursor } from "./RollcallEvent.ts"

/** The maximum number of events kept per workspace. A reader that is further behind reads from the store. */
const keptEvents = 2_000

/** A workspace's search for new events, shared by the readers that have read every event. */
export interface EventTail {
  /** Returns the kept events after a cursor; undefined if the cursor is not within the kept events. */
  readonly after: (cursor: EventCursor | null) => EventPage | undefined
  /** Returns how many searches have ended. */
  readonly found: () => number
  /**
   * Waits for a search to end; returns at once if a search has ended since `found` was read. The first waiting reader
   * starts a search after its cursor. The search stops when no reader is waiting.
   */
  readonly next: (cursor: EventCursor, found: number) => Effect.Effect<void>
}

/**
 * Searches for the next events after a cursor. Waits first if `hasMore` is false. Returns null if reading fails; each
 * reader then reads from the store and gets the error.
 */
type Search = (workspace: WorkspaceUuid, end: Pick<EventPage, "next" | "hasMore">) => Effect.Effect<EventPage | null>

/**
 * Makes the tails of workspaces. A tail exists while it has readers and runs one search at a time, in the context and scope
 * of `makeEventTails`, not in a reader's.
 */
export const makeEventTails = Effect.fnUntraced(function* (search: Search) {
  const scope = yield* Effect.scope
  const run = Effect.runForkWith(yield* Effect.context())
  return yield* RcMap.make({
    lookup: (workspace: WorkspaceUuid) =>
      Effect.sync(() => makeTail(scope, (end) => Fiber.runIn(run(search(workspace, end)), scope)))
  })
})

type Begin = (end: Pick<EventPage, "next" | "hasMore">) => Fiber.Fiber<EventPage | null>

const makeTail = (scope: Scope.Scope, start: Begin): EventTail => {
  let recent: RecentEvents | undefined
  let searching: Fiber.Fiber<EventPage | null> | undefined
  let found = 0
  const waiting = new Set<() => void>()

  const begin = (cursor: EventCursor): void => {
    // The kept events may end before this cursor or be outdated, because the reader has read ahead by itself.
    if (recent?.after(cursor) === undefined) recent = new RecentEvents(cursor, keptEvents)
    const fiber = start(recent.end)
    searching = fiber
    fiber.addObserver((exit) => {
      if (searching !== fiber) return
      searching = undefined
      found += 1
      if (exit._tag === "Success" && exit.value !== null) recent?.add(exit.value)
      else recent = undefined
      const all = Array.from(waiting)
      waiting.clear()
      for (const wake of all) wake()
    })
  }

  return {
    after: (cursor) => recent?.after(cursor),
    found: () => found,
    next: (cursor, since) =>
      Effect.callback<void>((resume) => {
        if (found !== since) return resume(Effect.void)
        // The service has shut down, so no search will find more events.
        if (scope.state._tag === "Closed") return
        const wake = () => resume(Effect.void)
        waiting.add(wake)
        if (searching === undefined) begin(cursor)
        return Effect.sync(() => {
          waiting.delete(wake)
          const fiber = searching
          if (waiting.size > 0 || fiber === undefined) return
          searching = undefined
          fiber.interruptUnsafe()
        })
      })
  }
}
