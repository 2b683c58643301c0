import type { ActorUuid, WorkspaceUuid } from "@rollcall/core"
import type { NewEvent } from "@rollcall/core/storage"
import type { DateTime } from "effect"
import { type EventRange, singlePartition, type Tables } from "../database/Tables.ts"

/** Returns the range of a workspace's event numbers, which count from 1. */
export const rangeOf = ({ eventRanges }: Tables, workspace: WorkspaceUuid): EventRange =>
  eventRanges.get(singlePartition, workspace) ?? { workspace, removed: 0, last: 0 }

/**
 * Appends events. Their cursor is their number, which is in commit order because one transaction runs at a time. A notice
 * that already has an event is skipped.
 */
export const appendEvents = (
  tables: Tables,
  now: DateTime.Utc,
  by: ActorUuid | null,
  events: ReadonlyArray<NewEvent>
): void => {
  for (const event of events) {
    const range = rangeOf(tables, event.workspaceUuid)
    const cursor = String(range.last + 1)
    if ("channelNoticeUuid" in event) {
      if (!tables.notices.insert(event.workspaceUuid, event.channelNoticeUuid, cursor)) continue
    }
    tables.events.set(event.workspaceUuid, cursor, { ...event, cursor, at: now, by, actor: null })
    tables.eventRanges.set(singlePartition, event.workspaceUuid, { ...range, last: range.last + 1 })
  }
}
