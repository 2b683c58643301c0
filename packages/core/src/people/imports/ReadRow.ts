import { Effect, Predicate, Record as Records, Result, Schema } from "effect"
import { ContactFields } from "../contacts/Contact.ts"
import { schemaIssues, defaultBounds, type InputBounds, inspectInput } from "../../shared/Input.ts"
import { type Issue, placeOf } from "../../shared/Issue.ts"
import { toStorable } from "../../shared/Text.ts"
import { ContactListUuid, ContactUuid } from "../../shared/Ids.ts"
import { OptOutScope } from "../opt-outs/OptOut.ts"
import type { ImportRow } from "./ContactImport.ts"

/** A row to import: what it says about a contact. */
export const NewImportRow = Schema.Struct({
  /** An absent field stays as it is on a contact that the row matches, null clears it. */
  fields: ContactFields,
  /** By field key; null clears. */
  customFields: Schema.optional(Schema.JsonObject),
  /** The contact that the row is, if the workspace has it and rows are matched. */
  uuid: Schema.optional(ContactUuid),
  /** Lists that the contact of the row joins. */
  contactListUuids: Schema.optional(Schema.Array(ContactListUuid)),
  /** What the person is opted out of, as another system knows it. Null and absent change nothing. */
  optedOut: Schema.optional(Schema.NullOr(OptOutScope)),
  /** What is returned with the outcome; the row itself if absent. */
  original: Schema.optional(Schema.Json)
})
export type NewImportRow = typeof NewImportRow.Type

/** The bounds of a row, all of which is stored. */
export const rowBounds: InputBounds = { ...defaultBounds, maxValues: 20_000, finite: true }

/** A row of an import as it is stored: what is undefined is absent. */
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
 * A row that fails with the issues when its turn comes, and says nothing about a contact. Its original form is kept
 * except for what cannot be: U+FFFD stands for text, and null for any other value, also for a whole row beyond the
 * bounds.
 */
export const refusedRow = (original: unknown, issues: ReadonlyArray<Issue>): ImportRow => ({
  fields: {},
  customFields: {},
  original: inspectInput({ original }, rowBounds).bounded ? toJson(original) : null,
  issues
})

/** Reads a row, of which any part may be missing or of a wrong type: that is its outcome. */
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

/** A row of a host. Its parts may have any type. Reading it never fails. */
export const RowOfAnyShape = Schema.declareConstructor<ImportRow, typeof NewImportRow.Encoded>()(
  [],
  () => (given) => Effect.sync(() => readRow(given))
)

const decodeRow = Schema.decodeUnknownResult(NewImportRow, {
  errors: "all",
  onExcessProperty: "error",
  reportInput: true
})

/** Issues of rows name the fields of the contact: `email`, and not `fields.email`. */
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
