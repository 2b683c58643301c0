import { type BroadcastStore, lawfulMoves, Ledger } from "@rollcall/core"
import { Effect, Option } from "effect"
import type { Db } from "../kernel/Database.ts"
import { holdBroadcast } from "./BroadcastLocks.ts"
import { selectBroadcast } from "./ReadBroadcast.ts"
import { rejectPending } from "./RejectPending.ts"

/** Holds the broadcast, so that no claim is under way. What is pending then is all that was never handed over. */
export const moveBroadcast = (db: Db): BroadcastStore["Service"]["move"] => {
  const { attempt, dialect, sql, transaction } = db
  return Effect.fn("BroadcastStore.move")((ref, to, { pendingError, reason }) =>
    transaction(
      Effect.gen(function* () {
        yield* holdBroadcast(db, ref)
        const found = yield* selectBroadcast(db, ref.workspace, ref.broadcast, dialect.forUpdate)
        if (Option.isNone(found)) return Option.none()
        const broadcast = found.value
        if (!lawfulMoves[to].includes(broadcast.status)) return Option.some({ broadcast, moved: false })
        const now = yield* dialect.now
        yield* attempt(sql`
          UPDATE broadcasts SET status = ${to}, status_reason = ${reason}, look_at = ${now}
          WHERE workspace_uuid = ${ref.workspace} AND uuid = ${ref.broadcast}`)
        if (Ledger.isOver(to)) yield* rejectPending(db, ref, pendingError)
        return Option.some({ broadcast: { ...broadcast, status: to, statusReason: reason }, moved: true })
      })
    )
  )
}
