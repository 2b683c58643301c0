import { Effect, Redacted } from "effect"
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { lacksPooler, pgBouncer } from "../../packages/storage-postgres/test/pooler/PgBouncer.ts"
import { freshDatabase } from "../../packages/storage-postgres/test/server/Databases.ts"
import { workerServer } from "../../packages/storage-postgres/test/server/WorkerServer.ts"
import { walkServer } from "./ServerWalk.ts"
import { repository } from "../../tools/Repository.ts"

// A clone made of symbolic links, so that the tutorial's files are written outside the repository.
const clone = mkdtempSync(join(tmpdir(), "rollcall-walk-"))
for (const name of readdirSync(repository)) symlinkSync(join(repository, name), join(clone, name))
afterAll(() => rmSync(clone, { recursive: true }))

const rollcall = `node --conditions=rollcall-source ${join(repository, "packages", "cli", "src", "main.js")}`

const throughPooler = Effect.gen(function* () {
  const url = yield* pgBouncer(yield* freshDatabase(yield* Effect.promise(workerServer)))
  const env = `ROLLCALL_DATABASE_POOLED=true ROLLCALL_DATABASE_URL=${Redacted.value(url)}`
  return yield* Effect.promise(() => walkServer(clone, { start: `env ${env} ${rollcall} serve`, rollcall }))
}).pipe(Effect.scoped)

/** `npm run test:long` also runs the tutorial on Postgres through a pooler. */
const isLong = process.env["ROLLCALL_POOL_SUITES"] === "all"

const walks = [
  { how: "in a clone", walk: () => walkServer(clone) },
  ...(isLong && !lacksPooler ? [{ how: "through a pooler", walk: () => Effect.runPromise(throughPooler) }] : [])
]

for (const { how, walk } of walks) {
  it(`the server tutorial works as written, ${how}`, async () => {
    const before = readdirSync(clone).filter((name) => !name.endsWith(".csv"))
    expect(await walk()).toEqual([])
    // The server leaves no files in the clone.
    expect(readdirSync(clone).filter((name) => !name.endsWith(".csv"))).toEqual(before)
  }, 180_000)
}
