import { it } from "@effect/vitest"
import { isLong, killsOr, limitOf } from "@rollcall/testing/kills"
import { acceptances } from "./broadcasts/Acceptances.ts"
import { type Case, killProcesses } from "./Campaign.ts"

const kills = killsOr(1)
const recipients = isLong ? 50_000 : 2_500

const cases: ReadonlyArray<Case> = [
  { name: "one server on SQLite", store: "SQLite", roles: ["server"] },
  { name: "two servers on Postgres", store: "Postgres", roles: ["server", "server"] }
]

for (const one of cases) {
  it.live(
    `B4, B9: after ${kills} kills of ${one.name} during acceptances of ${recipients} recipients, all of them or none are visible, and replays return the same`,
    () => killProcesses(one, kills, acceptances({ size: recipients, fates: ["cancelled"] })),
    limitOf(kills)
  )
}
