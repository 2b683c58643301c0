import { statements } from "./Statements.ts"

/** Trigrams of deleted texts leave the pages of the index with the statement, and those of changed texts when it is merged. */
const deletion = (index: string, columns: ReadonlyArray<string>) => [
  `INSERT INTO ${index} (${index}, rank) VALUES ('secure-delete', 1);`,
  `INSERT INTO ${index} (${[index, "rowid", ...columns].join(", ")})
    VALUES (${["'delete'", "old.id", ...columns.map((column) => `old.${column}`)].join(", ")});`,
  `INSERT INTO ${index} (${index}, rank) VALUES ('secure-delete', 0);`,
  `INSERT OR REPLACE INTO trigram_merges (name, is_begun) VALUES ('${index}', 0);`
]

const ofContacts = [
  "first_name_folded",
  "last_name_folded",
  "email_folded",
  "phone_number_folded",
  "chatapp_id_folded",
  "socialmsg_id_folded",
  "external_contact_id_folded",
  "client_reference_folded",
  "phone_number_digits",
  "chatapp_id_digits"
]

/**
 * FTS5 removes trigrams from its pages (`secure-delete`) only where a text is deleted: where every change did so, an import
 * of changed contacts took four times as long. A change adds a mark instead, and what it replaced stays in the index until
 * the parts with both are merged. `trigram_merges` has the indexes of which something was deleted since they were merged:
 * the contact may have had other texts before.
 */
export const trigramMerges = statements(
  `CREATE TABLE trigram_merges (
    name TEXT PRIMARY KEY,
    is_begun INTEGER NOT NULL CHECK (is_begun IN (0, 1))
  ) STRICT, WITHOUT ROWID`,
  "INSERT INTO contacts_trigrams (contacts_trigrams, rank) VALUES ('secure-delete', 0)",
  "INSERT INTO contact_values_trigrams (contact_values_trigrams, rank) VALUES ('secure-delete', 0)",
  "DROP TRIGGER contacts_deleted",
  `CREATE TRIGGER contacts_deleted AFTER DELETE ON contacts BEGIN
    ${deletion("contacts_trigrams", ofContacts).join("\n    ")}
  END`,
  "DROP TRIGGER contact_values_deleted",
  `CREATE TRIGGER contact_values_deleted AFTER DELETE ON contact_values WHEN old.text IS NOT NULL BEGIN
    ${deletion("contact_values_trigrams", ["text"]).join("\n    ")}
  END`
)
