import { statements, statistics } from "./Statements.ts"

/**
 * Contacts with the folded form of every text beside it. Substrings are found through an index of all trigrams, kept in
 * step by triggers; it knows no case and no diacritics, because what it holds is folded already.
 */
const tables = statements(
  `CREATE TABLE contacts (
    id INTEGER PRIMARY KEY,
    workspace_uuid TEXT NOT NULL,
    uuid TEXT NOT NULL,
    first_name TEXT,
    last_name TEXT,
    external_contact_id TEXT,
    email TEXT,
    phone_number TEXT,
    chatapp_id TEXT,
    socialmsg_id TEXT,
    client_reference TEXT,
    archived INTEGER NOT NULL CHECK (archived IN (0, 1)),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_engaged_at INTEGER,
    first_name_folded TEXT,
    last_name_folded TEXT,
    email_folded TEXT,
    phone_number_folded TEXT,
    chatapp_id_folded TEXT,
    socialmsg_id_folded TEXT,
    external_contact_id_folded TEXT,
    client_reference_folded TEXT,
    phone_number_digits TEXT,
    chatapp_id_digits TEXT
  ) STRICT`,
  "CREATE UNIQUE INDEX contacts_by_uuid ON contacts (workspace_uuid, uuid)",
  "CREATE INDEX contacts_by_first_name ON contacts (workspace_uuid, first_name_folded, uuid)",
  "CREATE INDEX contacts_by_last_name ON contacts (workspace_uuid, last_name_folded, uuid)",
  "CREATE INDEX contacts_by_email ON contacts (workspace_uuid, email_folded, uuid)",
  "CREATE INDEX contacts_by_phone_number ON contacts (workspace_uuid, phone_number_folded, uuid)",
  "CREATE INDEX contacts_by_chatapp_id ON contacts (workspace_uuid, chatapp_id_folded, uuid)",
  "CREATE INDEX contacts_by_socialmsg_id ON contacts (workspace_uuid, socialmsg_id_folded, uuid)",
  "CREATE INDEX contacts_by_external_contact_id ON contacts (workspace_uuid, external_contact_id_folded, uuid)",
  "CREATE INDEX contacts_by_client_reference ON contacts (workspace_uuid, client_reference_folded, uuid)",
  "CREATE INDEX contacts_by_created_at ON contacts (workspace_uuid, created_at, uuid)",
  "CREATE INDEX contacts_by_updated_at ON contacts (workspace_uuid, updated_at, uuid)",
  "CREATE INDEX contacts_by_last_engaged_at ON contacts (workspace_uuid, last_engaged_at, uuid)",
  "CREATE INDEX contacts_by_archived ON contacts (workspace_uuid, archived, uuid)",
  `CREATE VIRTUAL TABLE contacts_trigrams USING fts5 (
    first_name_folded, last_name_folded, email_folded, phone_number_folded,
    chatapp_id_folded, socialmsg_id_folded, external_contact_id_folded, client_reference_folded,
    phone_number_digits, chatapp_id_digits,
    content = 'contacts', content_rowid = 'id', columnsize = 0,
    tokenize = 'trigram case_sensitive 1 remove_diacritics 0'
  )`,
  `CREATE TRIGGER contacts_inserted AFTER INSERT ON contacts BEGIN
    INSERT INTO contacts_trigrams (
      rowid, first_name_folded, last_name_folded, email_folded, phone_number_folded,
      chatapp_id_folded, socialmsg_id_folded, external_contact_id_folded, client_reference_folded,
      phone_number_digits, chatapp_id_digits
    ) VALUES (
      new.id, new.first_name_folded, new.last_name_folded, new.email_folded, new.phone_number_folded,
      new.chatapp_id_folded, new.socialmsg_id_folded, new.external_contact_id_folded, new.client_reference_folded,
      new.phone_number_digits, new.chatapp_id_digits
    );
  END`,
  `CREATE TRIGGER contacts_deleted AFTER DELETE ON contacts BEGIN
    INSERT INTO contacts_trigrams (
      contacts_trigrams, rowid, first_name_folded, last_name_folded, email_folded, phone_number_folded,
      chatapp_id_folded, socialmsg_id_folded, external_contact_id_folded, client_reference_folded,
      phone_number_digits, chatapp_id_digits
    ) VALUES (
      'delete', old.id, old.first_name_folded, old.last_name_folded, old.email_folded, old.phone_number_folded,
      old.chatapp_id_folded, old.socialmsg_id_folded, old.external_contact_id_folded, old.client_reference_folded,
      old.phone_number_digits, old.chatapp_id_digits
    );
  END`,
  `CREATE TRIGGER contacts_updated AFTER UPDATE ON contacts WHEN (
    old.first_name_folded, old.last_name_folded, old.email_folded, old.phone_number_folded,
    old.chatapp_id_folded, old.socialmsg_id_folded, old.external_contact_id_folded, old.client_reference_folded,
    old.phone_number_digits, old.chatapp_id_digits
  ) IS NOT (
    new.first_name_folded, new.last_name_folded, new.email_folded, new.phone_number_folded,
    new.chatapp_id_folded, new.socialmsg_id_folded, new.external_contact_id_folded, new.client_reference_folded,
    new.phone_number_digits, new.chatapp_id_digits
  ) BEGIN
    INSERT INTO contacts_trigrams (
      contacts_trigrams, rowid, first_name_folded, last_name_folded, email_folded, phone_number_folded,
      chatapp_id_folded, socialmsg_id_folded, external_contact_id_folded, client_reference_folded,
      phone_number_digits, chatapp_id_digits
    ) VALUES (
      'delete', old.id, old.first_name_folded, old.last_name_folded, old.email_folded, old.phone_number_folded,
      old.chatapp_id_folded, old.socialmsg_id_folded, old.external_contact_id_folded, old.client_reference_folded,
      old.phone_number_digits, old.chatapp_id_digits
    );
    INSERT INTO contacts_trigrams (
      rowid, first_name_folded, last_name_folded, email_folded, phone_number_folded,
      chatapp_id_folded, socialmsg_id_folded, external_contact_id_folded, client_reference_folded,
      phone_number_digits, chatapp_id_digits
    ) VALUES (
      new.id, new.first_name_folded, new.last_name_folded, new.email_folded, new.phone_number_folded,
      new.chatapp_id_folded, new.socialmsg_id_folded, new.external_contact_id_folded, new.client_reference_folded,
      new.phone_number_digits, new.chatapp_id_digits
    );
  END`
)

/** A million contacts in one workspace, about ten of which share a text. */
const expectations = statistics("contacts", {
  contacts_by_uuid: "1000000 1000000 1",
  contacts_by_first_name: "1000000 1000000 10 1",
  contacts_by_last_name: "1000000 1000000 10 1",
  contacts_by_email: "1000000 1000000 10 1",
  contacts_by_phone_number: "1000000 1000000 10 1",
  contacts_by_chatapp_id: "1000000 1000000 10 1",
  contacts_by_socialmsg_id: "1000000 1000000 10 1",
  contacts_by_external_contact_id: "1000000 1000000 10 1",
  contacts_by_client_reference: "1000000 1000000 10 1",
  contacts_by_created_at: "1000000 1000000 2 1",
  contacts_by_updated_at: "1000000 1000000 2 1",
  contacts_by_last_engaged_at: "1000000 1000000 2 1",
  contacts_by_archived: "1000000 1000000 500000 1"
})

export const contacts = [...tables, ...expectations]
