import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { repository } from "../Repository.ts"

// `npm run test:long`: the conformance suites of the three stores, all of them over a pool of `pg` and
// through PgBouncer, on PGlite and in a database of Turkish, and imports row by row,
// with many more generated cases, and the tests that kill processes with many more kills, and the frequency cap with more contacts. Each suite says how many it ran. Two of the
// checks of search are generated, so that each store answers twice as many searches as there are plans.
const figures = {
  ROLLCALL_PLANS: process.env["ROLLCALL_PLANS"] ?? "10000",
  ROLLCALL_SEQUENCES: process.env["ROLLCALL_SEQUENCES"] ?? "2000",
  ROLLCALL_IMPORTS: process.env["ROLLCALL_IMPORTS"] ?? "1000",
  ROLLCALL_POOL_SUITES: "all",
  ROLLCALL_KILLS: process.env["ROLLCALL_KILLS"] ?? "50",
  ROLLCALL_CAPPED: process.env["ROLLCALL_CAPPED"] ?? "10000"
}

const runs = [
  [
    ...["storage-memory", "storage-sqlite", "storage-postgres"].map((name) => `packages/${name}/test/Conformance`),
    "packages/storage-postgres/test/host/PoolConformance",
    "packages/storage-postgres/test/pooler",
    "packages/storage-postgres/test/pglite",
    "packages/storage-postgres/test/locales",
    "packages/core/test/imports/ImportAgreement"
  ],
  [
    ...["packages/server/test/kill", "packages/rollcall/test/webhooks", "packages/rollcall/test/dispatch/CappedSends"],
    ...["packages/rollcall/test/using/KilledTransactions", "packages/rollcall/test/audiences"]
  ]
]

const vitest = join(repository, "node_modules", "vitest", "vitest.mjs")

const statuses = runs.map(
  (files) =>
    spawnSync(
      process.execPath,
      [vitest, "run", "--config", "vitest.workspace.ts", ...files, ...process.argv.slice(2)],
      { cwd: repository, env: { ...process.env, ...figures }, stdio: "inherit" }
    ).status
)
console.log(
  Object.entries(figures)
    .map(([name, figure]) => `${name}=${figure}`)
    .join(" ")
)
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1
