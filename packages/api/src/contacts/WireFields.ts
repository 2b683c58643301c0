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

/** The fields of a contact that a request may set, with their descriptions. */
export const writableFields = Struct.map(writableDescriptions, Struct.lambda<ToWire>(text))

/** The optional fields of a contact in a request, by their API names. */
export const givenFields = Struct.map(Struct.renameKeys(writableFields, snakeKeys(names)), Schema.optionalKey)

/** Converts the given fields to their library names. Missing fields stay missing. */
export const toContactFields = (body: Schema.Struct.Type<typeof givenFields>): ImportRow["fields"] =>
  Struct.renameKeys(Struct.pick(body, givenNames), libraryNames)

const givenNames = Struct.keys(givenFields)
const libraryNames = byWireName(names)
