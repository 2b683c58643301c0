import type { RollcallEvent, WorkspaceUuid } from "@rollcall/core"
import { actorNamed, CurrentActor } from "@rollcall/core/operations"
import { type EventReading, type EventRequest, EventStore, subjectOf } from "@rollcall/core/storage"
import { DateTime, Effect, Iterable } from "effect"
import { storeLayer } from "../database/Database.ts"
import { type EventRange, singlePartition, type Tables } from "../database/Tables.ts"
import { appendEvents, rangeOf } from "./EventRows.ts"

/** The {@link EventStore} port over tables in memory. A wait for events ends as soon as a commit adds some. */
export const layer = storeLayer(EventStore, ({ nextCommit, read, write }) => ({
  append: (events) =>
    events.length === 0
      ? Effect.void
      : Effect.flatMap(CurrentActor, (by) => write((tables, now) => appendEvents(tables, now, by, events))),

  read: (workspace, request) => read((tables) => readEvents(tables, workspace, request)),

  end: (workspace) => read((tables) => String(rangeOf(tables, workspace).last)),

  await: Effect.fnUntraced(function* (workspace, after) {
    const isThere = read((tables) => rangeOf(tables, workspace).last > Number(after))
    while (true) {
      const committed = yield* nextCommit
      if (yield* isThere) return
      yield* committed
    }
  }),

  prune: ({ keepFor, limit }) =>
    write((tables, now) => {
      const before = DateTime.subtractDuration(now, keepFor)
      let left = limit
      for (const range of tables.eventRanges.all()) left -= removeFirst(tables, range, before, left)
      return limit - left
    }),

  prunable: (keepFor) =>
    Effect.flatMap(DateTime.now, (now) =>
      read((tables) =>
        tables.eventRanges
          .all()
          .map((range) => Iterable.size(oldEvents(tables, range, DateTime.subtractDuration(now, keepFor))))
          .reduce((sum, count) => sum + count, 0)
      )
    )
}))

/** Maximum events examined by one read that filters by type. */
const lookedAt = 5_000

const readEvents = (
  tables: Tables,
  workspace: WorkspaceUuid,
  { after, limit, subject = null, types, until = null }: EventRequest
): EventReading => {
  const { last, removed } = rangeOf(tables, workspace)
  const from = after === null ? removed : /^\d{1,15}$/.test(after) ? Number(after) : Infinity
  if (from > last) return { _tag: "Unknown" }
  if (from < removed) return { _tag: "Removed" }
  const events: Array<RollcallEvent> = []
  const bound = until === null ? last : Math.min(last, Math.max(from, Number(until)))
  const end = Math.min(bound, from + Math.max(limit, lookedAt))
  let number = from
  while (number < end && events.length < limit) {
    const event = tables.events.get(workspace, String(++number))
    if (event === undefined) continue
    const isWanted = types === null || types.includes(event.type)
    if (!isWanted || (subject !== null && subject !== subjectOf(event))) continue
    const name = event.by === null ? null : tables.actors.get(workspace, event.by)
    events.push({ ...event, actor: actorNamed(event.by, name) })
  }
  return { _tag: "Read", events, next: String(number), hasMore: number < bound }
}

/** Yields a workspace's events before a timestamp, oldest first. */
const oldEvents = function* (tables: Tables, { last, removed, workspace }: EventRange, before: DateTime.Utc) {
  for (let number = removed + 1; number <= last; number++) {
    const event = tables.events.get(workspace, String(number))
    if (event === undefined || DateTime.isGreaterThanOrEqualTo(event.at, before)) return
    yield event
  }
}

/** Removes up to `limit` of a workspace's first events before a timestamp, and returns the number removed. */
const removeFirst = (tables: Tables, range: EventRange, before: DateTime.Utc, limit: number): number => {
  const { workspace } = range
  let removed = range.removed
  for (const event of Iterable.take(oldEvents(tables, range, before), limit)) {
    tables.events.remove(workspace, String(++removed))
    if ("channelNoticeUuid" in event) tables.notices.remove(workspace, event.channelNoticeUuid)
  }
  if (removed > range.removed) tables.eventRanges.set(singlePartition, workspace, { ...range, removed })
  return removed - range.removed
}
