import { type ImportRow, snakeKeys, writableSchemas } from "@rollcall/core/storage"
import { Schema, Struct } from "effect"
import { byWireName } from "../requests/WireNames.ts"

const names = Struct.keys(writableSchemas)

/** The fields of a contact that a request may set, by their names on the wire. It may leave each of them out. */
export const givenFields = Struct.map(Struct.renameKeys(writableSchemas, snakeKeys(names)), Schema.optionalKey)

/** The fields that a request gives, by their names in the library. One that it leaves out is absent. */
export const toContactFields = (body: Schema.Struct.Type<typeof givenFields>): ImportRow["fields"] =>
  Struct.renameKeys(Struct.pick(body, Struct.keys(givenFields)), byWireName(names))
