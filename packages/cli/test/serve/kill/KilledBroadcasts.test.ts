import { it } from "@effect/vitest"
import { isLong, killsOr, limitOf } from "@rollcall/testing/kills"
import { broadcasts } from "./broadcasts/Subject.ts"
import { casesOf, killProcesses } from "./Campaign.ts"

const kills = killsOr(2)

const cases = casesOf([
  { name: "three servers on Postgres", store: "Postgres", roles: ["server", "server", "server"] },
  { name: "two servers through a pooler", store: "Pooler", roles: ["server", "server"], longOnly: true }
])

for (const one of cases) {
  const { name } = one
  it.live(
    `B4, B10, B12, B13: after ${kills} kills of ${name} while responses and receipts get lost, no recipient gets a message twice and every recipient is accounted for`,
    () =>
      killProcesses(
        one,
        kills,
        broadcasts({ size: isLong ? 500 : 150, fates: ["sent", "cancelled", "sent", "expired"] })
      ),
    limitOf(kills)
  )
}

const recipients = isLong ? 5_000 : 600

it.live(
  `B9, B12: a server that is killed ${kills} times during broadcasts of ${recipients} sends to every recipient once`,
  () =>
    killProcesses(
      { name: "one server on SQLite", store: "SQLite", roles: ["server"] },
      kills,
      broadcasts({ size: recipients, fates: ["sent"] })
    ),
  limitOf(kills)
)
