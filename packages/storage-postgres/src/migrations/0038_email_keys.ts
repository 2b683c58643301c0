import { emailKey } from "@rollcall/core/storage"
import type { CodeStep } from "@rollcall/storage-sql"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Addresses that an earlier version matched with `mailto:`, marks that are not seen, or a final dot (C3). */
const odd = `email COLLATE "C" ~ '[^!-~]' OR email ILIKE 'mailto:%' OR email LIKE '%.'`

const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly workspace_uuid: string; readonly uuid: string; readonly email: string }>`
    SELECT workspace_uuid, uuid, email FROM contacts WHERE ${sql.literal(odd)}`
  yield* Effect.forEach(
    rows,
    ({ email, uuid, workspace_uuid }) => sql`
      UPDATE contacts SET email_key = ${emailKey(email) || null}
      WHERE workspace_uuid = ${workspace_uuid} AND uuid = ${uuid}`,
    { discard: true }
  )
})

/** By hand: fails if there is an address that only the library can normalise. */
const filled: CodeStep = {
  run: fill,
  sql: [
    `DO $$ BEGIN
      IF EXISTS (SELECT FROM contacts WHERE ${odd}) THEN
        RAISE EXCEPTION 'e-mail addresses in odd forms: only "rollcall migrate run" can do this migration';
      END IF;
    END $$`
  ]
}

export const emailKeys = [filled]
