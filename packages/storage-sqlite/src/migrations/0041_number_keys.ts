import { statements, statistics } from "./Statements.ts"

/**
 * Contacts are found by the normal form of their numbers (C3), which is no longer that of their digits. Those of before
 * keep their digits until they are written again.
 */
const columns = statements(
  "DROP TRIGGER contacts_keep_addresses",
  "ALTER TABLE contacts ADD COLUMN phone_number_key TEXT",
  "ALTER TABLE contacts ADD COLUMN chatapp_id_key TEXT",
  `UPDATE contacts SET phone_number_key = phone_number_digits, chatapp_id_key = chatapp_id_digits
    WHERE phone_number_digits IS NOT NULL OR chatapp_id_digits IS NOT NULL`,
  "DROP INDEX contacts_by_phone_number_digits",
  "DROP INDEX contacts_by_chatapp_id_digits",
  "CREATE INDEX contacts_by_phone_number_key ON contacts (workspace_uuid, phone_number_key, uuid)",
  "CREATE INDEX contacts_by_chatapp_id_key ON contacts (workspace_uuid, chatapp_id_key, uuid)",
  `CREATE TRIGGER contacts_keep_addresses AFTER UPDATE OF phone_number_key, chatapp_id_key ON contacts
  WHEN old.phone_number_key IS NOT new.phone_number_key OR old.chatapp_id_key IS NOT new.chatapp_id_key BEGIN
    INSERT OR IGNORE INTO former_addresses (workspace_uuid, contact_uuid, address)
      SELECT new.workspace_uuid, new.uuid, had
      FROM (SELECT old.phone_number_key AS had UNION SELECT old.chatapp_id_key)
      WHERE had IS NOT NULL AND had IS NOT new.phone_number_key AND had IS NOT new.chatapp_id_key;
  END`
)

export const numberKeys = [
  ...columns,
  ...statistics("contacts", {
    contacts_by_phone_number_key: "1000000 1000000 2 1",
    contacts_by_chatapp_id_key: "1000000 1000000 2 1"
  })
]
