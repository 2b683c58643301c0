import { DatabaseSync } from "node:sqlite"
import { createRollcall } from "rollcall"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import { mirrorContacts } from "./Mirror.ts"

// Runs until it is killed, which can happen at any time.
const rollcall = await createRollcall({ storage: sqlite({ filename: "clinic.db" }), channel: simulator() })
await mirrorContacts(await rollcall.workspace("clinic"), new DatabaseSync("mirror.db"), (cursor) => console.log(cursor))
