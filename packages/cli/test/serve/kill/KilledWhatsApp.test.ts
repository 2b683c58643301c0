import { it } from "@effect/vitest"
import { isLong, killsOr, limitOf } from "@rollcall/testing/kills"
import { broadcasts } from "./broadcasts/Subject.ts"
import { killProcesses } from "./Campaign.ts"
import { whatsApp } from "./WhatsAppChannel.ts"

const kills = killsOr(1)

it.live(
  `B10, B12, B13: three servers on Postgres, killed ${kills} times while they send through WhatsApp, send no recipient a message twice according to the platform's log`,
  () =>
    killProcesses(
      { name: "WhatsApp on Postgres", store: "Postgres", roles: ["server", "server", "server"] },
      kills,
      broadcasts({ size: isLong ? 500 : 100, fates: ["sent", "cancelled", "sent", "expired"], looksUp: false }),
      () => whatsApp
    ),
  limitOf(kills)
)

it.live(
  `B9, B12: a server on SQLite killed ${kills} times while it sends through WhatsApp sends no recipient a message twice`,
  () =>
    killProcesses(
      { name: "WhatsApp on SQLite", store: "SQLite", roles: ["server"] },
      kills,
      broadcasts({ size: isLong ? 2_000 : 150, fates: ["sent"], looksUp: false }),
      () => whatsApp
    ),
  limitOf(kills)
)
