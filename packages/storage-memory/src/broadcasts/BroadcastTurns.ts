import type { WorkspaceUuid } from "@rollcall/core"
import type { BroadcastRow } from "../database/Tables.ts"

/**
 * Returns a function that takes up to `limit` of the rows that are due, which are in their order, and returns them in that order:
 * the first one of each workspace before a second one of any, and those of workspaces first that have waited longest for
 * a turn.
 */
export const makeTurns = () => {
  /** When each workspace had its last turn, as the number of a claim. */
  const last = new Map<WorkspaceUuid, number>()
  let claim = 0
  return (due: ReadonlyArray<BroadcastRow>, limit: number): ReadonlyArray<BroadcastRow> => {
    claim += 1
    const places = new Map<WorkspaceUuid, number>()
    const placed = due.map((row, at) => {
      const { workspaceUuid } = row.broadcast
      const place = (places.get(workspaceUuid) ?? 0) + 1
      places.set(workspaceUuid, place)
      return { row, at, place, turn: last.get(workspaceUuid) ?? 0 }
    })
    const taken = placed.toSorted((a, b) => a.place - b.place || a.turn - b.turn).slice(0, limit)
    // None waits after a claim of all.
    if (due.length <= limit) last.clear()
    else for (const { row } of taken) last.set(row.broadcast.workspaceUuid, claim)
    return taken.toSorted((a, b) => a.at - b.at).map(({ row }) => row)
  }
}
