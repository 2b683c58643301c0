import { it } from "@effect/vitest"
import { isLong, killsOr, limitOf } from "@rollcall/testing/kills"
import { casesOf, killProcesses } from "./Campaign.ts"
import { imports } from "./imports/Subject.ts"

const kills = killsOr(2)

/** As many rows as an import may have. A short run has to come to its end. */
const largest = isLong ? 1_000 : 100

/** SQLite has one server a file, beside which the command line may apply rows. */
const cases = casesOf([
  { name: "one server on SQLite", store: "SQLite", roles: ["server"] },
  { name: "three processes on SQLite", store: "SQLite", roles: ["server", "worker", "worker"], longOnly: true },
  { name: "one server on Postgres", store: "Postgres", roles: ["server"], longOnly: true },
  { name: "three servers on Postgres", store: "Postgres", roles: ["server", "server", "server"] },
  { name: "two servers through a pooler", store: "Pooler", roles: ["server", "server"], longOnly: true }
])

for (const one of cases) {
  const { name } = one
  it.live(
    `I1, I2: after ${kills} kills of ${name} during imports, every row has one outcome and is applied once`,
    () => killProcesses(one, kills, imports(largest)),
    limitOf(kills)
  )
}
