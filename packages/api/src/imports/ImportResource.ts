import { type ContactImport, ContactImportUuid, ContactUuid, type Issue, IssueCode } from "@rollcall/core"
import { Count, described, issueCodes, sentencesOf, Uuid } from "@rollcall/core/operations"
import { type ImportPreview, type ImportRowReceipt, ImportStatus, ImportUndo, RowOutcome } from "@rollcall/core/people"
import { Schema, Struct } from "effect"
import { WireIssue, wirePlace } from "../errors/WireIssue.ts"
import { pageOf, Pagination } from "../requests/Paging.ts"

export const AcceptedImport = Schema.Struct({
  contact_import_uuid: described(ContactImportUuid, "The uuid of the import.")
}).annotate({ identifier: "AcceptedContactImport", description: "The rows are stored and will be applied." })

/** The progress of an import. When it is complete, `total` is the sum of the other numbers. */
export const ImportResource = Schema.Struct({
  contact_import_uuid: described(ContactImportUuid, "The uuid of the import."),
  status: described(ImportStatus, "The status of the import."),
  summary: described(
    Schema.Struct({
      total: described(Count, "All rows."),
      created: described(Count, "Rows that created a contact, changed a contact, or had nothing to change."),
      skipped: described(Count, "Rows that merge_type leaves out."),
      failed: described(Count, "Rows that could not become a contact.")
    }),
    "How many rows had which outcome so far."
  ),
  file_name: described(Schema.NullOr(Schema.String), "The name of the file that the rows are from."),
  file_uuid: described(Schema.NullOr(Uuid), "What the imports of the file have in common."),
  undo: described(
    Schema.NullOr(
      Schema.Struct({
        status: described(
          ImportUndo.fields.status,
          "`running` if rows are still to be undone: then send the request again. Otherwise `completed`."
        ),
        undone: described(Count, "Rows that were undone."),
        left: described(Count, "Rows of which something was left, because it was changed since.")
      })
    ),
    "How much of it is undone. Null unless it was undone."
  ),
  created_at: described(Schema.DateTimeUtcFromString, "When it was accepted.")
}).annotate({ identifier: "ContactImport", description: "An import and its progress." })

const RowIssue = WireIssue.mapFields(Struct.omit(["in"]))

const Reason = IssueCode.annotate({
  identifier: "ContactImportReason",
  description: Object.entries(issueCodes)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join("\n")
})

const why = {
  reason: described(Schema.NullOr(Reason), "Why the row is skipped or failed: its first issue."),
  error: described(Schema.NullOr(Schema.String), "The same in words, with the other issues."),
  issues: described(Schema.Array(RowIssue), "Every issue. Each `type` is a reason.")
}

const index = described(Count, "The index of the row in the request, from 0.")

export const ImportPage = Schema.Struct({
  contact_imports: described(Schema.Array(ImportResource), "The imports of the page."),
  pagination: Pagination
}).annotate({ identifier: "ContactImportPage", description: "A page of imports, newest first." })

const ImportRowResource = Schema.Struct({
  index,
  outcome: described(Schema.NullOr(RowOutcome), "The outcome. Null until the row is applied."),
  contact_uuid: described(Schema.NullOr(ContactUuid), "The contact of the row."),
  ...why,
  undo: described(
    Schema.NullOr(
      Schema.Struct({
        undone: described(Schema.Boolean, "Whether all of the row was undone."),
        issues: described(Schema.Array(RowIssue), "What was left, and why.")
      })
    ),
    "What undoing the import did to the row. Null if it did nothing."
  ),
  contact: described(Schema.Json, "The row as it was given. Null after its person was erased."),
  erased: described(
    Schema.Boolean,
    "Whether the person of the row was erased. Then only the outcome of the row is kept."
  )
}).annotate({ identifier: "ContactImportRow", description: "A row with its outcome." })

export const ImportRowPage = Schema.Struct({
  rows: described(Schema.Array(ImportRowResource), "The rows of the page."),
  pagination: Pagination
}).annotate({ identifier: "ContactImportRowPage", description: "A page of rows in their order." })

export const ImportPreviewResource = Schema.Struct({
  summary: described(
    Schema.Struct({
      total: described(Count, "All rows."),
      created: described(Count, "Rows that would create a contact."),
      updated: described(Count, "Rows that would change a contact."),
      unchanged: described(Count, "Rows that would change nothing about their contact."),
      skipped: described(Count, "Rows that merge_type leaves out."),
      failed: described(Count, "Rows that could not become a contact.")
    }),
    "How many rows would have which outcome."
  ),
  rows: described(
    Schema.Array(
      Schema.Struct({
        index,
        outcome: described(RowOutcome, "The outcome that the row would have."),
        contact_uuid: described(Schema.NullOr(ContactUuid), "The contact of the row, if it exists already."),
        same_contact_as: described(
          Schema.NullOr(Count),
          "The index of the first row with the same contact. Null if there is no earlier row."
        ),
        ...why
      }).annotate({ identifier: "ContactImportPreviewRow", description: "A row with the outcome that it would have." })
    ),
    "The rows in their order."
  )
}).annotate({ identifier: "ContactImportPreview", description: "What an import would do." })

export const toImportPreview = ({ counts, rows }: ImportPreview): typeof ImportPreviewResource.Type => ({
  summary: { total: rows.length, ...counts },
  rows: rows.map(({ contactUuid, issues, sameContactAs, ...row }) => ({
    ...row,
    contact_uuid: contactUuid,
    same_contact_as: sameContactAs,
    ...whyOf(issues)
  }))
})

export const toImportResource = ({
  counts: { created, unchanged, updated, ...counts },
  createdAt,
  fileName,
  fileUuid,
  status,
  total,
  undo,
  uuid
}: ContactImport): typeof ImportResource.Type => ({
  contact_import_uuid: uuid,
  status,
  summary: { total, created: created + updated + unchanged, ...counts },
  file_name: fileName,
  file_uuid: fileUuid,
  undo,
  created_at: createdAt
})

/** Encodes a page of imports. */
export const toImportPage = pageOf("contact_imports", toImportResource)

const toRowResource = ({
  index,
  isErased,
  original,
  result,
  undo
}: ImportRowReceipt): typeof ImportRowResource.Type => ({
  index,
  outcome: result?.outcome ?? null,
  contact_uuid: result?.contactUuid ?? null,
  ...whyOf(result?.issues ?? []),
  undo: undo === null ? null : { undone: undo.length === 0, issues: whyOf(undo).issues },
  contact: original,
  erased: isErased
})

/** Encodes a page of rows. */
export const toImportRowPage = pageOf("rows", toRowResource)

const whyOf = (found: ReadonlyArray<Issue>) => {
  const issues = found.map(({ code, message, path }) => ({ type: code, field: wirePlace(path), msg: message }))
  return { reason: found[0]?.code ?? null, error: errorOf(issues), issues }
}

/** The most issues that a message lists. It also says how many more there are. */
const maxNamed = 10

const errorOf = (issues: ReadonlyArray<typeof RowIssue.Type>): string | null => {
  if (issues.length === 0) return null
  const named = issues.slice(0, maxNamed).map(({ field, msg }) => ({ place: field, message: msg }))
  const more = issues.length - named.length
  return [...sentencesOf(named), ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}
