import { createRollcall } from "rollcall"
import { channel } from "./channel.ts"
import { storage } from "./storage.ts"

/** Rollcall, open. It sends in the background what was accepted, until it is closed. */
export const rollcall = await createRollcall({
  storage,
  channel,
  log: (level, message, fields) => console.error(`${level}: ${message}`, fields)
})
