import { PGlite } from "@electric-sql/pglite"
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { Effect } from "effect"
import type { QueryPool } from "../../src/index.ts"

type Client = Awaited<ReturnType<QueryPool["connect"]>>

/** A new database of PGlite in memory, as a pool of its only connection, until the scope ends. */
export const pglitePool = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => PGlite.create({ extensions: { btree_gin, pg_trgm } })),
    (database) => Effect.promise(() => database.close())
  ),
  poolOf
)

/** Lends the connection to one holder after another, in the order of their calls. */
function poolOf(database: PGlite): QueryPool {
  let last = Promise.resolve()
  const lend = (giveBack: () => void): Client => ({
    // Like the package `pg`, which sends a text without values as it is: it may be of several statements.
    query: async ({ text, values }) => {
      if (values.length > 0) return await database.query(text, values)
      const results = await database.exec(text)
      return results.at(-1) ?? { rows: [] }
    },
    // The connection cannot be closed: what its holder has left open is undone instead.
    release: (destroy = false) => void (destroy ? database.exec("ROLLBACK") : Promise.resolve()).finally(giveBack),
    on: () => undefined,
    removeListener: () => undefined
  })
  return {
    connect: async () => {
      const free = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await free
      return lend(resolve)
    }
  }
}
