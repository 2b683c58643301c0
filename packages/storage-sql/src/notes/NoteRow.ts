import { Note } from "@rollcall/core"
import { storedAs, tableOf } from "../database/Rows.ts"

export const noteTable = tableOf(storedAs(Note.fields))
