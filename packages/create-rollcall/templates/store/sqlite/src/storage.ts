import { sqlite } from "rollcall/sqlite"

/** A file besides this project, which one process at a time opens. */
export const storage = sqlite({ filename: "rollcall.db" })
