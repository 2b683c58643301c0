import { Contact, ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { snakeKeys } from "@rollcall/core/operations"
import { addressFields, type ContactStore, searchableText } from "@rollcall/core/storage"
import { Effect, Schema, Struct } from "effect"
import type { Db } from "../database/Database.ts"
import { namedColumns, rowsOf } from "../database/Rows.ts"

const holders = rowsOf(
  Schema.Struct({ workspace: WorkspaceUuid, contacts: Schema.fromJsonString(Schema.Array(ContactUuid)) })
)

const engagement = {
  ...Struct.pick(Contact.fields, ["uuid", "workspaceUuid", ...addressFields, "clientReference"]),
  lastEngagedAt: Schema.NullOr(Schema.DateTimeUtcFromMillis)
}
const Engagement = Schema.Struct(engagement).pipe(namedColumns(snakeKeys(Struct.keys(engagement))))
const engagements = rowsOf(Engagement)

type Store = ContactStore["Service"]
type Addresses = Parameters<Store["lockAddressed"]>[0]

/**
 * Finds the contacts with one statement, using an index for each address. If there are any, a second statement locks them.
 */
export const lockAddressed = (db: Db): Store["lockAddressed"] =>
  Effect.fnUntraced(function* (addresses) {
    const found = yield* holders(db)(selectHolders(db, addresses))
    const wanted = found.flatMap(({ contacts, workspace }) => contacts.map((contact) => ({ workspace, contact })))
    return wanted.length === 0 ? [] : yield* lockContacts(db, wanted)
  })

/** Selects the uuids of the contacts with one of the addresses, as one row per address and matching column. */
const selectHolders = ({ dialect, sql, table }: Db, addresses: Addresses) => {
  const given = dialect.valuesTable("given", { workspace: "uuid", address: "text" }, distinct(addresses))
  const having = (column: string) => sql`
    SELECT workspace, (
      SELECT ${dialect.jsonList("uuid")} FROM ${table("contacts")}
      WHERE workspace_uuid = given.workspace AND ${dialect.matches(column, sql`given.address`, "contacts")}
    ) AS contacts FROM ${given}`
  return sql`
    WITH found AS MATERIALIZED (${having("chatapp_id_key")} UNION ALL ${having("phone_number_key")})
    SELECT workspace, contacts FROM found WHERE contacts <> '[]'`
}

const distinct = (addresses: Addresses) =>
  Array.from(
    new Map(addresses.map(({ address, workspace }) => [`${workspace} ${address}`, { workspace, address }])).values()
  )

/**
 * Locks contacts in the order of their uuids to avoid deadlocks. Returns their state after the lock, because an address may
 * have changed since the contacts were found.
 */
const lockContacts = (
  db: Db,
  wanted: ReadonlyArray<{ readonly workspace: WorkspaceUuid; readonly contact: ContactUuid }>
) => {
  const { dialect, sql, table } = db
  const given = dialect.valuesTable("given", { workspace: "uuid", contact: "uuid" }, wanted)
  const statement = sql`
    SELECT uuid, workspace_uuid, chatapp_id, phone_number, client_reference, last_engaged_at FROM ${table("contacts")}
    WHERE (workspace_uuid, uuid) IN (SELECT workspace, contact FROM ${given})
    ORDER BY uuid, workspace_uuid ${dialect.lockRows("update")}`
  return engagements(db)(dialect.runUnprepared(statement))
}

/** Updates the engagement columns of locked contacts in one statement. */
export const saveEngagements =
  ({ dialect, run, sql, table }: Db): Store["saveEngagements"] =>
  (changed) => {
    if (changed.length === 0) return Effect.void
    const rows = changed.map(({ clientReference, lastEngagedAt, uuid, workspaceUuid }) => ({
      workspace_uuid: workspaceUuid,
      uuid,
      client_reference: clientReference,
      folded: searchableText(clientReference),
      last_engaged_at: lastEngagedAt?.epochMilliseconds ?? null
    }))
    const given = dialect.valuesTable(
      "given",
      { workspace_uuid: "uuid", uuid: "uuid", client_reference: "text", folded: "text", last_engaged_at: "integer" },
      rows
    )
    return run(sql`
      UPDATE ${table("contacts")} SET client_reference = given.client_reference, client_reference_folded = given.folded,
        last_engaged_at = given.last_engaged_at
      FROM ${given}
      WHERE contacts.workspace_uuid = given.workspace_uuid AND contacts.uuid = given.uuid`)
  }
