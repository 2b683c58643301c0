import {
  ImportBody,
  ImportRowBody,
  parseOptions,
  toContactFields,
  toImportPolicy,
  toImportRequest,
  toWireIssues
} from "@rollcall/api"
import { type Issue, limits } from "@rollcall/core"
import { defaultBounds, inspectInput, issue, schemaIssues } from "@rollcall/core/operations"
import { importIssues, type ImportRow, refusedRow, rowBounds } from "@rollcall/core/people"
import { Effect, Result, Schema, Stream, String, Struct } from "effect"
import { InvalidRequest } from "../requests/InvalidRequest.ts"
import { judgePart, type PartRules, storableOfBothCases } from "../requests/body/BodyDecoder.ts"
import { ignoredPlaces, nameIgnored, namesOf, toSnakeCase, unknownMembers } from "../requests/body/BodyNames.ts"
import { inBody } from "../requests/Issues.ts"
import type { RequestBodies } from "../requests/body/RequestBodies.ts"
import { readSliced } from "../requests/body/SlicedBody.ts"

/** The largest row, in characters. The body that creates one contact has the same limit. */
const maxRowLength = 1024 * 1024

/**
 * Reads the body of an import. Rows are parsed and decoded in slices, so that other requests wait only a few milliseconds.
 * Fails with every issue of the body outside its rows. An invalid row doesn't fail the import; its issues are the result of
 * the row. A row is invalid if it isn't an object, has a value of the wrong type, or has a value that can't be stored and
 * returned unchanged: a string with U+0000 or a lone surrogate, or a number like `1e400`.
 */
export const readImport = Effect.fnUntraced(function* (bodies: RequestBodies["Service"]) {
  const { contactImport, turn } = bodies
  const body = yield* readSliced(contactImport, { member: "contacts", maxItemLength: maxRowLength, turn })
  yield* nameIgnored(ignoredPlaces(unknown(body.head)))
  const rules = headRules(body.items)
  const head = storableOfBothCases(ImportHead, defaultBounds, judgePart(rules))(body.head)
  const repeated = body.repeated ? [inBody("value_error", "contacts", "must be given once")] : []
  const issues = [...(Result.isFailure(head) ? head.failure : rules.issues(head.success)), ...repeated]
  const rows: Array<ImportRow> = []
  if (body.items <= limits.importRows) {
    yield* Stream.runForEach(body.slices, (items) =>
      Effect.sync(() => rows.push(...items.map(({ given, value }) => readRow(value, given))))
    )
  }
  if (Result.isFailure(head) || issues.length > 0) return yield* new InvalidRequest({ issues })
  return toImportRequest(head.success, rows)
})

/** The body of an import. Its rows are only checked to be a list, and are decoded separately. */
const ImportHead = Schema.Struct({ ...ImportBody.fields, contacts: Schema.Array(Schema.Unknown) })
const unknown = unknownMembers({ schema: ImportHead, bothCases: true, isRefused: () => false })
const ImportHeadPart = ImportHead.mapFields(Struct.map(Schema.optionalKey))

/** Returns the rules of core for a body with this number of rows. */
const headRules = (rows: number): PartRules<typeof ImportHeadPart.Type> => ({
  schema: ImportHeadPart,
  issues: (part) => toWireIssues(importIssues({ ...toImportPolicy(part), contacts: { length: rows } }))
})

/** Reads a row, whose names may be in snake_case or camelCase. Keeps the row as it was given. */
const readRow = (item: unknown, given: unknown): ImportRow => {
  const { issues: repeated, value } = toSnakeCase(namesOfRow, item)
  const { bounded, issues } = inspectInput(value, rowBounds)
  const known = [...repeated.map(({ field, msg }) => issue("value_error", [field], msg)), ...issues]
  const refused = (found: ReadonlyArray<Issue>) => refusedRow(given, [...known, ...found].map(named))
  if (!bounded) return refused([])
  const body = decodeBody(value)
  if (Result.isFailure(body)) return refused(schemaIssues(body.failure.issue))
  if (known.length > 0) return refused([])
  const { contact_list_uuids, custom_fields, opted_out, uuid, ...fields } = body.success
  const kept = decodeKept({ customFields: custom_fields ?? {}, original: given })
  if (Result.isFailure(kept)) return refused(schemaIssues(kept.failure.issue))
  return {
    fields: toContactFields(fields),
    ...kept.success,
    ...(uuid && { uuid }),
    ...(contact_list_uuids && { contactListUuids: contact_list_uuids }),
    ...(opted_out && { optedOut: opted_out })
  }
}

const namesOfRow = namesOf(ImportRowBody)

const decodeBody = Schema.decodeUnknownResult(ImportRowBody, parseOptions)

/** Decodes values that are stored as given. */
const decodeKept = Schema.decodeUnknownResult(
  Schema.Struct({ customFields: Schema.JsonObject, original: Schema.Json }),
  parseOptions
)

/** Renames the member in an issue's path to its name in the library. */
const named = ({ path: [name, ...rest], ...found }: Issue): Issue => ({
  ...found,
  path: typeof name === "string" ? [String.snakeToCamel(name), ...rest] : []
})
