import { limits } from "@rollcall/core"
import { described, snakeKeys, textOf } from "@rollcall/core/operations"
import { type ImportRow, writableDescriptions } from "@rollcall/core/people"
import { Schema, Struct } from "effect"
import { byWireName } from "../requests/WireNames.ts"

const names = Struct.keys(writableDescriptions)

const text = (description: string) => described(Schema.NullOr(textOf({ max: limits.contactField })), description)

interface ToWire extends Struct.Lambda {
  (description: string): ReturnType<typeof text>
  readonly "~lambda.out": ReturnType<typeof text>
}

/** The fields of a contact that a request may set, with what the document says of them. */
export const writableFields = Struct.map(writableDescriptions, Struct.lambda<ToWire>(text))

/** The fields of a contact that a request may set, by their names on the wire. It may leave each of them out. */
export const givenFields = Struct.map(Struct.renameKeys(writableFields, snakeKeys(names)), Schema.optionalKey)

/** The fields that a request gives, by their names in the library. A field that it leaves out is absent. */
export const toContactFields = (body: Schema.Struct.Type<typeof givenFields>): ImportRow["fields"] =>
  Struct.renameKeys(Struct.pick(body, givenNames), libraryNames)

const givenNames = Struct.keys(givenFields)
const libraryNames = byWireName(names)
