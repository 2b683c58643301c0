import type { Ledger, RecipientUuid, StorageError } from "@rollcall/core"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../kernel/Database.ts"
import { rowsOf } from "../kernel/Rows.ts"
import { accountColumns, AccountRow, changeOf, changingColumns } from "./AccountRow.ts"

const accounts = rowsOf(AccountRow)

const lockAccounts = (db: Db, wanted: Statement.Fragment) =>
  accounts(
    db,
    db.sql`
      SELECT ${db.sql.csv(accountColumns)} FROM broadcast_recipients WHERE ${wanted}
      ORDER BY uuid ${db.dialect.forUpdate}`
  )

/** Reads accounts by their uuids and keeps other writers from them. */
export const accountsByUuid = (
  db: Db,
  uuids: ReadonlyArray<RecipientUuid>
): Effect.Effect<ReadonlyArray<typeof AccountRow.Type>, StorageError> => {
  const given = db.dialect.unpack(
    "given",
    { wanted: "uuid" },
    uuids.map((wanted) => ({ wanted }))
  )
  return uuids.length === 0 ? Effect.succeed([]) : lockAccounts(db, db.sql`uuid IN (SELECT wanted FROM ${given})`)
}

/** Reads accounts by the channel's ids of their messages and keeps other writers from them. */
export const accountsByMessage = (
  db: Db,
  messageIds: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<typeof AccountRow.Type>, StorageError> => {
  const given = db.dialect.unpack(
    "given",
    { wanted: "text" },
    messageIds.map((wanted) => ({ wanted }))
  )
  return messageIds.length === 0
    ? Effect.succeed([])
    : lockAccounts(db, db.sql`message_id IN (SELECT wanted FROM ${given})`)
}

/** Reads the accounts that a condition on their identifiers chooses and keeps other writers from them. */
export const accountsByIdentifier = (db: Db, wanted: Statement.Fragment) => lockAccounts(db, wanted)

/** As {@link saveAccounts}, for accounts that a contact was taken out of. */
export const saveErasedAccounts = Effect.fnUntraced(function* (db: Db, rows: ReadonlyArray<Ledger.LedgerRow>) {
  yield* saveAccounts(db, rows)
  if (rows.length === 0) return
  const { attempt, dialect, sql } = db
  const given = dialect.unpack(
    "given",
    { erased: "uuid" },
    rows.map(({ uuid }) => ({ erased: uuid }))
  )
  yield* attempt(sql`
    UPDATE broadcast_recipients SET identifier = '', client_reference = NULL
    WHERE uuid IN (SELECT erased FROM ${given})`)
})

/** Writes the new form of accounts that are locked. */
export const saveAccounts = Effect.fnUntraced(function* (db: Db, rows: ReadonlyArray<Ledger.LedgerRow>) {
  if (rows.length === 0) return
  const { attempt, dialect, sql } = db
  const given = dialect.unpack("given", { uuid: "uuid", ...changingColumns }, rows.map(changeOf))
  const changes = Object.keys(changingColumns).map((column) => sql`${sql(column)} = given.${sql(column)}`)
  yield* attempt(sql`
    UPDATE broadcast_recipients SET ${sql.csv(changes)} FROM ${given} WHERE broadcast_recipients.uuid = given.uuid`)
})
