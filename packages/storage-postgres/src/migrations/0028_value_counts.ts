import { merge, trigger } from "./CountTriggers.ts"
import { statements } from "./Statements.ts"

const keys = "workspace_uuid, field_uuid"

/**
 * How many contacts have a value in each custom field: the sums of rows that every change of values adds in its
 * transaction. A contact that has a value has one entry with the ordinal 0.
 */
export const valueCounts = statements(
  `CREATE TABLE value_counts (
    workspace_uuid uuid NOT NULL,
    field_uuid uuid NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    contacts bigint NOT NULL,
    PRIMARY KEY (workspace_uuid, field_uuid, sequence)
  )`,
  "LOCK TABLE contact_values IN SHARE ROW EXCLUSIVE MODE",
  `INSERT INTO value_counts (${keys}, contacts)
    SELECT ${keys}, count(*) FROM contact_values WHERE ordinal = 0 GROUP BY ${keys}`,
  trigger(
    "rollcall_count_values",
    `INSERT INTO value_counts (${keys}, contacts)
      SELECT ${keys}, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
      FROM changed WHERE ordinal = 0 GROUP BY ${keys};
    ${merge("value_counts", keys, ["contacts"], `SELECT ${keys} FROM changed`)}
    RETURN NULL;`
  ),
  `CREATE TRIGGER count_inserted AFTER INSERT ON contact_values REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION rollcall_count_values()`,
  `CREATE TRIGGER count_deleted AFTER DELETE ON contact_values REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION rollcall_count_values()`
)
