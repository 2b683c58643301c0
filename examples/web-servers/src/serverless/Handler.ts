import type { Rollcall } from "rollcall"
import { open } from "./Open.ts"

let opened: Promise<Rollcall> | undefined

/** An instance of the function opens the store at its first request, and once more if that failed. */
const rollcall = (): Promise<Rollcall> =>
  (opened ??= open({ workers: false }).catch((error: unknown) => {
    opened = undefined
    throw error
  }))

/** Answers one request. */
export const handle = async (request: Request): Promise<Response> => (await rollcall()).fetch(request)
