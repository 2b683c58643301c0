import { statements } from "./Statements.ts"

/**
 * Keeps the trigrams of a custom value in step when its entry is updated in its place. The version before updated entries
 * without this trigger, so that a value was found by the text that it had before: the index is written anew.
 */
export const changedValues = statements(
  `CREATE TRIGGER contact_values_updated AFTER UPDATE OF text ON contact_values WHEN old.text IS NOT new.text BEGIN
    INSERT INTO contact_values_trigrams (contact_values_trigrams, rowid, text)
      SELECT 'delete', old.id, old.text WHERE old.text IS NOT NULL;
    INSERT INTO contact_values_trigrams (rowid, text)
      SELECT new.id, new.text WHERE new.text IS NOT NULL;
  END`,
  "INSERT INTO contact_values_trigrams (contact_values_trigrams) VALUES ('rebuild')"
)
