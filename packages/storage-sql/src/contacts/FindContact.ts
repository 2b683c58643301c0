import type { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import type { ContactStore } from "@rollcall/core/storage"
import { Effect, Exit, Option } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { firstOf, rowsOf } from "../database/Rows.ts"
import { batchStatement } from "../database/StatementBatch.ts"
import { contactColumns, ContactRow } from "./ContactRow.ts"

const contact = firstOf(ContactRow)
const contacts = rowsOf(ContactRow)

/** Returns a SELECT of one contact. */
export const selectContact = (
  db: Db,
  workspace: WorkspaceUuid,
  uuid: ContactUuid
): Statement.Statement<unknown> => db.sql`
  SELECT ${contactColumns(db, workspace)} FROM ${db.table("contacts")}
  WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`

/**
 * Returns a SELECT of several contacts. Plan it on each execution: a plan made for a small table would scan a large one.
 */
export const selectContacts = (db: Db, workspace: WorkspaceUuid, uuids: ReadonlyArray<ContactUuid>) => {
  const { dialect, sql, table } = db
  const given = dialect.valuesTable(
    "given",
    { home: "uuid", wanted: "uuid" },
    uuids.map((wanted) => ({ home: workspace, wanted }))
  )
  return sql`
    SELECT ${contactColumns(db, workspace)} FROM ${table("contacts")}
    WHERE (workspace_uuid, uuid) IN (SELECT home, wanted FROM ${given})`
}

interface Key {
  readonly workspace: WorkspaceUuid
  readonly uuid: ContactUuid
}

/** Returns a contact. Concurrent reads in one workspace share a statement. */
export const findContact = (db: Db): ContactStore["Service"]["find"] => {
  const find = batchStatement(db, {
    isShared: db.dialect.engine.sharesReads,
    isEager: true,
    keyOf: ({ workspace }: Key) => workspace,
    one: ({ uuid, workspace }) => contact(db)(selectContact(db, workspace, uuid)),
    all: Effect.fnUntraced(function* (keys) {
      const uuids = keys.map(({ uuid }) => uuid)
      const found = yield* contacts(db)(db.dialect.runUnprepared(selectContacts(db, keys[0].workspace, uuids)))
      const byUuid = new Map(found.map((contact) => [contact.uuid, contact]))
      return uuids.map((uuid) => Exit.succeed(Option.fromUndefinedOr(byUuid.get(uuid))))
    })
  })
  return (workspace, uuid) => find({ workspace, uuid })
}
