import { Note } from "@rollcall/core"
import { storedAs, tableOf } from "../database/Rows.ts"

/** Notes as rows of `contact_notes`. */
export const noteTable = tableOf(storedAs(Note.fields))
