import { BroadcastUuid, WorkspaceUuid } from "@rollcall/core"
import { BroadcastStatus, refKey } from "@rollcall/core/sending"
import type { BroadcastStore } from "@rollcall/core/storage"
import { Effect, Random, Schema } from "effect"
import type { Statement } from "effect/sql"
import { checkAfterClaim, isDue, putOff } from "./DueBroadcasts.ts"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

/** Number of workspaces that one scan checks for due broadcasts. */
const lookedAtOnce = 64

/**
 * Number of scanned workspaces that cost as much as one claim. Before the next scan, claims by due time make up for the
 * cost of the last scan, minus the claims by turns.
 */
const lookedByClaim = 4

/** Minimum claims between scans when few workspaces have due broadcasts. */
const fewestTurns = 16

/** The lowest uuid, before that of any workspace. */
const start = "00000000-0000-0000-0000-000000000000"

/** The rotation of workspaces in this process. */
interface Rotation {
  /** The workspaces that are next in turn. */
  next: ReadonlyArray<WorkspaceUuid>
  /** The workspace after which the next scan starts. */
  after: string
  /** Number of broadcasts to claim by due time before the next scan. */
  between: number
  /** Whether the last claim reached its limit, so that other broadcasts may be waiting. */
  isBehind: boolean
}

const dueRows = rowsOf(
  Schema.Struct({
    workspace: WorkspaceUuid,
    broadcast: BroadcastUuid,
    status: BroadcastStatus,
    is_complete: Schema.BooleanFromBit,
    expired: Schema.BooleanFromBit,
    due_at: Schema.Int
  })
)
const lookedAt = rowsOf(Schema.Struct({ workspace: WorkspaceUuid, is_due: Schema.BooleanFromBit }))

/** Returns the condition for broadcasts that take turns. It matches the condition of their index. */
const hasTurns = ({ sql }: Db) => sql`status IN ('scheduled', 'sending', 'paused')`

/**
 * Returns the condition for the due broadcasts of a workspace, as a range of both columns. Otherwise Postgres would search
 * all due broadcasts if the workspace has many.
 */
const isDueOf = (db: Db, workspace: Statement.Fragment, now: Statement.Fragment) => db.sql`${hasTurns(db)}
  AND workspace_uuid >= ${workspace} AND (workspace_uuid, look_at) <= (${workspace}, ${now})`

const columns = ({ sql }: Db, now: Statement.Fragment) => sql`
  workspace_uuid AS workspace, uuid AS broadcast, status, is_complete, look_at AS due_at,
  CASE WHEN valid_until <= ${now} THEN 1 ELSE 0 END AS expired`

/**
 * Claims by due time while it keeps up. Once broadcasts may be waiting, workspaces take turns in the order of their uuids,
 * and the rest of the limit is claimed by due time. No claim reads everything that is due. A scan reads two index entries
 * for each of 64 workspaces, and the workspaces with a due broadcast get their turns before the next scan. Each process has
 * its own rotation.
 *
 * Skips broadcasts locked by another transaction. A SELECT before the UPDATE keeps the order of due times, because
 * RETURNING has no order.
 */
export const claimDue = (db: Db): BroadcastStore["Service"]["claimDue"] => {
  const { dialect, transaction } = db
  const turns: Rotation = { next: [], after: start, between: 0, isBehind: false }
  return ({ limit, nextCheckAfter }) =>
    transaction(
      Effect.gen(function* () {
        const now = yield* dialect.now
        const inTurn = turns.isBehind ? yield* claimTurns(db, turns, now, limit) : []
        const taken = new Set(inTurn.map(refKey))
        const others = inTurn.length < limit ? yield* firstDue(db, now, limit) : []
        const rows = [...inTurn, ...others.filter((row) => !taken.has(refKey(row)))].slice(0, limit)
        turns.between -= rows.length - inTurn.length
        turns.isBehind = rows.length === limit
        if (!turns.isBehind) Object.assign(turns, { next: [], between: 0 })
        const refs = rows.map(({ broadcast, workspace }) => ({ workspace, broadcast }))
        if (refs.length > 0) yield* putOff(db, refs, checkAfterClaim(db, now, nextCheckAfter))
        return rows
          .toSorted((a, b) => a.due_at - b.due_at)
          .map(({ broadcast, expired: hasExpired, is_complete: isComplete, status, workspace }) => {
            return { ref: { workspace, broadcast }, status, hasExpired, isComplete }
          })
      })
    )
}

