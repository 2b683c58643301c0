import { statements } from "./Statements.ts"

/**
 * Whether definitions of custom fields are as they are given. It waits for the transactions that change them, and sees
 * what these have left: a function that is volatile does so, while the statement that calls it sees what was there when
 * it began. So one statement can lock the definitions and write values.
 */
export const fieldsAre = statements(
  `CREATE FUNCTION rollcall_fields_are(
    schema text, key text, workspace uuid, uuids uuid[], types text[], options text[]
  ) RETURNS boolean LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(key, 0)),
      set_config('search_path', quote_ident(schema) || ', pg_temp', true);
    RETURN NOT EXISTS (
      SELECT FROM unnest(uuids, types, options) AS given(uuid, type, options)
      WHERE NOT EXISTS (
        SELECT FROM custom_fields
        WHERE workspace_uuid = workspace AND custom_fields.uuid = given.uuid AND status = 'active'
          AND field_type = given.type AND select_options IS NOT DISTINCT FROM given.options
      )
    );
  END
  $$`,
  "GRANT EXECUTE ON FUNCTION rollcall_fields_are TO PUBLIC"
)
