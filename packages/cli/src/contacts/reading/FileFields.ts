import { ContactBody } from "@rollcall/api"
import { Struct } from "effect"

const { custom_fields: _, ...fields } = ContactBody.fields

/** The fields of a contact that files give, by their names in files and in the API. */
export const contactFields = Struct.keys(fields)
export type ContactField = (typeof contactFields)[number]
