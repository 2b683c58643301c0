import { addressOf, digitForms } from "@rollcall/core/storage"
import type { CodeStep } from "@rollcall/storage-sql"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { statements, statistics } from "./Statements.ts"

/**
 * Recipients know their contact, and the address that their identifier is written for where it is written otherwise. A
 * contact keeps the addresses that it had, as long as it is there: so all of its recipients are found when it is erased.
 */
const columns = statements(
  "ALTER TABLE broadcast_recipients ADD COLUMN contact_uuid TEXT",
  "ALTER TABLE broadcast_recipients ADD COLUMN address TEXT",
  "ALTER TABLE broadcast_recipients ADD COLUMN problems TEXT"
)

/** The recipients that were refused for how their address is written. */
const otherwise = "parameters IS NULL AND identifier GLOB '*[^0-9]*' AND identifier GLOB '*[0-9]*'"

const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly uuid: string; readonly identifier: string }>`
    SELECT uuid, identifier FROM broadcast_recipients WHERE ${sql.literal(otherwise)}`
  yield* Effect.forEach(
    rows,
    ({ identifier, uuid }) => sql`
      UPDATE broadcast_recipients SET address = ${addressOf(digitForms, identifier)} WHERE uuid = ${uuid}`,
    { discard: true }
  )
})

/** By hand: punctuation is removed, which is all that is usual in a number. */
const punctuation = ["+", " ", "-", "(", ")", ".", "/"]
const filled: CodeStep = {
  run: fill,
  sql: [
    `UPDATE broadcast_recipients SET address = ${punctuation.reduce((text, mark) => `replace(${text}, '${mark}', '')`, "identifier")}
      WHERE ${otherwise}`
  ]
}

const addresses = statements(
  `CREATE INDEX recipients_by_contact ON broadcast_recipients (workspace_uuid, contact_uuid)
    WHERE contact_uuid IS NOT NULL`,
  "CREATE INDEX recipients_by_address ON broadcast_recipients (workspace_uuid, address) WHERE address IS NOT NULL",
  `CREATE TABLE former_addresses (
    workspace_uuid TEXT NOT NULL,
    contact_uuid TEXT NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (workspace_uuid, contact_uuid, address),
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER contacts_keep_addresses AFTER UPDATE OF phone_number_digits, chatapp_id_digits ON contacts
  WHEN old.phone_number_digits IS NOT new.phone_number_digits OR old.chatapp_id_digits IS NOT new.chatapp_id_digits BEGIN
    INSERT OR IGNORE INTO former_addresses (workspace_uuid, contact_uuid, address)
      SELECT new.workspace_uuid, new.uuid, had
      FROM (SELECT old.phone_number_digits AS had UNION SELECT old.chatapp_id_digits)
      WHERE had IS NOT NULL AND had IS NOT new.phone_number_digits AND had IS NOT new.chatapp_id_digits;
  END`
)

/** What is stored under an idempotency key has no warnings any more, which name persons. */
const idempotency = statements(
  `UPDATE idempotency_keys SET response = json_object(
    'uuid', json_extract(response, '$.uuid'), 'scheduledAt', json_extract(response, '$.scheduledAt'),
    'recipients', json_extract(response, '$.recipients'),
    'rejectedRecipients', json_extract(response, '$.rejectedRecipients')
  )`
)

export const persons = [
  ...columns,
  filled,
  ...addresses,
  ...idempotency,
  ...statistics("broadcast_recipients", {
    recipients_by_contact: "5000000 5000000 10",
    recipients_by_address: "1000 1000 2"
  }),
  ...statistics("former_addresses", { former_addresses: "10000 10000 2 1" })
]
