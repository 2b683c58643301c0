import { trigger } from "./CountTriggers.ts"
import { statements } from "./Statements.ts"

/**
 * Recipients know their contact, and the address that their identifier is written for where it is written otherwise. A
 * contact keeps the addresses that it had, as long as it is there: so all of its recipients are found when it is erased.
 */
const recipients = statements(
  "ALTER TABLE broadcast_recipients ADD COLUMN contact_uuid uuid, ADD COLUMN address text, ADD COLUMN problems text",
  `UPDATE broadcast_recipients SET address = regexp_replace(identifier, '[^0-9]', '', 'g')
    WHERE parameters IS NULL AND identifier ~ '[^0-9]' AND identifier ~ '[0-9]'`,
  `CREATE INDEX recipients_by_contact ON broadcast_recipients (workspace_uuid, contact_uuid)
    WHERE contact_uuid IS NOT NULL`,
  `CREATE INDEX recipients_by_address ON broadcast_recipients (workspace_uuid, left(address, 500))
    WHERE address IS NOT NULL`
)

const addresses = statements(
  `CREATE TABLE former_addresses (
    workspace_uuid uuid NOT NULL,
    contact_uuid uuid NOT NULL,
    address text NOT NULL,
    FOREIGN KEY (workspace_uuid, contact_uuid) REFERENCES contacts (workspace_uuid, uuid) ON DELETE CASCADE
  )`,
  "CREATE UNIQUE INDEX former_addresses_once ON former_addresses (workspace_uuid, contact_uuid, md5(address))",
  trigger(
    "rollcall_keep_addresses",
    `INSERT INTO former_addresses (workspace_uuid, contact_uuid, address)
      SELECT new.workspace_uuid, new.uuid, had FROM unnest(ARRAY[old.phone_number_digits, old.chatapp_id_digits]) AS had
      WHERE had IS NOT NULL AND had IS DISTINCT FROM new.phone_number_digits AND had IS DISTINCT FROM new.chatapp_id_digits
      ON CONFLICT DO NOTHING;
    RETURN NULL;`
  ),
  `CREATE TRIGGER keep_addresses AFTER UPDATE OF phone_number_digits, chatapp_id_digits ON contacts
    FOR EACH ROW WHEN (
      old.phone_number_digits IS DISTINCT FROM new.phone_number_digits
      OR old.chatapp_id_digits IS DISTINCT FROM new.chatapp_id_digits
    ) EXECUTE FUNCTION rollcall_keep_addresses()`
)

/** What is stored under an idempotency key has no warnings any more, which name persons. */
const idempotency = statements(
  `UPDATE idempotency_keys SET response = json_build_object(
    'uuid', response::json -> 'uuid', 'scheduledAt', response::json -> 'scheduledAt',
    'recipients', response::json -> 'recipients', 'rejectedRecipients', response::json -> 'rejectedRecipients'
  )::text`
)

export const persons = [...recipients, ...addresses, ...idempotency]
