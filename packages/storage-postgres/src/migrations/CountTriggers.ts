/**
 * A function of triggers. It finds tables in the schema of the table of the trigger, which may be moved or renamed. The
 * search path is set for the call alone.
 */
export const trigger = (name: string, body: string) => `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA) || ', pg_temp', true);
    ${body}
  END
  $$`

/**
 * Replaces the rows of some keys by their sums, about each 50th time. Rows that another transaction is replacing are
 * passed over, so that none waits. Rows are never updated, so that each keeps its place.
 */
export const merge = (
  table: string,
  keys: string,
  counts: ReadonlyArray<string>,
  given: string
) => `IF random() < 0.02 THEN
      WITH merged AS (
        DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
          SELECT counted.ctid FROM ${table} AS counted WHERE (${keys}) IN (${given})
          FOR UPDATE OF counted SKIP LOCKED
        )) RETURNING ${keys}, ${counts.join(", ")}
      )
      INSERT INTO ${table} (${keys}, ${counts.join(", ")}) SELECT ${keys}, ${counts.map((count) => `sum(${count})`).join(", ")} FROM merged GROUP BY ${keys};
    END IF;`
