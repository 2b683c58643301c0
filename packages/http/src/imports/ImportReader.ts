import {
  ContactBody,
  ImportBody,
  parseOptions,
  toContactFields,
  toImportPolicy,
  toImportRequest,
  toWireIssues,
  type WireIssue
} from "@rollcall/api"
import { limits } from "@rollcall/core"
import { defaultBounds, importIssues, type ImportRow } from "@rollcall/core/storage"
import { Effect, Result, Schema, Stream, Struct } from "effect"
import { maxImportIssues } from "../errors/ContactsRefusals.ts"
import { InvalidRequest } from "../errors/InvalidRequest.ts"
import { judgePart, type PartRules, storableOfBothCases } from "../requests/BodyDecoder.ts"
import { inBody, toIssues } from "../requests/Issues.ts"
import type { RequestBodies } from "../requests/RequestBodies.ts"
import { readSliced } from "../requests/SlicedBody.ts"

/** The largest row, in characters: as large as the body that creates one contact. */
const maxRowLength = 1024 * 1024

/**
 * Reads the body of an import. Rows are parsed and decoded slice by slice, so that no other request waits for more than
 * a few milliseconds. Fails with every issue (W4): of a row that is not an object, of a value of a wrong type, and of a
 * value that cannot be stored and returned unchanged: text with U+0000 or a lone surrogate, or a number like `1e400`.
 */
export const readImport = Effect.fnUntraced(function* (bodies: RequestBodies["Service"]) {
  const body = yield* readSliced(bodies.contactImport, { member: "contacts", maxItemLength: maxRowLength })
  const rules = headRules(body.items)
  const head = storableOfBothCases(ImportHead, defaultBounds, judgePart(rules))(body.head)
  const rows: Array<ImportRow> = []
  const found: Array<WireIssue> = []
  let total = 0
  const note = (issues: ReadonlyArray<WireIssue>) => {
    total += issues.length
    found.push(...issues.slice(0, maxImportIssues - found.length))
  }

  note(Result.isFailure(head) ? head.failure : rules.issues(head.success))
  if (body.repeated) note([inBody("value_error", "contacts", "must be given once")])
  else if (body.items <= limits.importRows) {
    yield* Stream.runForEach(body.slices, (items) =>
      Effect.sync(() => {
        for (const { index, value } of items) {
          const row = readRow(value, ["contacts", index])
          if (Result.isFailure(row)) note(row.failure)
          else rows.push(row.success)
        }
      })
    )
  }
  if (Result.isFailure(head) || total > 0)
    return yield* new InvalidRequest({ issues: found, total, most: maxImportIssues })
  return toImportRequest(head.success, rows)
})

/** A body whose rows, which are decoded apart, are only checked to be a list. */
const ImportHead = Schema.Struct({ ...ImportBody.fields, contacts: Schema.Array(Schema.Unknown) })
const ImportHeadPart = ImportHead.mapFields(Struct.map(Schema.optionalKey))

/** The rules of core for a body with this number of rows. */
const headRules = (rows: number): PartRules<typeof ImportHeadPart.Type> => ({
  schema: ImportHeadPart,
  issues: (part) => toWireIssues(importIssues({ ...toImportPolicy(part), contacts: { length: rows } }))
})

const readRow = (item: unknown, at: ReadonlyArray<PropertyKey>): Result.Result<ImportRow, ReadonlyArray<WireIssue>> =>
  Result.flatMap(decodeRow(item, at), (row) =>
    Result.mapBoth(decodeKept({ customFields: row.custom_fields ?? {}, original: item }), {
      onFailure: ({ issue }) => toIssues(issue, "body", at),
      onSuccess: (kept) => ({ fields: toContactFields(row), ...kept })
    })
  )

const decodeRow = storableOfBothCases(ContactBody, { ...defaultBounds, finite: true })

/** What is stored as it was given. */
const decodeKept = Schema.decodeUnknownResult(
  Schema.Struct({ customFields: Schema.JsonObject, original: Schema.Json }),
  parseOptions
)
