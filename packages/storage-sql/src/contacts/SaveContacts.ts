import type { ContactChangeEvent, ContactStore, ContactWrite } from "@rollcall/core/storage"
import { Effect, Exit } from "effect"
import { writeValues } from "../custom-fields/WriteValues.ts"
import type { Db } from "../shared/Database.ts"
import { shareStatement } from "../shared/SharedStatement.ts"
import { writeWithEvents } from "../events/AppendEvents.ts"
import { contactRecord, contactRecordColumns } from "./ContactRow.ts"

/**
 * Writes new contacts with one statement and changed ones with another, each with their events, in a transaction. New
 * contacts come first, so that a `Conflict` occurs before other writes. A single contact without changed values is
 * written without a transaction of its own, and a new one in the statement of others that are stored at the same time.
 */
export const saveContacts = (db: Db): ContactStore["Service"]["save"] => {
  const insertAlone = shareStatement(db, {
    isShared: true,
    keyOf: () => "contacts",
    one: (write: ContactWrite) => insertContacts(db, [write]),
    // Each is stored or refused by itself: if one refuses the statement, none of them is stored yet.
    all: (writes) =>
      Effect.as(
        insertContacts(db, writes),
        writes.map(() => Exit.void)
      ).pipe(
        Effect.catchIf(
          ({ reason }) => reason !== "Unavailable",
          () => Effect.forEach(writes, (write) => Effect.exit(insertContacts(db, [write])))
        )
      )
  })
  return (writes) => {
    const { changed, created } = writes
    const rows = Effect.andThen(
      insertContacts(db, created),
      replaceContacts(db, changed, writes.event ?? "contact.updated")
    )
    const [first, ...others] = [...created, ...changed]
    if (first === undefined) return Effect.void
    if (others.length > 0 || first.changes.length > 0) {
      return db.inTransaction(Effect.andThen(rows, writeValues(db, writes)))
    }
    return changed.length > 0 ? rows : insertAlone(first)
  }
}

const columns = Object.keys(contactRecordColumns)
const changing = columns.filter((column) => column !== "uuid" && column !== "workspace_uuid")

/**
 * Inserts one contact by plain parameters, which are faster than a values table of one row, and many by a values table.
 */
const insertContacts = (db: Db, writes: ReadonlyArray<ContactWrite>) => {
  const { sql, table } = db
  const [first, ...others] = writes
  if (first === undefined) return Effect.void
  const names = sql.csv(columns)
  const rows =
    others.length === 0
      ? sql`${sql.insert(contactRecord(first.contact))}`
      : sql`(${names}) SELECT ${names} FROM ${given(db, writes)}`
  const statement = sql`INSERT INTO ${table("contacts")} ${rows} RETURNING workspace_uuid, uuid`
  return writeWithEvents(db, statement, "contact.created", { prepared: true })
}

/**
 * The statement for many contacts is planned on each execution: a prepared plan that was made while there were few
 * contacts scans all of them, and stays in use when there are many.
 */
const replaceContacts = (db: Db, writes: ReadonlyArray<ContactWrite>, event: ContactChangeEvent) => {
  const { sql, table } = db
  const [first, ...others] = writes
  if (first === undefined) return Effect.void
  if (others.length === 0) {
    const record = contactRecord(first.contact)
    const statement = sql`
      UPDATE ${table("contacts")} SET ${sql.update(record, ["uuid", "workspace_uuid"])}
      WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}
      RETURNING workspace_uuid, uuid`
    return writeWithEvents(db, statement, event, { prepared: true })
  }
  const changes = changing.map((column) => sql`${sql(column)} = given.${sql(column)}`)
  const statement = sql`
    UPDATE ${table("contacts")} SET ${sql.csv(changes)} FROM ${given(db, writes)}
    WHERE contacts.workspace_uuid = given.workspace_uuid AND contacts.uuid = given.uuid
    RETURNING contacts.workspace_uuid AS workspace_uuid, contacts.uuid AS uuid`
  return writeWithEvents(db, statement, event, { prepared: false })
}

const given = ({ dialect }: Db, writes: ReadonlyArray<ContactWrite>) =>
  dialect.valuesTable(
    "given",
    contactRecordColumns,
    writes.map(({ contact }) => contactRecord(contact))
  )
