import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { repository } from "../Repository.ts"

// `npm run test:long`: the conformance suites of the three stores with many more generated cases. Each suite says how many
// it ran. Two of the checks of search are generated, so that each store answers twice as many searches as there are plans.
const figures = {
  ROLLCALL_PLANS: process.env["ROLLCALL_PLANS"] ?? "10000",
  ROLLCALL_SEQUENCES: process.env["ROLLCALL_SEQUENCES"] ?? "2000"
}

const stores = ["storage-memory", "storage-sqlite", "storage-postgres"].flatMap((name) => ["--project", name])
const vitest = join(repository, "node_modules", "vitest", "vitest.mjs")

const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--config", "vitest.workspace.ts", ...stores, "Conformance", ...process.argv.slice(2)],
  { cwd: repository, env: { ...process.env, ...figures }, stdio: "inherit" }
)
console.log(
  Object.entries(figures)
    .map(([name, figure]) => `${name}=${figure}`)
    .join(" ")
)
process.exitCode = status ?? 1