/** Locks the first due broadcasts of all workspaces. */
const firstDue = (db: Db, now: Statement.Fragment, limit: number) => {
  const { dialect, sql, table } = db
  return dueRows(db)(sql`
    SELECT ${columns(db, now)} FROM ${table("broadcasts")}
    WHERE ${isDue(db, now)} AND status <> 'resolving'
    ORDER BY look_at
    LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}`)
}

/**
 * Locks the first due broadcast of each workspace in turn, up to the limit. If a workspace has nothing due any more,
 * another process is serving the same workspaces. The remaining turns are then left to that process.
 */
const claimTurns = Effect.fnUntraced(function* (db: Db, turns: Rotation, now: Statement.Fragment, limit: number) {
  if (turns.next.length === 0 && turns.between <= 0) yield* look(db, turns, now)
  // A workspace gets at most one turn per claim, because its first broadcast is still due.
  const again = turns.next.findIndex((workspace, place) => turns.next.indexOf(workspace) < place)
  const asked = turns.next.slice(0, Math.min(limit, again < 0 ? limit : again))
  if (asked.length === 0) return []
  const rows = yield* firsts(db, asked, now)
  turns.next = rows.length < asked.length ? [] : turns.next.slice(asked.length)
  return rows
})

/** Locks the first due broadcast of each given workspace. */
const firsts = (db: Db, workspaces: ReadonlyArray<WorkspaceUuid>, now: Statement.Fragment) => {
  const { dialect, sql, table } = db
  // One statement is prepared per limit. It looks up one index entry per workspace.
  const first = (workspace: WorkspaceUuid) => sql`
    SELECT * FROM (
      SELECT ${columns(db, now)} FROM ${table("broadcasts")}
      WHERE ${isDueOf(db, sql`${workspace}`, now)}
      ORDER BY workspace_uuid, look_at
      LIMIT 1 ${dialect.lockRows("update", { skipLocked: true })}
    ) AS first`
  return dueRows(db)(sql`${sql.join(" UNION ALL ", false)(workspaces.map(first))}`)
}

/** Scans the next 64 workspaces and gives turns to those with a due broadcast. Starts over after the last workspace. */
const look = Effect.fnUntraced(function* (db: Db, turns: Rotation, now: Statement.Fragment) {
  const { sql, table } = db
  const next = (previous: Statement.Fragment) => sql`(
    SELECT workspace_uuid FROM ${table("broadcasts")}
    WHERE ${hasTurns(db)} AND workspace_uuid > ${previous} ORDER BY workspace_uuid, look_at LIMIT 1
  )`
  const lookFrom = (after: string) =>
    lookedAt(db)(sql`
      WITH RECURSIVE looked (workspace, place) AS (
        SELECT ${next(sql`${after}`)}, 1
        UNION ALL
        SELECT ${next(sql`looked.workspace`)}, place + 1 FROM looked
        WHERE workspace IS NOT NULL AND place < ${lookedAtOnce}
      )
      SELECT workspace, CASE WHEN (
        SELECT look_at FROM ${table("broadcasts")}
        WHERE ${isDueOf(db, sql`looked.workspace`, now)} ORDER BY workspace_uuid, look_at LIMIT 1
      ) IS NULL THEN 0 ELSE 1 END AS is_due
      FROM looked WHERE workspace IS NOT NULL ORDER BY place`)
  const wasAfter = turns.after
  const rest = yield* lookFrom(wasAfter)
  const isRound = rest.length === 0 && wasAfter !== start
  const looked = isRound ? yield* lookFrom(start) : rest
  const due = looked.flatMap(({ is_due: hasDue, workspace }) => (hasDue ? [workspace] : []))
  const isEnd = looked.length < lookedAtOnce
  const isAll = isEnd && (isRound || wasAfter === start)
  turns.after = isEnd ? start : (looked.at(-1)?.workspace ?? start)
  // Processes that scan the same workspaces start at different ones.
  const first = due.length === 0 ? 0 : yield* Random.nextIntBetween(0, due.length - 1)
  // If only one workspace has due broadcasts, no other workspace needs a turn.
  turns.next = isAll && due.length === 1 ? [] : [...due.slice(first), ...due.slice(0, first)]
  turns.between = Math.max(turns.next.length === 0 ? fewestTurns : 0, looked.length / lookedByClaim - turns.next.length)
  // If there are few workspaces, each gets several turns, which saves scans.
  const round = turns.next
  if (isAll && round.length > 0) while (turns.next.length < fewestTurns) turns.next = [...turns.next, ...round]
})
