import { Effect, Predicate, Record as Records, Result, Schema } from "effect"
import { ContactFields } from "../contacts/Contact.ts"
import { schemaIssues, defaultBounds, type InputBounds, inspectInput } from "../../shared/Input.ts"
import { type Issue, placeOf } from "../../shared/Issue.ts"
import { toStorable } from "../../shared/Text.ts"
import { ContactListUuid, ContactUuid } from "../../shared/Ids.ts"
import { OptOutScope } from "../opt-outs/OptOut.ts"
import type { ImportRow } from "./ContactImport.ts"

/** A row to import. */
export const NewImportRow = Schema.Struct({
  /** In a contact that the row matches, an absent field stays unchanged, and null clears a field. */
  fields: ContactFields,
  /** Values by field key; null clears a value. */
  customFields: Schema.optional(Schema.JsonObject),
  /** The uuid of the contact. Used only if rows are matched and the workspace has the contact. */
  uuid: Schema.optional(ContactUuid),
  /** The lists that the contact joins. */
  contactListUuids: Schema.optional(Schema.Array(ContactListUuid)),
  /** The opt-out that another system has recorded. Null or absent changes nothing. */
  optedOut: Schema.optional(Schema.NullOr(OptOutScope)),
  /** Any value, returned with the outcome. Default: the row's fields and custom fields. */
  original: Schema.optional(Schema.Json)
})
export type NewImportRow = typeof NewImportRow.Type

/** The input limits of a row, which is stored as a whole. */
export const rowBounds: InputBounds = { ...defaultBounds, maxValues: 20_000, finite: true }

/** Converts a row to its stored form. Undefined values are left out. */
export const toImportRow = ({
  contactListUuids,
  issues,
  optedOut,
  uuid,
  ...row
}: NewImportRow & Pick<ImportRow, "issues">): ImportRow => {
  const given: Readonly<Record<string, string | null | undefined>> = row.fields
  const fields = Records.filter(given, Predicate.isNotUndefined)
  const customFields = Records.filter(row.customFields ?? {}, Predicate.isNotUndefined)
  const original = row.original === undefined ? { ...fields, customFields } : row.original
  return {
    fields,
    customFields,
    original,
    ...(uuid !== undefined && { uuid }),
    ...(contactListUuids !== undefined && { contactListUuids }),
    ...(optedOut && { optedOut }),
    ...(issues !== undefined && { issues })
  }
}

/**
 * Returns a row that fails with the issues and changes no contact. The original form is kept, with U+FFFD for characters
 * and null for values that can't be stored. An original beyond the limits becomes null.
 */
export const refusedRow = (original: unknown, issues: ReadonlyArray<Issue>): ImportRow => ({
  fields: {},
  customFields: {},
  original: inspectInput({ original }, rowBounds).bounded ? toJson(original) : null,
  issues
})

/** Reads a row of any shape. Missing parts and wrong types become issues of the row. */
const readRow = (given: unknown): ImportRow => {
  const { bounded, issues } = inspectInput({ given }, rowBounds)
  const row = bounded ? decodeRow(given) : undefined
  if (row !== undefined && Result.isSuccess(row) && issues.length === 0) return toImportRow(row.success)
  const unstorable = issues.map(({ path, ...issue }) => ({ ...issue, path: path.slice(1) }))
  const known = new Set(unstorable.map(({ path }) => placeOf(path)))
  const undecoded = row !== undefined && Result.isFailure(row) ? schemaIssues(row.failure.issue) : []
  const found = [...unstorable, ...undecoded.filter(({ path }) => !known.has(placeOf(path)))]
  const original: unknown = Predicate.hasProperty(given, "original") ? given.original : given
  return refusedRow(original, found.map(inContact))
}

/** A row of any shape, as a host passes it. Decoding never fails. */
export const RowOfAnyShape = Schema.declareConstructor<ImportRow, typeof NewImportRow.Encoded>()(
  [],
  () => (given) => Effect.sync(() => readRow(given))
)

const decodeRow = Schema.decodeUnknownResult(NewImportRow, {
  errors: "all",
  onExcessProperty: "error",
  reportInput: true
})

/** Shortens the path of an issue to the field of the contact: `email` instead of `fields.email`. */
const inContact = ({ path, ...issue }: Issue): Issue => ({
  ...issue,
  path: path[0] === "fields" && path.length > 1 ? path.slice(1) : path
})

const toJson = (value: unknown): Schema.Json => {
  if (typeof value === "string") return toStorable(value)
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return value
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== "object" || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [toStorable(key), toJson(member)]))
}
