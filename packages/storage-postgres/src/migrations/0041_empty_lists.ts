import { statements } from "./Statements.ts"

/**
 * No writer empties the list of an index of trigrams any more: that takes up to a second for each 4 MiB, and a list that
 * others had filled was emptied by one insert until its time was over. Imports and the sweep empty the lists, on behalf of
 * the owner of the index, whatever role they have.
 */
export const emptyLists = statements(
  "ALTER INDEX contacts_by_trigram SET (gin_pending_list_limit = 1048576)",
  "ALTER INDEX contact_values_by_trigram SET (gin_pending_list_limit = 1048576)",
  `CREATE FUNCTION rollcall_empty_list(schema text, index text) RETURNS bigint LANGUAGE sql VOLATILE SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp AS $$
    SELECT gin_clean_pending_list(to_regclass(format('%I.%I', schema, index)))
  $$`,
  "GRANT EXECUTE ON FUNCTION rollcall_empty_list TO PUBLIC"
)
