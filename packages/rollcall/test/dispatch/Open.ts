import { createRollcall } from "rollcall"
import { postgres } from "rollcall/postgres"
import { sqlite } from "rollcall/sqlite"
import { reminderTemplate } from "../Reminders.ts"
import type { Place } from "../using/Hosts.ts"

/** The deliveries that a worker claims at a time, those that it sends at once, and its colleagues. */
export const groups = { chunk: 60, concurrency: 12, workersPerBroadcast: 1 } as const

const settings = {
  dispatch: {
    ...groups,
    rate: { perSecond: 100_000, burst: 100_000 },
    lease: "2 seconds",
    nextCheckAfter: "1 second",
    sweepEvery: "100 millis"
  }
} as const

/** Opens Rollcall at a place. Without workers it sends nothing. */
export const open = (
  place: Place,
  channel: Parameters<typeof createRollcall>[0]["channel"],
  { workers }: { readonly workers: boolean }
) => {
  const options = { channel, templates: [reminderTemplate], settings, workers }
  return "sqlite" in place
    ? createRollcall({ ...options, storage: sqlite({ filename: place.sqlite }) })
    : createRollcall({ ...options, storage: postgres({ url: place.postgres }) })
}
