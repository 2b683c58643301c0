import { type ContactImport, type ContactImportStore, type ImportRef, isImportOver } from "@rollcall/core"
import { Duration, Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../kernel/Database.ts"
import { contactImportRecord } from "./ContactImportRow.ts"
import { issuesRecord, resultColumns, resultRecord } from "./ImportedRow.ts"
import { rowsOfImport } from "./ReadImports.ts"

type Store = ContactImportStore["Service"]

/** Writes all outcomes with one statement. */
export const record = (db: Db): Store["record"] => {
  const { attempt, dialect, sql } = db
  return Effect.fn("ContactImportStore.record")((contactImport, results, lookAgainAfter) =>
    db.transaction(
      Effect.gen(function* () {
        const given = dialect.unpack(
          "given",
          resultColumns,
          results.map((result) => resultRecord(result))
        )
        yield* attempt(sql`
          UPDATE contact_import_rows
          SET outcome = given.outcome, contact_uuid = given.contact_uuid, issues = given.issues FROM ${given}
          WHERE ${rowsOfImport(db, refOf(contactImport))} AND contact_import_rows.row_index = given.row_index`)
        const now = yield* dialect.now
        const dueAt = isImportOver(contactImport) ? sql`NULL` : sql`${now} + ${Duration.toMillis(lookAgainAfter)}`
        yield* replaceHead(db, contactImport, dueAt)
      })
    )
  )
}

export const abandon = (db: Db): Store["abandon"] => {
  const { attempt, sql } = db
  return Effect.fn("ContactImportStore.abandon")((contactImport, issue) =>
    db.transaction(
      Effect.andThen(
        attempt(sql`
          UPDATE contact_import_rows SET outcome = 'failed', issues = ${issuesRecord([issue])}
          WHERE ${rowsOfImport(db, refOf(contactImport))} AND outcome IS NULL`),
        replaceHead(db, contactImport, sql`NULL`)
      )
    )
  )
}

const refOf = ({ uuid, workspaceUuid }: ContactImport): ImportRef => ({ workspace: workspaceUuid, contactImport: uuid })

const replaceHead = ({ attempt, sql }: Db, contactImport: ContactImport, dueAt: Statement.Fragment) => {
  const record = contactImportRecord(contactImport)
  return Effect.asVoid(
    attempt(sql`
      UPDATE contact_imports SET ${sql.update(record, ["uuid", "workspace_uuid"])}, due_at = ${dueAt}
      WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}`)
  )
}
