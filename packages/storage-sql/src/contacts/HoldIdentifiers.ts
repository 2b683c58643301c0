import {
  type ContactStore,
  ContactUuid,
  fold,
  type IdentifierField,
  type IdentifierKey,
  maxIdentifierHolders,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect, Schema } from "effect"
import * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "../kernel/Database.ts"
import { rowsOf } from "../kernel/Rows.ts"

const holders = rowsOf(Schema.Struct({ ordinal: Schema.Natural, uuid: ContactUuid }))

/** How many identifiers one statement looks for: SQLite joins no more than 500 selections. */
const chunkSize = 100

/** Who has the identifiers is read when they are held: a statement that waits sees what there was before the wait. */
export const holdIdentifiers = (db: Db): ContactStore["Service"]["holdIdentifiers"] =>
  Effect.fn("ContactStore.holdIdentifiers")(function* (workspace, keys) {
    if (keys.length === 0) return []
    yield* db.attempt(db.dialect.hold(keys.map((key) => lockKey(workspace, key))))
    const found = yield* Effect.forEach(Arr.chunksOf(keys, chunkSize), (chunk) => {
      const selections = chunk.map((key, ordinal) => selectHolders(db, workspace, key, ordinal))
      const statement = selections.reduce((all, one) => db.sql`${all} UNION ALL ${one}`)
      return Effect.map(holders(db, db.sql`${statement} ORDER BY ordinal, uuid`), (rows) =>
        chunk.map((key, ordinal) => ({
          key,
          contacts: rows.flatMap((row) => (row.ordinal === ordinal ? [row.uuid] : []))
        }))
      )
    })
    return found.flat()
  })

const lockKey = (workspace: WorkspaceUuid, { field, value }: IdentifierKey) => `${field} of ${workspace}: ${value}`

const selectHolders = ({ dialect, sql }: Db, workspace: WorkspaceUuid, key: IdentifierKey, ordinal: number) => sql`
  SELECT * FROM (
    SELECT ${sql.literal(String(ordinal))} AS ordinal, uuid FROM contacts
    WHERE workspace_uuid = ${workspace} AND ${hasIdentifier({ dialect, sql }, key)}
    ORDER BY uuid LIMIT ${sql.literal(String(maxIdentifierHolders))}
  ) AS ${sql(`holders_${ordinal}`)}`

/** What is matched as it is given has no index of its own: the one of the folded texts leaves hardly any other. */
const hasIdentifier = ({ dialect, sql }: Pick<Db, "dialect" | "sql">, { field, value }: IdentifierKey) => {
  const equals = (column: string, text: string): Statement.Fragment => dialect.compare(column, "=", text, "contacts")
  const exactly = (column: string) => sql`${equals(`${column}_folded`, fold(value))} AND ${sql(column)} = ${value}`
  const conditions: { readonly [Field in IdentifierField]: () => Statement.Fragment } = {
    email: () => equals("email_key", value),
    phoneNumber: () => equals("phone_number_digits", value),
    chatappId: () => equals("chatapp_id_digits", value),
    externalContactId: () => exactly("external_contact_id"),
    socialmsgId: () => exactly("socialmsg_id")
  }
  return conditions[field]()
}
