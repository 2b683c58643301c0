import type { BroadcastStore } from "@rollcall/core/storage"
import { DateTime, Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { columnTable } from "../database/ColumnTable.ts"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

const counted = rowsOf(Schema.Struct({ person: Schema.String, sends: Schema.Natural }))

/**
 * Counts marketing messages in one statement. A separate subquery per person, and per category of a broadcast, uses an
 * index whatever the statistics are.
 */
export const marketingSends = (db: Db): BroadcastStore["Service"]["marketingSends"] => {
  const { dialect, sql, table } = db
  return Effect.fnUntraced(function* (workspace, { addresses, contacts }, since) {
    const countOf = (person: Statement.Fragment) => sql`(
      SELECT count(*) FROM ${table("broadcast_recipients")} AS recipient
      WHERE workspace_uuid = ${workspace} AND ${person}
        AND (status IN ('sending', 'unknown', 'sent', 'delivered', 'read')
          OR (status = 'undeliverable' AND reason = 'outcome_unknown'))
        AND coalesce(sent_at, updated_at) > ${DateTime.toEpochMillis(since)}
        AND 'marketing' = (
          SELECT category FROM ${table("broadcasts")} AS broadcast
          WHERE broadcast.workspace_uuid = ${workspace} AND broadcast.uuid = recipient.broadcast_uuid
        )
    )`
    const named = columnTable(dialect, "wanted", "uuid", contacts, "named")
    const addressed = columnTable(dialect, "wanted", "text", addresses, "addressed")
    const addressedTo = (column: string, other: string) => {
      const isTo = dialect.matches(column, sql`addressed.wanted`, "broadcast_recipients")
      return countOf(sql`address ${sql.literal(other)} AND ${isTo}`)
    }
    const ofContacts = sql`
      SELECT CAST(asked AS text) AS person, ${countOf(sql`contact_uuid = persons.contact`)} AS sends FROM persons`
    const ofAddresses = sql`
      SELECT wanted AS person,
        ${addressedTo("identifier", "IS NULL")} + ${addressedTo("address", "IS NOT NULL")} AS sends
      FROM ${addressed}`
    const parts = [...(contacts.length > 0 ? [ofContacts] : []), ...(addresses.length > 0 ? [ofAddresses] : [])]
    const [first, ...others] = parts
    if (first === undefined) return new Map()
    const statement = sql`
      WITH RECURSIVE persons (asked, contact) AS (
        SELECT wanted, wanted FROM ${named}
        UNION ALL
        SELECT persons.asked, merge.from_uuid FROM persons JOIN ${table("contact_merges")} AS merge
          ON merge.workspace_uuid = ${workspace} AND merge.into_uuid = persons.contact
      )
      SELECT person, CAST(sum(sends) AS bigint) AS sends
      FROM (${others.reduce((all, more) => sql`${all} UNION ALL ${more}`, first)}) AS counts
      GROUP BY person HAVING sum(sends) > 0`
    const rows = yield* counted(db)(dialect.runUnprepared(statement))
    return new Map(rows.map(({ person, sends }) => [person, sends]))
  })
}
