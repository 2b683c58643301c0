import type { CustomFieldResource } from "@rollcall/api"
import { writableDescriptions } from "@rollcall/core/people"
import { snakeKeys } from "@rollcall/core/operations"
import { Struct } from "effect"

/** A custom field as files name it and give it values. */
export type KnownField = Pick<
  typeof CustomFieldResource.Encoded,
  "field_key" | "field_type" | "name" | "select_options"
> &
  Partial<Pick<typeof CustomFieldResource.Encoded, "sensitive">>

/** The column of what a person is opted out of: `all`, `marketing`, or nothing. */
export const optOutColumn = "opted_out"

/** Whether a custom field has the name of that column for its key. Its workspace has no column of opt-outs then. */
export const hasOptOutKey = (field: Pick<KnownField, "field_key"> | undefined): boolean =>
  field?.field_key === optOutColumn

/** The fields of a contact that files give, by their names in files and in the API. */
export const contactFields = Object.values(snakeKeys(Struct.keys(writableDescriptions)))
export type ContactField = (typeof contactFields)[number]
