import { HistoryEntry } from "@rollcall/core/people"
import { compareCodePoints, HistoryStore } from "@rollcall/core/storage"
import { Array as Arr, DateTime, Effect, Layer, Schema, Struct } from "effect"
import type { Statement } from "effect/sql"
import { Database, type Db } from "../database/Database.ts"
import type { Members } from "../database/Dialect.ts"
import { namedColumns, rowsOf } from "../database/Rows.ts"
import { newest } from "../shared/Places.ts"

type Store = HistoryStore["Service"]

const columns = {
  workspace_uuid: "uuid",
  contact_uuid: "uuid",
  at: "integer",
  kind: "text",
  uuid: "uuid",
  by_uuid: "uuid",
  details: "text"
} as const satisfies Members<ReturnType<typeof recordOf>>

/**
 * Encodes an entry as a row of `contact_history`, with its details as JSON. Written by hand instead of with a schema,
 * because half the rows of an import may need one.
 */
const recordOf = ({ at, by, contactUuid, details, kind, uuid, workspaceUuid }: HistoryEntry) => ({
  workspace_uuid: workspaceUuid,
  contact_uuid: contactUuid,
  at: DateTime.toEpochMillis(at),
  kind,
  uuid,
  by_uuid: by,
  details: JSON.stringify(details)
})

const Row = Schema.Struct({
  workspaceUuid: Schema.String,
  contactUuid: Schema.String,
  at: Schema.DateTimeUtcFromMillis,
  uuid: Schema.String,
  by: Schema.NullOr(Schema.String),
  kind: Schema.String,
  details: Schema.fromJsonString(Schema.Unknown)
})
const names = { workspaceUuid: "workspace_uuid", contactUuid: "contact_uuid", by: "by_uuid" } as const
const entries = rowsOf(Row.pipe(namedColumns(names)).pipe(Schema.decodeTo(HistoryEntry)))

/**
 * Inserts entries of existing contacts, and keeps the contacts' rows until the end of the transaction. For one entry, plain
 * parameters find the contact; for several, the statement is planned on each execution.
 */
const append = (db: Db): Store["append"] => {
  const { dialect, mapErrors, sql, table } = db
  const names = sql.csv(Object.keys(columns))
  const insert = (rows: Statement.Fragment) => sql`
    INSERT INTO ${table("contact_history")} (${names}) ${rows} ON CONFLICT DO NOTHING`
  return (entries) => {
    const [first, ...others] = firstOfEach(entries.map(recordOf))
    if (first === undefined) return Effect.void
    if (others.length === 0) {
      const values = sql.csv(Struct.keys(columns).map((name) => sql`${first[name]}`))
      const one = insert(sql`
        SELECT ${values} FROM ${table("contacts")} AS contacts
        WHERE workspace_uuid = ${first.workspace_uuid} AND contacts.uuid = ${first.contact_uuid}
        ${dialect.lockRows("reference")}`)
      return Effect.asVoid(mapErrors(one))
    }
    const given = sql.csv(Object.keys(columns).map((name) => sql`given.${sql(name)}`))
    const all = insert(sql`
      SELECT ${given} FROM ${dialect.valuesTable("given", columns, [first, ...others])}
      JOIN ${table("contacts")} AS contacts
        ON contacts.workspace_uuid = given.workspace_uuid AND contacts.uuid = given.contact_uuid
      WHERE TRUE ${dialect.lockRows("reference", { of: "contacts" })}`)
    return Effect.asVoid(mapErrors(dialect.runUnprepared(all)))
  }
}

/**
 * Returns the first record of each key. A statement inserts its rows in any order, so it may keep a later record with the
 * same key.
 */
const firstOfEach = (records: ReadonlyArray<ReturnType<typeof recordOf>>) => {
  const keyOf = ({ at, contact_uuid, kind, uuid, workspace_uuid }: (typeof records)[number]) =>
    [workspace_uuid, contact_uuid, at, kind, uuid].join(" ")
  return [...new Map(records.toReversed().map((record) => [keyOf(record), record])).values()]
}

/** Maximum contacts per statement. Parsing a statement with hundreds takes longer than running it. */
const contactsAtOnce = 32

/** Reads the newest entries of each contact by the key of the table, then merges them. Runs in groups of contacts. */
const before =
  (db: Db): Store["before"] =>
  (workspace, contacts, kinds, { at, kind, uuid }, limit) => {
    if (kinds.length === 0) return Effect.succeed([])
    const { dialect, sql, table } = db
    const newestOnes = newest(db, ["at", "kind", "uuid"], limit)
    const ofContact = (contact: string) => sql`SELECT * FROM (
      SELECT workspace_uuid, contact_uuid, at, uuid, by_uuid, kind, details FROM ${table("contact_history")}
      WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contact} AND ${sql.in("kind", kinds)}
        AND (at, kind, uuid) < (${DateTime.toEpochMillis(at)}, ${kind}, ${uuid})
      ${newestOnes}
    ) AS of_contact`
    const newestOf = (contacts: Arr.NonEmptyReadonlyArray<string>) => {
      const all = Arr.map(contacts, ofContact).reduce((some, more) => sql`${some} UNION ALL ${more}`)
      return entries(db, dialect.runUnprepared(sql`SELECT * FROM (${all}) AS found ${newestOnes}`))
    }
    return Effect.gen(function* () {
      let found: ReadonlyArray<HistoryEntry> = []
      for (const some of Arr.chunksOf(contacts, contactsAtOnce)) {
        const more = yield* newestOf(some)
        found = found.length === 0 ? more : [...found, ...more].toSorted(newestFirst).slice(0, limit)
        yield* Effect.yieldNow
      }
      return found
    })
  }

const newestFirst = (one: HistoryEntry, other: HistoryEntry): number =>
  DateTime.Order(other.at, one.at) || compareCodePoints(other.kind, one.kind) || compareCodePoints(other.uuid, one.uuid)

const replace =
  (db: Db): Store["replace"] =>
  (entries) => {
    const { dialect, mapErrors, sql, table } = db
    const key = ["workspace_uuid", "contact_uuid", "at", "kind", "uuid"] as const
    const isIt = key.map((name) => sql`contact_history.${sql(name)} = given.${sql(name)}`)
    return entries.length === 0
      ? Effect.void
      : Effect.asVoid(
          mapErrors(
            dialect.runUnprepared(sql`
              UPDATE ${table("contact_history")} SET details = given.details
              FROM ${dialect.valuesTable("given", columns, entries.map(recordOf))} WHERE ${sql.and(isIt)}`)
          )
        )
  }

const erase =
  ({ mapErrors, sql, table }: Db): Store["erase"] =>
  (workspace, contacts) =>
    contacts.length === 0
      ? Effect.void
      : Effect.asVoid(
          mapErrors(sql`
            DELETE FROM ${table("contact_history")}
            WHERE workspace_uuid = ${workspace} AND ${sql.in("contact_uuid", contacts)}`)
        )

export const layer = Layer.effect(
  HistoryStore,
  Effect.map(Database, (db) =>
    HistoryStore.of({ append: append(db), before: before(db), replace: replace(db), erase: erase(db) })
  )
)
