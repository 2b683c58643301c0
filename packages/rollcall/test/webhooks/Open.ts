import { createRollcall } from "rollcall"
import { postgres } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import type { Place } from "../using/Hosts.ts"

/** Small steps, so that a process is in the middle of one whenever it is killed. */
const settings = {
  webhooks: {
    allowPrivateAddresses: true,
    workers: 2,
    chunk: 7,
    concurrency: 3,
    timeout: "1 second",
    jobTime: "200 millis",
    lease: "2 seconds",
    retryAfter: 50,
    longestRetryAfter: 200,
    sweepEvery: 50
  }
} as const

/** Opens Rollcall at a place. Without workers it sends nothing. */
export const open = (place: Place, { workers }: { readonly workers: boolean }) => {
  const options = { channel: simulator(), workers, settings }
  return "sqlite" in place
    ? createRollcall({ ...options, storage: sqlite({ filename: place.sqlite }) })
    : createRollcall({ ...options, storage: postgres({ url: place.postgres }) })
}
