import { type ImportRow, snakeKeys, type WritableField, writableSchemas } from "@rollcall/core/storage"
import { Schema, Struct } from "effect"
import { byWireName } from "../requests/WireNames.ts"

const names = Struct.keys(writableSchemas)
const wireNames = snakeKeys(names)

/** The fields of a contact that a request may set, by their names on the wire. */
export const wireFields = Struct.renameKeys(writableSchemas, wireNames)

/** The same where a request may leave them out. */
export const givenFields = Struct.map(wireFields, Schema.optionalKey)

/** These fields of a contact, by their names on the wire. */
export const toWireFields = (contact: { readonly [Field in WritableField]: string | null }) =>
  Struct.renameKeys(Struct.pick(contact, names), wireNames)

/** The fields that a request gives, by their names in the library. One that it leaves out is absent. */
export const toContactFields = (body: Schema.Struct.Type<typeof givenFields>): ImportRow["fields"] =>
  Struct.renameKeys(Struct.pick(body, Struct.keys(wireFields)), byWireName(names))
