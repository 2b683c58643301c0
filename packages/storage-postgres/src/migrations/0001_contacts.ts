import { statements } from "./Statements.ts"

const folded = [
  "first_name",
  "last_name",
  "email",
  "phone_number",
  "chatapp_id",
  "socialmsg_id",
  "external_contact_id",
  "client_reference"
]

const instants = ["created_at", "updated_at", "last_engaged_at"]

/**
 * Contacts with the folded form of every text beside it, which is compared by code point. A b-tree takes no entry over a
 * third of a page, so those of texts hold the first 500 characters. Substrings are found through one index of all
 * trigrams of a contact; what was written last waits in a list of its own, which every search reads, so that is short.
 */
export const contacts = statements(
  "CREATE EXTENSION IF NOT EXISTS pg_trgm",
  `CREATE TABLE contacts (
    workspace_uuid uuid NOT NULL,
    uuid uuid NOT NULL,
    first_name text,
    last_name text,
    external_contact_id text,
    email text,
    phone_number text,
    chatapp_id text,
    socialmsg_id text,
    client_reference text,
    archived smallint NOT NULL CHECK (archived IN (0, 1)),
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    last_engaged_at bigint,
    first_name_folded text COLLATE "C",
    last_name_folded text COLLATE "C",
    email_folded text COLLATE "C",
    phone_number_folded text COLLATE "C",
    chatapp_id_folded text COLLATE "C",
    socialmsg_id_folded text COLLATE "C",
    external_contact_id_folded text COLLATE "C",
    client_reference_folded text COLLATE "C",
    phone_number_digits text COLLATE "C",
    chatapp_id_digits text COLLATE "C",
    PRIMARY KEY (workspace_uuid, uuid)
  )`,
  ...folded.map(
    (name) => `CREATE INDEX contacts_by_${name} ON contacts (workspace_uuid, left(${name}_folded, 500), uuid)`
  ),
  ...instants.map((name) => `CREATE INDEX contacts_by_${name} ON contacts (workspace_uuid, ${name}, uuid)`),
  "CREATE INDEX contacts_by_archived ON contacts (workspace_uuid, archived, uuid)",
  `CREATE INDEX contacts_by_trigram ON contacts USING gin (
    ${[...folded.map((name) => `${name}_folded`), "phone_number_digits", "chatapp_id_digits"]
      .map((column) => `${column} gin_trgm_ops`)
      .join(", ")}
  ) WITH (gin_pending_list_limit = 256)`
)
