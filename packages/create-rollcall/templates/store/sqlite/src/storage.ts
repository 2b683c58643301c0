import { sqlite } from "rollcall/sqlite"

/** A file in this project. Only one process at a time may open it. */
export const storage = sqlite({ filename: "rollcall.db" })
