import { Effect, Fiber, RcMap, type Scope } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import type { EventPage } from "./EventStore.ts"
import { RecentEvents } from "./RecentEvents.ts"
import type { EventCursor } from "./RollcallEvent.ts"

/** The most events of a workspace that are kept for its readers. A reader further behind reads for itself. */
const keptEvents = 2_000

/** What the readers of a workspace share that have read every event: the search for the next ones. */
export interface EventTail {
  /** The events after a cursor that were found for others; undefined if they are not known. */
  readonly after: (cursor: EventCursor | null) => EventPage | undefined
  /** How many searches have ended by now. */
  readonly found: () => number
  /**
   * Waits for the end of a search, which returns at once if one has ended after `found`. The first who waits begins a
   * search after its cursor; when none waits any more, it ends.
   */
  readonly next: (cursor: EventCursor, found: number) => Effect.Effect<void>
}

/**
 * Searches for the next events after a cursor, of a page that says whether there are more, or else waits first. Returns
 * null if they cannot be read: readers find out why by themselves.
 */
type Search = (workspace: WorkspaceUuid, end: Pick<EventPage, "next" | "hasMore">) => Effect.Effect<EventPage | null>

/**
 * Makes the tails of workspaces: each is there while somebody reads, and has one search at a time, which runs in the
 * context and the scope of this effect, not in those of a reader.
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
    // What is kept may end before this cursor, or be of a time before: the reader has read on by itself.
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
        // The service has ended: nothing is found any more.
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
