import { BroadcastUuid, WorkspaceUuid } from "@rollcall/core"
import { BroadcastStatus, refKey } from "@rollcall/core/sending"
import type { BroadcastStore } from "@rollcall/core/storage"
import { Effect, Random, Schema } from "effect"
import type { Statement } from "effect/sql"
import { checkAfterClaim, isDue, putOff } from "./DueBroadcasts.ts"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

/** How many workspaces one look examines for due broadcasts. */
const lookedAtOnce = 64

/**
 * How many examined workspaces cost as much as a claim. Before the next look, claims by due time make up for the cost of
 * the last one, less the claims by turns.
 */
const lookedByClaim = 4

/** How many claims one look serves, if few workspaces have due broadcasts. */
const fewestTurns = 16

/** A uuid before every workspace's. */
const start = "00000000-0000-0000-0000-000000000000"

/** The turns of workspaces in this process. */
interface Rotation {
  /** The workspaces whose turns are next. */
  next: ReadonlyArray<WorkspaceUuid>
  /** The workspace after which the next look begins. */
  after: string
  /** How many broadcasts are claimed only by due time before the next look. */
  between: number
  /** Whether the last claim got as many broadcasts as it asked for, so that others may wait. */
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

/** The broadcasts that take turns, as their index has them. */
const hasTurns = ({ sql }: Db) => sql`status IN ('scheduled', 'sending', 'paused')`

/**
 * Whether a broadcast of a workspace is due. Written as a range of both columns. Otherwise, for a workspace with many
 * broadcasts, Postgres would search all due broadcasts.
 */
const isDueOf = (db: Db, workspace: Statement.Fragment, now: Statement.Fragment) => db.sql`${hasTurns(db)}
  AND workspace_uuid >= ${workspace} AND (workspace_uuid, look_at) <= (${workspace}, ${now})`

const columns = ({ sql }: Db, now: Statement.Fragment) => sql`
  workspace_uuid AS workspace, uuid AS broadcast, status, is_complete, look_at AS due_at,
  CASE WHEN valid_until <= ${now} THEN 1 ELSE 0 END AS expired`

/**
 * Claims by due time while it keeps up. Once others may wait, workspaces take turns in the order of their uuids, and the
 * rest of the limit is claimed by due time. No claim reads everything that is due. A look reads two entries of the index
 * for each of 64 workspaces, and the workspaces with a due broadcast have their turns before the next look. Each process
 * keeps its own turns.
 *
 * Skips broadcasts that another transaction has locked. A SELECT before the UPDATE keeps the order of due times, because
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
  return dueRows(
    db,
    sql`
      SELECT ${columns(db, now)} FROM ${table("broadcasts")}
      WHERE ${isDue(db, now)} AND status <> 'resolving'
      ORDER BY look_at
      LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}`
  )
}

/**
 * Locks the first due broadcast of each workspace whose turn is next, until there are enough. A workspace with nothing due
 * any more means that another process goes round the same workspaces. That process then takes the remaining turns.
 */
const claimTurns = Effect.fnUntraced(function* (db: Db, turns: Rotation, now: Statement.Fragment, limit: number) {
  if (turns.next.length === 0 && turns.between <= 0) yield* look(db, turns, now)
  // No workspace has two turns in one claim, because its first broadcast is still due.
  const again = turns.next.findIndex((workspace, place) => turns.next.indexOf(workspace) < place)
  const asked = turns.next.slice(0, Math.min(limit, again < 0 ? limit : again))
  if (asked.length === 0) return []
  const rows = yield* firsts(db, asked, now)
  turns.next = rows.length < asked.length ? [] : turns.next.slice(asked.length)
  return rows
})

/** Locks the first due broadcast of each of some workspaces. */
const firsts = (db: Db, workspaces: ReadonlyArray<WorkspaceUuid>, now: Statement.Fragment) => {
  const { dialect, sql, table } = db
  // One statement is prepared for each possible limit. It looks up an entry of the index for each workspace.
  const first = (workspace: WorkspaceUuid) => sql`
    SELECT * FROM (
      SELECT ${columns(db, now)} FROM ${table("broadcasts")}
      WHERE ${isDueOf(db, sql`${workspace}`, now)}
      ORDER BY workspace_uuid, look_at
      LIMIT 1 ${dialect.lockRows("update", { skipLocked: true })}
    ) AS first`
  return dueRows(db, sql`${sql.join(" UNION ALL ", false)(workspaces.map(first))}`)
}

/**
 * Decides whose turns are next: among the next 64 workspaces, the ones with a due broadcast. After the last workspace comes
 * the first.
 */
const look = Effect.fnUntraced(function* (db: Db, turns: Rotation, now: Statement.Fragment) {
  const { sql, table } = db
  const next = (previous: Statement.Fragment) => sql`(
    SELECT workspace_uuid FROM ${table("broadcasts")}
    WHERE ${hasTurns(db)} AND workspace_uuid > ${previous} ORDER BY workspace_uuid, look_at LIMIT 1
  )`
  const lookFrom = (after: string) =>
    lookedAt(
      db,
      sql`
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
        FROM looked WHERE workspace IS NOT NULL ORDER BY place`
    )
  const wasAfter = turns.after
  const rest = yield* lookFrom(wasAfter)
  const isRound = rest.length === 0 && wasAfter !== start
  const looked = isRound ? yield* lookFrom(start) : rest
  const due = looked.flatMap(({ is_due: hasDue, workspace }) => (hasDue ? [workspace] : []))
  const isEnd = looked.length < lookedAtOnce
  const isAll = isEnd && (isRound || wasAfter === start)
  turns.after = isEnd ? start : (looked.at(-1)?.workspace ?? start)
  // Processes that look at the same workspaces begin at different ones.
  const first = due.length === 0 ? 0 : yield* Random.nextIntBetween(0, due.length - 1)
  // If only one workspace has due broadcasts, no other waits for a turn.
  turns.next = isAll && due.length === 1 ? [] : [...due.slice(first), ...due.slice(0, first)]
  turns.between = Math.max(turns.next.length === 0 ? fewestTurns : 0, looked.length / lookedByClaim - turns.next.length)
  // If there are few workspaces, each has several turns, which saves looks.
  const round = turns.next
  if (isAll && round.length > 0) while (turns.next.length < fewestTurns) turns.next = [...turns.next, ...round]
})
