import type { StorageError } from "@rollcall/core"
import { Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { lockKey } from "../custom-fields/SqlCustomFieldStore.ts"
import { keepingHidden } from "../custom-fields/VisibleValues.ts"
import { insertionOfValues, writeValues } from "../custom-fields/WriteValues.ts"
import type { Db } from "../database/Database.ts"
import { oneOf } from "../database/Rows.ts"
import { countingChanged, countingNew, followingChanges } from "../counts/ContactCounts.ts"
import { type AuthoredWrite, writeWithEvents } from "../events/AppendEvents.ts"
import { contactRecord, contactRecordColumns } from "./ContactRow.ts"

const checked = oneOf(Schema.Struct({ is_so: Schema.BooleanFromBit }))

/** Contacts to save, and the required version of their workspace's field definitions; null for any version. */
export interface Saving {
  readonly created: ReadonlyArray<AuthoredWrite>
  readonly changed: ReadonlyArray<AuthoredWrite>
  readonly version: number | null
}

/** Saves contacts unless the field definitions have another version. Returns whether the contacts were saved. */
export const saveNow = (db: Db, saving: Saving): Effect.Effect<boolean, StorageError> => {
  const { changed, created, version } = saving
  const [first] = [...created, ...changed]
  if (first === undefined) return Effect.succeed(true)
  if (version === null) return Effect.as(writeContacts(db, saving, first), true)
  const workspace = first.contact.workspaceUuid
  const isSo = db.sql`${db.dialect.definitionsVersion(lockKey(workspace), workspace)} = ${version}`
  if (changed.length === 0 && db.dialect.engine.writesInSubqueries && haveType(created, first.event.type))
    return insertIf(db, created, isSo)
  return db.inTransaction(
    Effect.flatMap(checked(db)(db.sql`SELECT CAST(${isSo} AS integer) AS is_so`), ({ is_so }) =>
      is_so ? Effect.as(writeContacts(db, saving, first), true) : Effect.succeed(false)
    )
  )
}

/**
 * Writes new contacts and then changed contacts, with their events, in one transaction. Each group takes one statement per
 * event type. New contacts come first, so that a `Conflict` occurs before other writes. A single statement has no explicit
 * transaction.
 */
const writeContacts = (db: Db, writes: Saving, first: AuthoredWrite) => {
  const { changed, created } = writes
  const rows = Effect.andThen(
    eachType(created, (some) => insertContacts(db, some)),
    eachType(changed, (some) => replaceContacts(db, some))
  )
  const all = [...created, ...changed]
  const isOneStatement = (created.length === 0 || changed.length === 0) && haveType(all, first.event.type)
  if (isOneStatement && all.every(({ changes }) => changes.length === 0)) return rows
  return db.inTransaction(Effect.andThen(rows, writeValues(db, writes)))
}

/**
 * Saves new contacts with events of one type like `saveNow`, but in one round trip instead of five. Needs a database that
 * writes in subqueries. The conformance suite compares both ways.
 */
const insertIf = (db: Db, created: ReadonlyArray<AuthoredWrite>, condition: Statement.Fragment) => {
  const values = insertionOfValues(db, created, db.sql`EXISTS (SELECT 1 FROM written)`)
  return Effect.map(insertContacts(db, created, { condition, values }), (count) => count > 0)
}

const haveType = (writes: ReadonlyArray<AuthoredWrite>, type: AuthoredWrite["event"]["type"]) =>
  writes.every(({ event }) => event.type === type)

/** Runs a statement for each event type of the writes. Usually all writes have one type. */
const eachType = (
  writes: ReadonlyArray<AuthoredWrite>,
  run: (writes: ReadonlyArray<AuthoredWrite>) => Effect.Effect<unknown, StorageError>
) => {
  const type = writes[0]?.event.type
  if (type === undefined || haveType(writes, type)) return Effect.asVoid(run(writes))
  return Effect.forEach(Map.groupBy(writes, ({ event }) => event.type).values(), run, { discard: true })
}

const columns = Object.keys(contactRecordColumns)
const changing = columns.filter((column) => column !== "uuid" && column !== "workspace_uuid")

/** The condition for inserting contacts, and the statement that inserts their custom values; null for no values. */
interface Insertion {
  readonly condition: Statement.Fragment
  readonly values: Statement.Fragment | null
}

/**
 * Inserts contacts with their events, all of one type, if the condition is true. Returns the number of inserted contacts.
 * A single contact without a condition is inserted with plain parameters, which are faster than a values table.
 */
const insertContacts = (db: Db, writes: ReadonlyArray<AuthoredWrite>, insertion?: Insertion) => {
  const { sql, table } = db
  const [first, ...others] = writes
  if (first === undefined) return Effect.succeed(0)
  const names = sql.csv(columns)
  const rows =
    others.length === 0 && insertion === undefined
      ? sql`${sql.insert(contactRecord(first))}`
      : sql`(${names}) SELECT ${names} FROM ${given(db, writes)} WHERE ${insertion?.condition ?? sql.literal("TRUE")}`
  const statement = sql`INSERT INTO ${table("contacts")} ${rows} RETURNING workspace_uuid, uuid`
  const followed = countingNew(db, insertion?.values ?? null, workspacesOf(writes))
  return writeWithEvents(db, statement, [first, ...others], { prepared: true, followed })
}

/**
 * Replaces contacts. The statement for several contacts is planned on each execution, because a plan that was prepared for
 * few contacts would scan all of them later.
 */
const replaceContacts = (db: Db, writes: ReadonlyArray<AuthoredWrite>) => {
  const { sql, table } = db
  const [first, ...others] = writes
  if (first === undefined) return Effect.succeed(0)
  if (others.length === 0) {
    const record = contactRecord(first)
    const {
      given: before,
      isSame,
      returns
    } = followingChanges(db, sql`workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}`)
    const from = before.length === 0 ? sql`` : sql`FROM was`
    const statement = sql`
      UPDATE ${table("contacts")} SET ${sql.update(record, ["uuid", "workspace_uuid", "custom_fields"])},
        custom_fields = ${keepingHidden(db, first.contact.workspaceUuid, sql`${record["custom_fields"]}`)} ${from}
      WHERE contacts.workspace_uuid = ${record.workspace_uuid} AND contacts.uuid = ${record.uuid} AND ${isSame}
      RETURNING contacts.workspace_uuid AS workspace_uuid, contacts.uuid AS uuid${returns}`
    const followed = countingChanged(db, before, workspacesOf(writes))
    return writeWithEvents(db, statement, [first, ...others], { prepared: true, followed })
  }
  const values = keepingHidden(db, first.contact.workspaceUuid, sql`given.custom_fields`)
  const changes = changing.map((column) =>
    column === "custom_fields" ? sql`custom_fields = ${values}` : sql`${sql(column)} = given.${sql(column)}`
  )
  const keys = db.dialect.valuesTable(
    "keys",
    { workspace: "uuid", contact: "uuid" },
    writes.map(({ contact }) => ({ workspace: contact.workspaceUuid, contact: contact.uuid }))
  )
  const {
    given: before,
    isSame,
    returns
  } = followingChanges(db, sql`(workspace_uuid, uuid) IN (SELECT workspace, contact FROM ${keys})`)
  const from = before.length === 0 ? given(db, writes) : sql`${given(db, writes)}, was`
  const statement = sql`
    UPDATE ${table("contacts")} SET ${sql.csv(changes)} FROM ${from}
    WHERE contacts.workspace_uuid = given.workspace_uuid AND contacts.uuid = given.uuid AND ${isSame}
    RETURNING contacts.workspace_uuid AS workspace_uuid, contacts.uuid AS uuid${returns}`
  return writeWithEvents(db, statement, [first, ...others], {
    prepared: false,
    followed: countingChanged(db, before, workspacesOf(writes))
  })
}

const workspacesOf = (writes: ReadonlyArray<AuthoredWrite>) => writes.map(({ contact }) => contact.workspaceUuid)

const given = ({ dialect }: Db, writes: ReadonlyArray<AuthoredWrite>) =>
  dialect.valuesTable("given", contactRecordColumns, writes.map(contactRecord))
