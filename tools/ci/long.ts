import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { repository } from "../Repository.ts"

// `npm run test:long` runs the conformance suites of the three stores with many more generated cases, the tests that
// kill processes with many more kills, and the frequency cap with more contacts. Each suite prints how many cases it
// ran. Two search checks are generated, so each store answers twice as many searches as there are plans. All suites
// also run on Postgres in other ways, with a tenth of the searches because PGlite is slow: over a `pg` pool, through
// PgBouncer, on PGlite, and in a Turkish database. The server's tutorial also runs through PgBouncer.
const plans = process.env["ROLLCALL_PLANS"] ?? "10000"

const figures = {
  ROLLCALL_PLANS: plans,
  ROLLCALL_SEQUENCES: process.env["ROLLCALL_SEQUENCES"] ?? "2000",
  ROLLCALL_IMPORTS: process.env["ROLLCALL_IMPORTS"] ?? "1000",
  ROLLCALL_POOL_SUITES: "all",
  ROLLCALL_KILLS: process.env["ROLLCALL_KILLS"] ?? "50",
  ROLLCALL_CAPPED: process.env["ROLLCALL_CAPPED"] ?? "10000"
}

/** The suites about people's histories and many people, which take as long as all others together. */
const ofPeople = {
  ROLLCALL_HISTORIES: process.env["ROLLCALL_HISTORIES"] ?? "2000",
  ROLLCALL_PEOPLE: process.env["ROLLCALL_PEOPLE"] ?? "1000"
}

const otherWays = {
  ROLLCALL_PLANS: String(Math.ceil(Number(plans) / 10)),
  ROLLCALL_POOL_SUITES: "all"
}

interface Run {
  readonly env: Readonly<Record<string, string>>
  readonly files: ReadonlyArray<string>
  /** The test configuration, if it differs from `npm test`. */
  readonly config?: string
  /** A pattern for the titles of the tests to run. Default: all tests. */
  readonly titles?: string
}

const storeSuites = ["storage-memory", "storage-sqlite", "storage-postgres"].map(
  (name) => `packages/${name}/test/Conformance`
)

const runs: ReadonlyArray<Run> = [
  {
    env: figures,
    files: [
      ...storeSuites,
      "packages/core/test/people/imports/ImportAgreement",
      "packages/cli/test/contacts/RoundTrip",
      "packages/contact-files/test/file/Look",
      "packages/phone-numbers/test/Addresses"
    ]
  },
  { env: ofPeople, files: storeSuites, titles: "in any history|each of many people" },
  {
    env: otherWays,
    files: [
      ...["host/PoolConformance", "pooler", "pglite", "locales"].map((name) => `packages/storage-postgres/test/${name}`)
    ]
  },
  { env: otherWays, config: "deploy/vitest.config.ts", files: ["ServerWalk"] },
  {
    env: figures,
    files: [
      ...["packages/cli/test/serve/kill", "packages/rollcall/test/webhooks", "packages/rollcall/test/dispatch"],
      ...["packages/rollcall/test/using/KilledTransactions", "packages/rollcall/test/audiences"]
    ]
  }
]

const vitest = join(repository, "node_modules", "vitest", "vitest.mjs")

const statuses = runs.map(({ config = "vitest.workspace.ts", env, files, titles }) => {
  const asked = [...files, ...(titles === undefined ? [] : ["-t", titles]), ...process.argv.slice(2)]
  return spawnSync(process.execPath, [vitest, "run", "--config", config, ...asked], {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: "inherit"
  }).status
})
console.log(
  Object.entries({ ...figures, ...ofPeople })
    .map(([name, figure]) => `${name}=${figure}`)
    .join(" ")
)
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1
