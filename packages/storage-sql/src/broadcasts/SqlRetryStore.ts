import { BroadcastUuid, ContactUuid, RecipientReason, type WorkspaceUuid } from "@rollcall/core"
import { MessageParameters } from "@rollcall/core/channel"
import { RecipientStatus, RetryStore } from "@rollcall/core/storage"
import { Array as Arr, Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { columnTable } from "../database/ColumnTable.ts"
import { storeLayer } from "../database/Database.ts"
import { readAs, rowsOf } from "../database/Rows.ts"

const outcome = { status: RecipientStatus, reason: Schema.NullOr(RecipientReason), address: Schema.String }
const pastRecipients = rowsOf(
  Schema.Struct({
    ...outcome,
    position: Schema.Natural,
    identifier: Schema.String,
    clientReference: Schema.NullOr(Schema.String),
    contact: Schema.NullOr(ContactUuid),
    parameters: Schema.NullOr(Schema.fromJsonString(MessageParameters))
  })
)
const pastOutcomes = rowsOf(
  Schema.Struct({
    ...outcome,
    position: Schema.Natural,
    broadcast: BroadcastUuid,
    contact: Schema.NullOr(ContactUuid)
  })
)
const uuids = readAs(
  rowsOf(Schema.Struct({ uuid: BroadcastUuid })),
  Arr.map(({ uuid }) => uuid)
)

/** Maximum addresses or contacts per statement. */
const wantedAtOnce = 1_000

export const layer = storeLayer(RetryStore, (db) => {
  const { dialect, sql, table } = db
  const isVisible = (workspace: WorkspaceUuid) => sql`
    broadcast_uuid NOT IN (
      SELECT uuid FROM ${table("broadcasts")} WHERE workspace_uuid = ${workspace} AND is_complete = 0
    )`

  return {
    // Reads the recipients in the order of the position index.
    recipients: ({ broadcast, workspace }, { reasons, statuses }, after, limit) => {
      const wanted = [
        ...(statuses.length === 0 ? [] : [sql.in("status", statuses)]),
        ...(reasons.length === 0 ? [] : [sql.in("reason", reasons)])
      ]
      if (wanted.length === 0) return Effect.succeed([])
      return pastRecipients(db)(sql`
        SELECT position, identifier, coalesce(address, identifier) AS address, status, reason, parameters,
          client_reference AS ${sql("clientReference")}, contact_uuid AS contact
        FROM ${table("broadcast_recipients")}
        WHERE workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast} AND position > ${after}
          AND identifier <> '' AND ${sql.or(wanted)} AND ${isVisible(workspace)}
        ORDER BY position LIMIT ${limit}`)
    },

    // Uses one index for identifiers, one for separate addresses, and one for contacts.
    outcomes: Effect.fnUntraced(function* (workspace, broadcasts, { addresses, contacts = [] }) {
      if (broadcasts.length === 0) return []
      const select = (given: Statement.Fragment, isWanted: Statement.Fragment) => sql`
        SELECT broadcast_uuid AS broadcast, position, coalesce(address, identifier) AS address,
          contact_uuid AS contact, status, reason
        FROM ${given} JOIN ${table("broadcast_recipients")} ON workspace_uuid = ${workspace} AND ${isWanted}
        WHERE identifier <> '' AND ${sql.in("broadcast_uuid", broadcasts)} AND ${isVisible(workspace)}`
      const ofAddresses = (some: ReadonlyArray<string>) => {
        const given = columnTable(dialect, "wanted", "text", some)
        const having = (column: string, other: string) => {
          const isTo = dialect.matches(column, sql`given.wanted`, "broadcast_recipients")
          return select(given, sql`${isTo} AND address IS ${sql.literal(other)}`)
        }
        return sql`${having("identifier", "NULL")} UNION ALL ${having("address", "NOT NULL")}`
      }
      const ofContacts = (some: ReadonlyArray<string>) =>
        select(columnTable(dialect, "wanted", "uuid", some), sql`contact_uuid = given.wanted`)
      const read = (statement: Statement.Statement<unknown>) => pastOutcomes(db)(dialect.runUnprepared(statement))
      const chunks = (wanted: ReadonlyArray<string>) => Arr.chunksOf(Arr.dedupe(wanted), wantedAtOnce)
      const statements = [...chunks(addresses).map(ofAddresses), ...chunks(contacts).map(ofContacts)]
      const found = (yield* Effect.forEach(statements, read)).flat()
      if (contacts.length === 0) return found
      return Array.from(new Map(found.map((one) => [`${one.broadcast} ${one.position}`, one])).values())
    }),

    retriesOf: (workspace, broadcasts) =>
      broadcasts.length === 0
        ? Effect.succeed([])
        : uuids(db)(sql`
          SELECT uuid FROM ${table("broadcasts")}
          WHERE workspace_uuid = ${workspace} AND ${sql.in("retry_of", broadcasts)}
            AND status NOT IN ('staged', 'discarded')`)
  }
})
