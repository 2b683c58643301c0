import { createRollcall } from "rollcall"
import { channel } from "./channel.ts"
import { storage } from "./storage.ts"
import { isAllowed } from "./users.ts"

/** An open Rollcall. It sends accepted messages in the background until you close it. `fetch` serves its HTTP API. */
export const rollcall = await createRollcall({
  storage,
  channel,
  http: {
    prefix: "/rollcall",
    authorize: (request) => (isAllowed(request.headers.get("authorization")) ? { workspace: "main" } : null)
  },
  log: (level, message, fields) => console.error(`${level}: ${message}`, fields)
})
