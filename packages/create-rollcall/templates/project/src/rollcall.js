import { createRollcall } from "rollcall"
import { channel } from "./channel.js"
import { storage } from "./storage.js"

/** Rollcall, open. It sends in the background what was accepted, until it is closed. */
export const rollcall = await createRollcall({
  storage,
  channel,
  log: (level, message, fields) => console.error(`${level}: ${message}`, fields)
})
