import { assert, describe } from "@effect/vitest"
import { live } from "../../core/test/Suite.ts"
import { copyOf, migrate } from "./Fixture.ts"
import { withDatabase } from "./server/Databases.ts"

/**
 * The tables that have a unique key without the workspace, and why: all are small, and are the same for every workspace or
 * needed before the workspace is known. See docs/explanation/scale.md.
 */
const exceptions: { readonly [table: string]: string } = {
  workspaces: "names the workspaces",
  access_tokens: "a request is of the workspace that its token opens: the hash is all that there is to look for",
  digest_keys: "one key for the digests of message ids, whichever workspace they are of",
  inbox: "what a channel reports is of whatever workspaces it names, and waits for seconds",
  effect_queue: "the queue of Effect, whose jobs name a workspace as data",
  effect_queue_migrations: "the migrations of the queue",
  rollcall_migrations: "the migrations"
}

/** The columns of the workspace. `workspace` of a receipt that matches none is `all` for any. */
const isWorkspace = (column: string) => column === "workspace_uuid" || column === "workspace"

const migrated = copyOf("migrated", migrate)

describe("tables that can be distributed by workspace", () => {
  live("have the workspace in every unique key, except those listed here", function* () {
    const keys = yield* withDatabase(
      yield* migrated,
      (sql) => sql<{ readonly table: string; readonly columns: string }>`
        SELECT relname AS table, string_agg(attname, ' ' ORDER BY attnum) AS columns
        FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
          JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey::int[])
        WHERE indisunique AND relnamespace = 'rollcall'::regnamespace
        GROUP BY indexrelid, relname`
    )
    assert.isAbove(keys.length, 30)
    const without = keys.filter(({ columns }) => !columns.split(" ").some(isWorkspace))
    assert.deepStrictEqual(
      [...new Set(without.map(({ table }) => table))].toSorted(),
      Object.keys(exceptions).toSorted(),
      JSON.stringify(without)
    )
  })

  live("have the workspace at the same position in every foreign key", function* () {
    const keys = yield* withDatabase(
      yield* migrated,
      (sql) => sql<{ readonly name: string; readonly is_of_workspace: boolean }>`
        SELECT conname AS name, EXISTS (
          SELECT FROM unnest(conkey, confkey) AS pair(own, other)
          JOIN pg_attribute AS own_column ON own_column.attrelid = conrelid AND own_column.attnum = own
          JOIN pg_attribute AS other_column ON other_column.attrelid = confrelid AND other_column.attnum = other
          WHERE own_column.attname = 'workspace_uuid' AND other_column.attname = 'workspace_uuid'
        ) AS is_of_workspace
        FROM pg_constraint WHERE contype = 'f' AND connamespace = 'rollcall'::regnamespace`
    )
    assert.isAbove(keys.length, 5)
    assert.deepStrictEqual(
      keys.filter(({ is_of_workspace }) => !is_of_workspace),
      []
    )
  })

  live("have no triggers", function* () {
    const triggers = yield* withDatabase(
      yield* migrated,
      (sql) => sql`
        SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE NOT tgisinternal AND relnamespace = 'rollcall'::regnamespace`
    )
    assert.deepStrictEqual(triggers, [])
  })
})
