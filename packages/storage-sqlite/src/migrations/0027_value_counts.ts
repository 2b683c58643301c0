import { statements } from "./Statements.ts"

/**
 * How many contacts have a value in each custom field, kept in step by triggers. A contact that has a value has one entry
 * with the ordinal 0.
 */
export const valueCounts = statements(
  `CREATE TABLE value_counts (
    workspace_uuid TEXT NOT NULL,
    field_uuid TEXT NOT NULL,
    contacts INTEGER NOT NULL,
    PRIMARY KEY (workspace_uuid, field_uuid)
  ) STRICT, WITHOUT ROWID`,
  `INSERT INTO value_counts
    SELECT workspace_uuid, field_uuid, count(*) FROM contact_values WHERE ordinal = 0 GROUP BY workspace_uuid, field_uuid`,
  `CREATE TRIGGER values_count_inserted AFTER INSERT ON contact_values WHEN new.ordinal = 0 BEGIN
    INSERT INTO value_counts VALUES (new.workspace_uuid, new.field_uuid, 1)
      ON CONFLICT DO UPDATE SET contacts = contacts + 1;
  END`,
  `CREATE TRIGGER values_count_deleted AFTER DELETE ON contact_values WHEN old.ordinal = 0 BEGIN
    UPDATE value_counts SET contacts = contacts - 1
    WHERE workspace_uuid = old.workspace_uuid AND field_uuid = old.field_uuid;
  END`
)
