import { ContactImportUuid, WorkspaceUuid } from "@rollcall/core"
import type { ContactImportStore } from "@rollcall/core/storage"
import { Duration, Effect, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { namedColumns, rowsOf } from "../database/Rows.ts"

const refs = rowsOf(
  Schema.Struct({ workspace: WorkspaceUuid, contactImport: ContactImportUuid }).pipe(
    namedColumns({ workspace: "workspace_uuid", contactImport: "uuid" })
  )
)

/** Limits how long imports wait for their next check. */
export const shortenChecks = (db: Db): ContactImportStore["Service"]["shortenChecks"] => {
  const { dialect, mapErrors, sql, table } = db
  return Effect.fnUntraced(function* (nextCheckAfter) {
    const latest = sql`${yield* dialect.now} + ${Duration.toMillis(nextCheckAfter)}`
    yield* mapErrors(sql`UPDATE ${table("contact_imports")} SET due_at = ${latest} WHERE due_at > ${latest}`)
  })
}

/**
 * Claims due imports. Skips imports locked by another transaction. A SELECT before the UPDATE keeps the order of due times,
 * because RETURNING has no order.
 */
export const claimDue = (db: Db): ContactImportStore["Service"]["claimDue"] => {
  const { dialect, mapErrors, sql, table, transaction } = db
  return ({ limit, nextCheckAfter }) =>
    transaction(
      Effect.gen(function* () {
        const now = yield* dialect.now
        const due = yield* refs(
          db,
          sql`
            SELECT workspace_uuid, uuid FROM ${table("contact_imports")} WHERE due_at <= ${now}
            ORDER BY due_at LIMIT ${limit} ${dialect.lockRows("update", { skipLocked: true })}`
        )
        if (due.length === 0) return due
        const given = dialect.valuesTable("given", { workspace: "uuid", contactImport: "uuid" }, due)
        yield* mapErrors(sql`
          UPDATE ${table("contact_imports")} SET due_at = ${now} + ${Duration.toMillis(nextCheckAfter)} FROM ${given}
          WHERE workspace_uuid = given.workspace AND uuid = given.${sql("contactImport")}`)
        return due
      })
    )
}
