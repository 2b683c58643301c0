import type { CustomFieldResource } from "@rollcall/api"
import { writableDescriptions } from "@rollcall/core/people"
import { snakeKeys } from "@rollcall/core/operations"
import { Struct } from "effect"

/** The parts of a custom field that are needed to read its values in files. */
export type KnownField = Pick<
  typeof CustomFieldResource.Encoded,
  "field_key" | "field_type" | "name" | "select_options"
> &
  Partial<Pick<typeof CustomFieldResource.Encoded, "sensitive">>

/** The column for opt-outs: `all`, `marketing`, or empty. */
export const optOutColumn = "opted_out"

/** Tells whether a custom field has the key `opted_out`. A workspace with such a field has no opt-out column. */
export const hasOptOutKey = (field: Pick<KnownField, "field_key"> | undefined): boolean =>
  field?.field_key === optOutColumn

/** The contact fields that files can have, by their names in files and in the API. */
export const contactFields = Object.values(snakeKeys(Struct.keys(writableDescriptions)))
export type ContactField = (typeof contactFields)[number]
