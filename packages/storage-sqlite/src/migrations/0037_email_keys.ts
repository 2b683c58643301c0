import { emailKey } from "@rollcall/core/storage"
import type { CodeStep } from "@rollcall/storage-sql"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Addresses that an earlier version matched with `mailto:`, marks that are not seen, or a final dot (C3). */
const odd = "email GLOB '*[^!-~]*' OR email LIKE 'mailto:%' OR email LIKE '%.'"

const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly id: number; readonly email: string }>`
    SELECT id, email FROM contacts WHERE ${sql.literal(odd)}`
  yield* Effect.forEach(
    rows,
    ({ email, id }) => sql`UPDATE contacts SET email_key = ${emailKey(email) || null} WHERE id = ${id}`,
    { discard: true }
  )
})

/** By hand: fails if there is an address that only the library can normalise. */
const filled: CodeStep = {
  run: fill,
  sql: [
    "CREATE TEMP TABLE odd_addresses_need_rollcall_migrate_run (count INTEGER CHECK (count = 0))",
    `INSERT INTO odd_addresses_need_rollcall_migrate_run SELECT count(*) FROM contacts WHERE ${odd}`,
    "DROP TABLE odd_addresses_need_rollcall_migrate_run"
  ]
}

export const emailKeys = [filled]
