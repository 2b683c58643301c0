import { Effect, type Redacted } from "effect"
import { withDatabase } from "./server/Databases.ts"

/**
 * All that migrations make in the schema `rollcall`, a line for each part, in an order that does not depend on when a part
 * was made, but for the indexes of a table and the columns: a plan may depend on the order of the former. Names of roles
 * are left out.
 */
export const schemaOf = (url: Redacted.Redacted) =>
  Effect.map(
    withDatabase(
      url,
      (sql) => sql<{ readonly line: string }>`
        WITH ours AS (
          SELECT pg_class.*, relname || ' ' AS its, replace(coalesce(relacl::text, 'owner'), current_user, 'owner') AS acl
          FROM pg_class WHERE relnamespace = 'rollcall'::regnamespace
        )
        SELECT line FROM (
          SELECT concat_ws(' ', CASE relkind WHEN 'r' THEN 'table' WHEN 'S' THEN 'sequence' WHEN 'i' THEN 'index'
              ELSE relkind::text END, relname, amname, reloptions, relpersistence, relreplident, acl) AS line
            FROM ours LEFT JOIN pg_am ON pg_am.oid = relam WHERE relkind <> 't'
          UNION ALL SELECT concat_ws(' ', 'column', its || lpad(attnum::text, 3, '0'), attname,
              format_type(atttypid, atttypmod), collname, 'null ' || NOT attnotnull,
              'default ' || pg_get_expr(adbin, adrelid), 'generated ' || nullif(attgenerated::text, ''),
              'identity ' || nullif(attidentity::text, ''), 'storage ' || attstorage::text, nullif(attcompression::text, ''),
              'target ' || nullif(attstattarget, -1), attoptions)
            FROM ours JOIN pg_attribute ON attrelid = ours.oid AND attnum > 0
            LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
            LEFT JOIN pg_collation ON pg_collation.oid = attcollation
            WHERE relkind = 'r' OR (relkind = 'i' AND attstattarget >= 0)
          UNION ALL SELECT concat_ws(' ', 'definition', indrelid::regclass,
              lpad((row_number() OVER (PARTITION BY indrelid ORDER BY indexrelid))::text, 2, '0'),
              pg_get_indexdef(indexrelid), 'valid ' || indisvalid)
            FROM pg_index JOIN ours ON ours.oid = indexrelid WHERE relkind = 'i'
          UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid),
              'valid ' || convalidated)
            FROM pg_constraint WHERE connamespace = 'rollcall'::regnamespace AND contype IN ('c', 'f', 'p', 'u', 'x')
          UNION ALL SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled)
            FROM pg_trigger JOIN ours ON ours.oid = tgrelid WHERE NOT tgisinternal
          UNION ALL SELECT concat_ws(' ', 'function', pg_get_functiondef(pg_proc.oid),
              replace(coalesce(proacl::text, 'owner'), current_user, 'owner'))
            FROM pg_proc WHERE pronamespace = 'rollcall'::regnamespace
          UNION ALL SELECT concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid), nullif(stxstattarget, -1))
            FROM pg_statistic_ext WHERE stxnamespace = 'rollcall'::regnamespace
          UNION ALL SELECT concat_ws(' ', 'sequence', relname, format_type(seqtypid, NULL), seqstart, seqincrement, seqmax,
              seqmin, seqcache, seqcycle, 'of', refobjid::regclass, refobjsubid)
            FROM pg_sequence JOIN ours ON ours.oid = seqrelid
            LEFT JOIN pg_depend ON objid = seqrelid AND refobjsubid > 0 AND classid = 'pg_class'::regclass
          UNION ALL SELECT concat_ws(' ', 'policy', polname) FROM pg_policy JOIN ours ON ours.oid = polrelid
          UNION ALL SELECT concat_ws(' ', 'rule', rulename) FROM pg_rewrite JOIN ours ON ours.oid = ev_class
          UNION ALL SELECT concat_ws(' ', 'comment', description) FROM pg_description JOIN ours ON ours.oid = objoid
          UNION ALL SELECT concat_ws(' ', 'extension', extname) FROM pg_extension
          UNION ALL SELECT concat_ws(' ', 'row of effect_queue_migrations', migration_id, name) FROM effect_queue_migrations
        ) AS parts ORDER BY line COLLATE "C"`
    ),
    (rows) => rows.map(({ line }) => line)
  )
