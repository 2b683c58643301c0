import { emailKey } from "@rollcall/core/storage"
import type { CodeStep } from "@rollcall/storage-sql"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { statements } from "./Statements.ts"

const column = statements('ALTER TABLE contacts ADD COLUMN email_key text COLLATE "C"')

/** The `C` collation lower-cases ASCII alone, as JavaScript does; every other address is lower-cased by the library. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE contacts SET email_key = nullif(lower(email COLLATE "C"), '') WHERE email COLLATE "C" !~ ${notPlain}`
  const rest = yield* sql<{ readonly workspace_uuid: string; readonly uuid: string; readonly email: string }>`
    SELECT workspace_uuid, uuid, email FROM contacts WHERE email COLLATE "C" ~ ${notPlain}`
  yield* Effect.forEach(
    rest,
    ({ email, uuid, workspace_uuid }) => sql`
      UPDATE contacts SET email_key = ${emailKey(email) || null}
      WHERE workspace_uuid = ${workspace_uuid} AND uuid = ${uuid}`,
    { discard: true }
  )
})

/** An address with anything but visible ASCII in it. */
const notPlain = "[^!-~]"

/** By hand: fails if there is an address that only the library can lower-case. */
const filled: CodeStep = {
  run: fill,
  sql: [
    `UPDATE contacts SET email_key = nullif(lower(email COLLATE "C"), '') WHERE email COLLATE "C" !~ '${notPlain}'`,
    `DO $$ BEGIN
      IF EXISTS (SELECT FROM contacts WHERE email COLLATE "C" ~ '${notPlain}') THEN
        RAISE EXCEPTION 'e-mail addresses with more than ASCII: only "rollcall migrate run" can do this migration';
      END IF;
    END $$`
  ]
}

/** Contacts and recipients by the identifiers that they are matched by (C3, C7): by the first 500 characters. */
const indexes = statements(
  "CREATE INDEX contacts_by_email_key ON contacts (workspace_uuid, left(email_key, 500), uuid)",
  "CREATE INDEX contacts_by_phone_number_digits ON contacts (workspace_uuid, left(phone_number_digits, 500), uuid)",
  "CREATE INDEX contacts_by_chatapp_id_digits ON contacts (workspace_uuid, left(chatapp_id_digits, 500), uuid)",
  "CREATE INDEX recipients_by_identifier ON broadcast_recipients (workspace_uuid, left(identifier, 500))"
)

export const identifiers = [...column, filled, ...indexes]
