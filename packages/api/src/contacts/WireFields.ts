import { limits } from "@rollcall/core"
import { type WritableField, writableSchemas } from "@rollcall/core/contact-fields"
import type { ImportRow } from "@rollcall/core/imports"
import { snakeKeys } from "@rollcall/core/shared"
import { Schema, Struct } from "effect"
import { described, textOf } from "../requests/Described.ts"
import { byWireName } from "../requests/WireNames.ts"

const names = Struct.keys(writableSchemas)

const text = (description: string) => described(Schema.NullOr(textOf({ max: limits.contactField })), description)

/** The fields of a contact that a request may set, with what the document says of them. */
export const writableFields = {
  firstName: text("The first name."),
  lastName: text("The last name."),
  externalContactId: text("The contact's id in another system."),
  email: text("The e-mail address; contacts match in any case of its letters."),
  phoneNumber: text("The phone number; contacts match by it however it is written."),
  chatappId: text("The contact's id in the chat app, as a rule the phone number with country code."),
  socialmsgId: text("The contact's id in the social messenger.")
} satisfies { readonly [Field in WritableField]: Schema.Top }

/** The fields of a contact that a request may set, by their names on the wire. It may leave each of them out. */
export const givenFields = Struct.map(Struct.renameKeys(writableFields, snakeKeys(names)), Schema.optionalKey)

/** The fields that a request gives, by their names in the library. One that it leaves out is absent. */
export const toContactFields = (body: Schema.Struct.Type<typeof givenFields>): ImportRow["fields"] =>
  Struct.renameKeys(Struct.pick(body, givenNames), libraryNames)

const givenNames = Struct.keys(givenFields)
const libraryNames = byWireName(names)
