import { ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import { fold } from "@rollcall/core/operations"
import { type IdentifierKey, maxIdentifierHolders } from "@rollcall/core/people"
import type { ContactStore, IdentifierField } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

/** NULL without a holder, the most common case. It is tried first, because decoding a list takes ten times as long. */
const Uuids = Schema.Union([Schema.Null, Schema.fromJsonString(Schema.Array(ContactUuid))])

const holders = rowsOf(Schema.Struct({ ordinal: Schema.Natural, contacts: Uuids, merged: Uuids }))

/**
 * Locks identifiers, then reads their holders, because a statement that waits for a lock reads the state before the wait.
 * One statement reads the holders of all identifiers, using an index for each. It is planned on each execution, because a
 * plan made while contacts were few may scan all of them.
 */
export const lockIdentifiers = (db: Db): ContactStore["Service"]["lockIdentifiers"] =>
  Effect.fnUntraced(function* (workspace, keys) {
    const numbered = keys.map((key, ordinal) => ({ ...key, ordinal }))
    if (!Arr.isArrayNonEmpty(numbered)) return []
    yield* db.mapErrors(
      db.dialect.lockKeys(
        keys.map((key) => lockKey(workspace, key)),
        "exclusive"
      )
    )
    const selections = Object.values(Arr.groupBy(numbered, ({ field }) => field)).map((keys) =>
      selectHolders(db, workspace, keys)
    )
    const statement = selections.reduce((all, one) => db.sql`${all} UNION ALL ${one}`)
    const found = yield* holders(db)(db.dialect.runUnprepared(statement))
    const byOrdinal = new Map(found.map((row) => [row.ordinal, row]))
    return keys.map((key, ordinal) => {
      const { contacts, merged } = byOrdinal.get(ordinal) ?? {}
      return { key, contacts: contacts?.toSorted() ?? [], merged: merged?.toSorted() ?? [] }
    })
  })

const lockKey = (workspace: WorkspaceUuid, { field, value }: IdentifierKey) => `${field} of ${workspace}: ${value}`

type NumberedKey = IdentifierKey & { readonly ordinal: number }

/** Selects the first holders of each key of a field by uuid, and the first merged contacts that had the key. */
const selectHolders = (db: Db, workspace: WorkspaceUuid, keys: Arr.NonEmptyReadonlyArray<NumberedKey>) => {
  const { dialect, sql, table } = db
  const given = dialect.valuesTable(
    "given",
    { ordinal: "integer", value: "text", folded: "text" },
    keys.map(({ ordinal, value }) => ({ ordinal, value, folded: fold(value) }))
  )
  const uuids = sql`nullif(${dialect.jsonList("uuid")}, '[]')`
  const limit = sql.literal(String(maxIdentifierHolders))
  const hadIdentifier = dialect.matches("value", sql`given.value`, "merged_identifiers")
  return sql`
    SELECT ordinal, (
      SELECT ${uuids} FROM (
        SELECT uuid FROM ${table("contacts")}
        WHERE workspace_uuid = ${workspace} AND ${hasIdentifier(db, keys[0].field)}
        ORDER BY uuid LIMIT ${limit}
      ) AS holder
    ) AS contacts, (
      SELECT ${uuids} FROM (
        SELECT from_uuid AS uuid FROM ${table("merged_identifiers")}
        WHERE workspace_uuid = ${workspace} AND field = ${keys[0].field} AND ${hadIdentifier}
        ORDER BY from_uuid LIMIT ${limit}
      ) AS merged
    ) AS merged FROM ${given}`
}

/**
 * Returns the condition that a contact has the identifier `given.value`. An identifier that is not normalized needs no
 * index: the index of its folded form finds it, then it is compared exactly.
 */
const hasIdentifier = ({ dialect, sql }: Db, field: IdentifierField) => {
  const normalised = (column: string) => dialect.matches(column, sql`given.value`, "contacts")
  const exactly = (column: string) =>
    sql`${dialect.matches(`${column}_folded`, sql`given.folded`, "contacts")} AND ${sql(column)} = given.value`
  const conditions: { readonly [Field in IdentifierField]: () => Statement.Fragment } = {
    email: () => normalised("email_key"),
    phoneNumber: () => normalised("phone_number_key"),
    chatappId: () => normalised("chatapp_id_key"),
    externalContactId: () => exactly("external_contact_id"),
    socialmsgId: () => exactly("socialmsg_id")
  }
  return conditions[field]()
}
