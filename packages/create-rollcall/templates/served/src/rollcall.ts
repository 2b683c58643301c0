import { createRollcall } from "rollcall"
import { channel } from "./channel.ts"
import { storage } from "./storage.ts"
import { isAllowed } from "./users.ts"

/** Rollcall, open. It sends in the background what was accepted, until it is closed, and `fetch` serves its HTTP API. */
export const rollcall = await createRollcall({
  storage,
  channel,
  http: {
    prefix: "/rollcall",
    authorize: (request) => (isAllowed(request.headers.get("authorization")) ? { workspace: "main" } : null)
  },
  log: (level, message, fields) => console.error(`${level}: ${message}`, fields)
})
