import { statements } from "./Statements.ts"

/**
 * Removes the trigrams of a text from the pages of the index when the text is deleted. Without it FTS5 adds a mark, and the
 * trigrams stay until their part of the index is merged. Those that an earlier version has marked are merged away.
 */
export const forgottenTrigrams = statements(
  "INSERT INTO contacts_trigrams (contacts_trigrams, rank) VALUES ('secure-delete', 1)",
  "INSERT INTO contact_values_trigrams (contact_values_trigrams, rank) VALUES ('secure-delete', 1)",
  "INSERT INTO contacts_trigrams (contacts_trigrams) VALUES ('optimize')",
  "INSERT INTO contact_values_trigrams (contact_values_trigrams) VALUES ('optimize')"
)
