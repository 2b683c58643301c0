import { createRollcall } from "rollcall"
import { channel } from "./channel.ts"
import { storage } from "./storage.ts"

/** An open Rollcall. It sends accepted messages in the background until you close it. */
export const rollcall = await createRollcall({
  storage,
  channel,
  log: (level, message, fields) => console.error(`${level}: ${message}`, fields)
})
