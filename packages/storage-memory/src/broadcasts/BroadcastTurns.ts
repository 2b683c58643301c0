import type { WorkspaceUuid } from "@rollcall/core"
import type { BroadcastRow } from "../database/Tables.ts"

/**
 * Returns a function that takes up to `limit` due rows, in due order. It takes one row of each workspace before a second
 * row of any, and prefers the workspaces that have waited longest for a turn.
 */
export const makeTurns = () => {
  /** The number of the claim in which each workspace had its last turn. */
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
    // If everything due was claimed, no workspace is waiting.
    if (due.length <= limit) last.clear()
    else for (const { row } of taken) last.set(row.broadcast.workspaceUuid, claim)
    return taken.toSorted((a, b) => a.at - b.at).map(({ row }) => row)
  }
}
