import { createRollcall } from "rollcall"
import { postgres } from "rollcall/postgres"
import { sqlite } from "rollcall/sqlite"
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

const template = {
  kind: "plain",
  name: "appointment_reminder",
  locale: "en",
  status: "approved",
  header: null,
  body: 2,
  buttons: 0
} as const

/** Opens Rollcall at a place. Without workers it sends nothing. */
export const open = (
  place: Place,
  channel: Parameters<typeof createRollcall>[0]["channel"],
  { workers }: { readonly workers: boolean }
) => {
  const options = { channel, templates: [template], settings, workers }
  return "sqlite" in place
    ? createRollcall({ ...options, storage: sqlite({ filename: place.sqlite }) })
    : createRollcall({ ...options, storage: postgres({ url: place.postgres }) })
}
