import type { ContactStore, ContactWrite } from "@rollcall/core/storage"
import type { StorageError } from "@rollcall/core"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import { writeValues } from "../custom-fields/WriteValues.ts"
import type { Db } from "../database/Database.ts"
import { writeWithEvents } from "../events/AppendEvents.ts"
import { contactRecord, contactRecordColumns } from "./ContactRow.ts"
import type { IndexBacklog } from "./IndexBacklog.ts"
import { charactersIn } from "./WriteSize.ts"

/**
 * Writes new contacts with one statement and changed ones with another, each with their events, in a transaction. New
 * contacts come first, so that a `Conflict` occurs before other writes. Those with events of another type have statements
 * of their own. A single contact without changed values is written without a transaction of its own.
 */
export const saveContacts =
  (db: Db, backlog: IndexBacklog): ContactStore["Service"]["save"] =>
  (writes) => {
    const { changed, created } = writes
    backlog.add(charactersIn(created) + charactersIn(changed))
    const rows = Effect.andThen(
      eachType(created, (some) => insertContacts(db, some)),
      eachType(changed, (some) => replaceContacts(db, some))
    )
    const [first, ...others] = [...created, ...changed]
    if (first === undefined) return Effect.void
    if (others.length === 0 && first.changes.length === 0) return rows
    return db.inTransaction(Effect.andThen(rows, writeValues(db, writes)))
  }

/** Runs a statement for the writes of each type of event. There is one type, but where a caller does several things. */
const eachType = (
  writes: ReadonlyArray<ContactWrite>,
  run: (writes: ReadonlyArray<ContactWrite>) => Effect.Effect<unknown, StorageError>
) => {
  const type = writes[0]?.event.type
  if (writes.every(({ event }) => event.type === type)) return Effect.asVoid(run(writes))
  return Effect.forEach(Map.groupBy(writes, ({ event }) => event.type).values(), run, { discard: true })
}

const columns = Object.keys(contactRecordColumns)
const changing = columns.filter((column) => column !== "uuid" && column !== "workspace_uuid")

/** What a statement that inserts contacts depends on, and what else it writes: see `writeWithEvents`. */
interface Insertion {
  readonly condition: Statement.Fragment
  readonly more: Statement.Fragment | null
}

/**
 * Inserts contacts with their events, all of one type, if the condition is true. Returns how many contacts are inserted. One contact is
 * inserted by plain parameters, which are faster than a values table, where there is no condition.
 */
export const insertContacts = (db: Db, writes: ReadonlyArray<ContactWrite>, insertion?: Insertion) => {
  const { sql, table } = db
  const [first, ...others] = writes
  if (first === undefined) return Effect.succeed(0)
  const names = sql.csv(columns)
  const rows =
    others.length === 0 && insertion === undefined
      ? sql`${sql.insert(contactRecord(first))}`
      : sql`(${names}) SELECT ${names} FROM ${given(db, writes)} WHERE ${insertion?.condition ?? sql.literal("TRUE")}`
  const statement = sql`INSERT INTO ${table("contacts")} ${rows} RETURNING workspace_uuid, uuid`
  return writeWithEvents(db, statement, [first, ...others], { prepared: true, more: insertion?.more ?? null })
}

/**
 * The statement for many contacts is planned on each execution: a prepared plan that was made while there were few
 * contacts scans all of them, and stays in use when there are many.
 */
const replaceContacts = (db: Db, writes: ReadonlyArray<ContactWrite>) => {
  const { sql, table } = db
  const [first, ...others] = writes
  if (first === undefined) return Effect.succeed(0)
  if (others.length === 0) {
    const record = contactRecord(first)
    const statement = sql`
      UPDATE ${table("contacts")} SET ${sql.update(record, ["uuid", "workspace_uuid"])}
      WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}
      RETURNING workspace_uuid, uuid`
    return writeWithEvents(db, statement, [first, ...others], { prepared: true, more: null })
  }
  const changes = changing.map((column) => sql`${sql(column)} = given.${sql(column)}`)
  const statement = sql`
    UPDATE ${table("contacts")} SET ${sql.csv(changes)} FROM ${given(db, writes)}
    WHERE contacts.workspace_uuid = given.workspace_uuid AND contacts.uuid = given.uuid
    RETURNING contacts.workspace_uuid AS workspace_uuid, contacts.uuid AS uuid`
  return writeWithEvents(db, statement, [first, ...others], { prepared: false, more: null })
}

const given = ({ dialect }: Db, writes: ReadonlyArray<ContactWrite>) =>
  dialect.valuesTable("given", contactRecordColumns, writes.map(contactRecord))
