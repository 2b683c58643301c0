import type { CustomFieldResource } from "@rollcall/api"
import { writableDescriptions } from "@rollcall/core/contact-fields"
import { snakeKeys } from "@rollcall/core/shared"
import { Struct } from "effect"

/** A custom field as files name it and give it values. */
export type KnownField = Pick<
  typeof CustomFieldResource.Encoded,
  "field_key" | "field_type" | "name" | "select_options"
>

/** The fields of a contact that files give, by their names in files and in the API. */
export const contactFields = Object.values(snakeKeys(Struct.keys(writableDescriptions)))
export type ContactField = (typeof contactFields)[number]
