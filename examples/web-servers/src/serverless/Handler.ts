import type { Rollcall } from "rollcall"
import { open } from "./Open.ts"

let opened: Promise<Rollcall> | undefined

/** Opens Rollcall at an instance's first request, and again if that failed. */
const rollcall = (): Promise<Rollcall> =>
  (opened ??= open({ workers: false }).catch((error: unknown) => {
    opened = undefined
    throw error
  }))

/** Serves one request. */
export const handle = async (request: Request): Promise<Response> => (await rollcall()).fetch(request)
