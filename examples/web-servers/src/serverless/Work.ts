import { setTimeout } from "node:timers/promises"
import type { Rollcall } from "rollcall"
import { open } from "./Open.ts"

/** Runs due work until none is left, or for this many milliseconds. A schedule calls it. */
export const work = async (milliseconds = 50_000): Promise<void> => {
  const end = performance.now() + milliseconds
  const rollcall = await open({ workers: true })
  try {
    do await setTimeout(1_000)
    while (performance.now() < end && !(await isIdle(rollcall)))
  } finally {
    await rollcall.close()
  }
}

/** Returns whether no work is due and no broadcast is being sent. */
const isIdle = async (rollcall: Rollcall): Promise<boolean> => {
  const left =
    /^(?:rollcall_work_lag_seconds\{.*|rollcall_broadcasts\{.*"(?:resolving|sending)".*|rollcall_webhooks_lag_seconds) (?!0$)/m
  return !left.test(await rollcall.metrics())
}
