import { HistoryEntry } from "@rollcall/core/people"
import { compareCodePoints, HistoryStore } from "@rollcall/core/storage"
import { Array as Arr, DateTime, Effect, Schema, Struct } from "effect"
import type { Statement } from "effect/sql"
import { storeLayer } from "../database/Database.ts"
import type { Members } from "../database/Dialect.ts"
import { namedColumns, rowsOf } from "../database/Rows.ts"
import { newest } from "../shared/Places.ts"

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

const newestFirst = (one: HistoryEntry, other: HistoryEntry): number =>
  DateTime.Order(other.at, one.at) || compareCodePoints(other.kind, one.kind) || compareCodePoints(other.uuid, one.uuid)

export const layer = storeLayer(HistoryStore, (db) => {
  const { dialect, run, sql, table } = db
  return {
    // Keeps the contacts' rows until the end of the transaction. For one entry, plain parameters find the contact; for
    // several, the statement is planned on each execution.
    append: (entries) => {
      const names = sql.csv(Object.keys(columns))
      const insert = (rows: Statement.Fragment) => sql`
        INSERT INTO ${table("contact_history")} (${names}) ${rows} ON CONFLICT DO NOTHING`
      const [first, ...others] = firstOfEach(entries.map(recordOf))
      if (first === undefined) return Effect.void
      if (others.length === 0) {
        const values = sql.csv(Struct.keys(columns).map((name) => sql`${first[name]}`))
        const one = sql`
          SELECT ${values} FROM ${table("contacts")} AS contacts
          WHERE workspace_uuid = ${first.workspace_uuid} AND contacts.uuid = ${first.contact_uuid}
          ${dialect.lockRows("reference")}`
        return run(insert(one))
      }
      const given = sql.csv(Object.keys(columns).map((name) => sql`given.${sql(name)}`))
      const all = sql`
        SELECT ${given} FROM ${dialect.valuesTable("given", columns, [first, ...others])}
        JOIN ${table("contacts")} AS contacts
          ON contacts.workspace_uuid = given.workspace_uuid AND contacts.uuid = given.contact_uuid
        WHERE TRUE ${dialect.lockRows("reference", { of: "contacts" })}`
      return run(dialect.runUnprepared(insert(all)))
    },

    // Reads the newest entries of each contact by the key of the table, then merges them. Runs in groups of contacts.
    before: Effect.fnUntraced(function* (workspace, contacts, kinds, { at, kind, uuid }, limit) {
      if (kinds.length === 0) return []
      const newestOnes = newest(db, ["at", "kind", "uuid"], limit)
      const ofContact = (contact: string) => sql`SELECT * FROM (
        SELECT workspace_uuid, contact_uuid, at, uuid, by_uuid, kind, details FROM ${table("contact_history")}
        WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contact} AND ${sql.in("kind", kinds)}
          AND (at, kind, uuid) < (${DateTime.toEpochMillis(at)}, ${kind}, ${uuid})
        ${newestOnes}
      ) AS of_contact`
      let found: ReadonlyArray<HistoryEntry> = []
      for (const some of Arr.chunksOf(contacts, contactsAtOnce)) {
        const all = Arr.map(some, ofContact).reduce((some, more) => sql`${some} UNION ALL ${more}`)
        const more = yield* entries(db)(dialect.runUnprepared(sql`SELECT * FROM (${all}) AS found ${newestOnes}`))
        found = found.length === 0 ? more : [...found, ...more].toSorted(newestFirst).slice(0, limit)
        yield* Effect.yieldNow
      }
      return found
    }),

    replace: (entries) => {
      if (entries.length === 0) return Effect.void
      const key = ["workspace_uuid", "contact_uuid", "at", "kind", "uuid"] as const
      const isIt = key.map((name) => sql`contact_history.${sql(name)} = given.${sql(name)}`)
      return run(
        dialect.runUnprepared(sql`
          UPDATE ${table("contact_history")} SET details = given.details
          FROM ${dialect.valuesTable("given", columns, entries.map(recordOf))} WHERE ${sql.and(isIt)}`)
      )
    },

    erase: (workspace, contacts) =>
      contacts.length === 0
        ? Effect.void
        : run(sql`
          DELETE FROM ${table("contact_history")}
          WHERE workspace_uuid = ${workspace} AND ${sql.in("contact_uuid", contacts)}`)
  }
})
