import { Effect } from "effect"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { processLayer, spawnProgram } from "../../../packages/cli/test/serve/ServerProcess.ts"
import type { Store } from "../Database.ts"
import { counted, type Figure } from "../Part.ts"
import type { Run, Scenario } from "../Scenario.ts"

/** How often processes are killed in each test. */
const kills = 10

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** Runs the tests that kill processes during imports, acceptances and broadcasts, on one store only. */
const campaign = Effect.fnUntraced(function* (store: Store, { seed, share }: Run) {
  const each = Math.max(1, Math.ceil(kills * share))
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const title = store === "sqlite" ? "SQLite|a server that is killed" : "Postgres"
  const args = ["run", "--config", "vitest.workspace.ts", "packages/cli/test/serve/kill", "-t", title]
  const { child, stdout } = yield* spawnProgram({
    folder: root,
    command: [process.execPath, vitest, ...args],
    env: { NO_COLOR: "1", ROLLCALL_KILLS: String(each), ROLLCALL_SEED: String(seed) }
  })
  const code = yield* child.exitCode
  const said = yield* stdout.whole
  const done = [...said.matchAll(/^(.+): (\d+) kills; (.+)$/gm)]
  const failed = Number(/Tests .*?(\d+) failed/.exec(said)?.[1] ?? 0)
  const figures: ReadonlyArray<Figure> = [
    {
      ...{ name: "kills", value: done.reduce((sum, [, , count]) => sum + Number(count), 0), unit: "", least: 1 },
      detail: done.map(([, name, , figures]) => `${name}: ${figures}`).join("; ")
    },
    counted("tests that failed", failed),
    counted("exit code", code)
  ]
  return [{ name: `${each} in each test`, figures }]
}, Effect.provide(processLayer))

/** Kills processes while they work. */
export const killed: Scenario = {
  name: "kills",
  about: "kill -9 in imports, acceptances and broadcasts: nothing is lost, applied or sent twice",
  sqlite: (_, run) => campaign("sqlite", run),
  postgres: (_, run) => campaign("postgres", run)
}
