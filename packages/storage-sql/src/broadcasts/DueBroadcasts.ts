import { type BroadcastStore, BroadcastUuid, WorkspaceUuid } from "@rollcall/core"
import { Duration, Effect, Option, Schema } from "effect"
import type { Db } from "../kernel/Database.ts"
import { rowsOf } from "../kernel/Rows.ts"
import { moveBroadcast } from "./MoveBroadcast.ts"

type Store = BroadcastStore["Service"]

const refs = rowsOf(
  Schema.Struct({ workspace: WorkspaceUuid, broadcast: BroadcastUuid }).pipe(
    Schema.encodeKeys({ workspace: "workspace_uuid", broadcast: "uuid" })
  )
)

/**
 * Rows that another process is just taking are left to it. Two statements, because what an update gives back is in no
 * order.
 */
export const takeDue = (db: Db): Store["takeDue"] => {
  const { attempt, dialect, sql, transaction } = db
  return Effect.fn("BroadcastStore.takeDue")(({ limit, lookAgainAfter }) =>
    transaction(
      Effect.gen(function* () {
        const now = yield* dialect.now
        const due = yield* refs(
          db,
          sql`
            SELECT workspace_uuid, uuid FROM broadcasts
            WHERE (status = 'scheduled' AND scheduled_at <= ${now} OR status = 'sending' AND look_at <= ${now})
              AND (valid_until IS NULL OR valid_until > ${now})
            ORDER BY CASE WHEN status = 'scheduled' THEN scheduled_at ELSE look_at END
            LIMIT ${limit} ${dialect.forUpdateSkipLocked}`
        )
        if (due.length === 0) return due
        const given = dialect.unpack("given", { workspace: "uuid", broadcast: "uuid" }, due)
        yield* attempt(sql`
          UPDATE broadcasts SET status = 'sending', look_at = ${now} + ${Duration.toMillis(lookAgainAfter)}
          FROM ${given}
          WHERE workspace_uuid = given.workspace AND uuid = given.broadcast`)
        return due
      })
    )
  )
}

export const lookAgain = (db: Db): Store["lookAgain"] => {
  const { attempt, dialect, sql } = db
  return Effect.fn("BroadcastStore.lookAgain")(function* (ref, after) {
    const now = yield* dialect.now
    yield* attempt(sql`
      UPDATE broadcasts SET look_at = ${now} + ${Duration.toMillis(after)}
      WHERE workspace_uuid = ${ref.workspace} AND uuid = ${ref.broadcast}`)
  })
}

/**
 * At `valid_until` no further hand-over begins (B3). Each is moved on its own: one that somebody else has just moved is
 * not among those that are given.
 */
export const expireOverdue = (db: Db): Store["expireOverdue"] => {
  const { dialect, sql } = db
  const move = moveBroadcast(db)
  return Effect.fn("BroadcastStore.expireOverdue")(function* ({ limit, pendingError }) {
    const now = yield* dialect.now
    const overdue = yield* refs(
      db,
      sql`
        SELECT workspace_uuid, uuid FROM broadcasts
        WHERE status IN ('scheduled', 'sending', 'paused') AND valid_until <= ${now}
        ORDER BY valid_until
        LIMIT ${limit}`
    )
    return yield* Effect.filter(overdue, (ref) =>
      Effect.map(
        move(ref, "expired", { reason: null, pendingError }),
        Option.exists(({ moved }) => moved)
      )
    )
  })
}
