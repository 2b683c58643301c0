import { emailKey } from "@rollcall/core/storage"
import type { CodeStep } from "@rollcall/storage-sql"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { statements, statistics } from "./Statements.ts"

const column = statements("ALTER TABLE contacts ADD COLUMN email_key TEXT")

/** SQLite lower-cases ASCII alone, as JavaScript does; every other address is lower-cased by the library. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE contacts SET email_key = nullif(lower(email), '') WHERE email NOT GLOB ${notPlain}`
  const rest = yield* sql<{ readonly id: number; readonly email: string }>`
    SELECT id, email FROM contacts WHERE email GLOB ${notPlain}`
  yield* Effect.forEach(
    rest,
    ({ email, id }) => sql`UPDATE contacts SET email_key = ${emailKey(email) || null} WHERE id = ${id}`,
    { discard: true }
  )
})

/** An address with anything but visible ASCII in it. */
const notPlain = "*[^!-~]*"

/** By hand: fails if there is an address that only the library can lower-case. */
const filled: CodeStep = {
  run: fill,
  sql: [
    `UPDATE contacts SET email_key = nullif(lower(email), '') WHERE email NOT GLOB '${notPlain}'`,
    "CREATE TEMP TABLE addresses_beyond_ascii_need_rollcall_migrate_run (count INTEGER CHECK (count = 0))",
    `INSERT INTO addresses_beyond_ascii_need_rollcall_migrate_run
      SELECT count(*) FROM contacts WHERE email GLOB '${notPlain}'`,
    "DROP TABLE addresses_beyond_ascii_need_rollcall_migrate_run"
  ]
}

/** Contacts and recipients by the identifiers that they are matched by (C3, C7). */
const indexes = statements(
  "CREATE INDEX contacts_by_email_key ON contacts (workspace_uuid, email_key, uuid)",
  "CREATE INDEX contacts_by_phone_number_digits ON contacts (workspace_uuid, phone_number_digits, uuid)",
  "CREATE INDEX contacts_by_chatapp_id_digits ON contacts (workspace_uuid, chatapp_id_digits, uuid)",
  "CREATE INDEX recipients_by_identifier ON broadcast_recipients (workspace_uuid, identifier)"
)

/** Hardly any contact shares an identifier; a recipient is reached by ten broadcasts. */
const expectations = [
  ...statistics("contacts", {
    contacts_by_email_key: "1000000 1000000 2 1",
    contacts_by_phone_number_digits: "1000000 1000000 2 1",
    contacts_by_chatapp_id_digits: "1000000 1000000 2 1"
  }),
  ...statistics("broadcast_recipients", { recipients_by_identifier: "10000000 10000000 10" })
]

export const identifiers = [...column, filled, ...indexes, ...expectations]
