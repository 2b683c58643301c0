import { slice } from "@rollcall/core/operations"
import type { SegmentFilter, StoredSegment } from "@rollcall/core/people"
import { SegmentStore } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { storeLayer } from "../database/Database.ts"
import { foldedName, nameOrder, orConflict } from "../database/Rows.ts"

export const layer = storeLayer(SegmentStore, ({ read, write }) => {
  const find: SegmentStore["Service"]["find"] = (workspace, uuid) =>
    read(({ segments }) => Option.fromUndefinedOr(segments.get(workspace, uuid)))

  return {
    insert: (segment) =>
      Effect.flatMap(
        write(({ segments }) => segments.insert(segment.workspaceUuid, segment.uuid, segment)),
        orConflict
      ),

    find,

    named: (workspace, uuids) => read(({ segments }) => uuids.flatMap((uuid) => segments.get(workspace, uuid) ?? [])),

    // A transaction is the only writer until it ends, so its reads are already locked.
    lock: find,

    replace: (segment) =>
      Effect.asVoid(write(({ segments }) => segments.replace(segment.workspaceUuid, segment.uuid, segment))),

    list: (workspace, filter, sort, page) =>
      read(({ segments }) => slice(segments.rows(workspace).filter(isWanted(filter)).toSorted(nameOrder(sort)), page))
  }
})

const isWanted =
  ({ nameContains, status }: SegmentFilter) =>
  (segment: StoredSegment): boolean =>
    (status === null || segment.status === status) && foldedName(segment).includes(nameContains ?? "")
