import { trigger } from "./CountTriggers.ts"
import { statements } from "./Statements.ts"

/**
 * Contacts are found by the normal form of their numbers (C3), which is no longer that of their digits. Those of before
 * keep their digits until they are written again.
 */
export const numberKeys = statements(
  "DROP TRIGGER keep_addresses ON contacts",
  "DROP FUNCTION rollcall_keep_addresses()",
  `ALTER TABLE contacts ADD COLUMN phone_number_key text COLLATE "C", ADD COLUMN chatapp_id_key text COLLATE "C"`,
  `UPDATE contacts SET phone_number_key = phone_number_digits, chatapp_id_key = chatapp_id_digits
    WHERE phone_number_digits IS NOT NULL OR chatapp_id_digits IS NOT NULL`,
  "DROP INDEX contacts_by_phone_number_digits",
  "DROP INDEX contacts_by_chatapp_id_digits",
  "CREATE INDEX contacts_by_phone_number_key ON contacts (workspace_uuid, left(phone_number_key, 500), uuid)",
  "CREATE INDEX contacts_by_chatapp_id_key ON contacts (workspace_uuid, left(chatapp_id_key, 500), uuid)",
  trigger(
    "rollcall_keep_addresses",
    `INSERT INTO former_addresses (workspace_uuid, contact_uuid, address)
      SELECT new.workspace_uuid, new.uuid, had FROM unnest(ARRAY[old.phone_number_key, old.chatapp_id_key]) AS had
      WHERE had IS NOT NULL AND had IS DISTINCT FROM new.phone_number_key AND had IS DISTINCT FROM new.chatapp_id_key
      ON CONFLICT DO NOTHING;
    RETURN NULL;`
  ),
  `CREATE TRIGGER keep_addresses AFTER UPDATE OF phone_number_key, chatapp_id_key ON contacts
    FOR EACH ROW WHEN (
      old.phone_number_key IS DISTINCT FROM new.phone_number_key
      OR old.chatapp_id_key IS DISTINCT FROM new.chatapp_id_key
    ) EXECUTE FUNCTION rollcall_keep_addresses()`
)
