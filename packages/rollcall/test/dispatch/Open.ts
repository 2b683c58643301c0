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
    // A process that the machine does not let run for as long has begun sends that it has not requested.
    lease: "4 seconds",
    nextCheckAfter: "1 second",
    sweepEvery: "100 millis"
  }
} as const

type Options = Parameters<typeof createRollcall>[0]

/** Opens Rollcall at a place. Without workers it sends nothing. */
export const openAt = (place: Place, given: Pick<Options, "channel" | "settings"> & { readonly workers: boolean }) => {
  const options = { ...given, templates: [reminderTemplate] }
  return "sqlite" in place
    ? createRollcall({ ...options, storage: sqlite({ filename: place.sqlite }) })
    : createRollcall({ ...options, storage: postgres({ url: place.postgres }) })
}

/** Opens Rollcall at a place, with groups of these sizes. */
export const open = (place: Place, channel: Options["channel"], { workers }: { readonly workers: boolean }) =>
  openAt(place, { channel, settings, workers })
