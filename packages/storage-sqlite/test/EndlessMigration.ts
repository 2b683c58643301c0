import { Effect } from "effect"
import { migrations } from "../src/SqliteStorage.ts"
import { layerWith } from "./Versions.ts"

/*
 * Runs a migration that never ends in the file that is named, and writes more than the cache of a connection holds: pages
 * of it are then in the write-ahead log. A test kills the process meanwhile.
 */

const numbers = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers)"
const endless = [
  "ALTER TABLE contacts ADD COLUMN nickname TEXT DEFAULT 'Addie'",
  "CREATE TABLE pages (page BLOB)",
  `INSERT INTO pages ${numbers} SELECT randomblob(4000) FROM numbers LIMIT 12000`,
  `INSERT INTO pages ${numbers} SELECT NULL FROM numbers WHERE n < 0`
]

await Effect.runPromise(
  Effect.scoped(
    Effect.provide(Effect.void, layerWith(process.argv[2] ?? "", { ...migrations, "9000_nicknames": endless }))
  )
)
