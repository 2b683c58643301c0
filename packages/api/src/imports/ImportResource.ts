import {
  type ContactImport,
  ContactImportUuid,
  ContactUuid,
  IssueCode,
  type Page,
  type PageRequest
} from "@rollcall/core"
import { issueCodes, type ImportRowReceipt, ImportStatus, RowOutcome } from "@rollcall/core/storage"
import { Schema, Struct } from "effect"
import { WireIssue, wirePlace } from "../errors/WireIssue.ts"
import { Pagination } from "../requests/Paging.ts"

const uuid = ContactImportUuid.make("0197a000-0000-7000-8000-0000000000aa")

/** The answer to rows that were accepted. */
export const AcceptedImport = Schema.Struct({ contact_import_uuid: ContactImportUuid }).annotate({
  identifier: "AcceptedContactImport",
  examples: [{ contact_import_uuid: uuid }]
})

/** How far an import is. When it is over, `total` is the sum of the others (I2). */
export const ImportResource = Schema.Struct({
  contact_import_uuid: ContactImportUuid,
  status: ImportStatus,
  summary: Schema.Struct({
    total: Schema.Int.annotate({ description: "All rows." }),
    created: Schema.Int.annotate({ description: "Rows that made a contact, changed one, or had nothing to change." }),
    skipped: Schema.Int.annotate({ description: "Rows that merge_type leaves out." }),
    failed: Schema.Int.annotate({ description: "Rows that could not become a contact." })
  })
}).annotate({
  identifier: "ContactImport",
  examples: [
    { contact_import_uuid: uuid, status: "completed", summary: { total: 3, created: 1, skipped: 1, failed: 1 } }
  ]
})

const RowIssue = WireIssue.mapFields(Struct.omit(["in"]))

const Reason = IssueCode.annotate({
  identifier: "ContactImportReason",
  description: Object.entries(issueCodes)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join("\n")
})

/** A row with what became of it (I2). */
const ImportRowResource = Schema.Struct({
  index: Schema.Int.annotate({ description: "The place of the row in the request, from 0." }),
  outcome: Schema.NullOr(RowOutcome).annotate({ description: "Null while the row is not applied yet." }),
  contact_uuid: Schema.NullOr(ContactUuid).annotate({ description: "The contact that the row came to." }),
  reason: Schema.NullOr(Reason).annotate({ description: "Why the row was skipped or failed: its first issue." }),
  error: Schema.NullOr(Schema.String).annotate({ description: "The same in words, with the other issues." }),
  issues: Schema.Array(RowIssue).annotate({ description: "All of it, one by one; each `type` is a reason." }),
  contact: Schema.Json.annotate({ description: "The row as it was given." })
}).annotate({ identifier: "ContactImportRow" })

/** A page of rows in their order. */
export const ImportRowPage = Schema.Struct({ rows: Schema.Array(ImportRowResource), pagination: Pagination }).annotate({
  identifier: "ContactImportRowPage",
  examples: [
    {
      rows: [
        {
          index: 0,
          outcome: "failed",
          contact_uuid: null,
          reason: "unknown_field",
          error: "custom_fields.shoe: is not a custom field",
          issues: [{ type: "unknown_field", field: "custom_fields.shoe", msg: "is not a custom field" }],
          contact: { email: "zoe@example.org", custom_fields: { shoe: 41 } }
        }
      ],
      pagination: { limit: 50, offset: 0, total: 1 }
    }
  ]
})

export const toImportResource = ({ counts, status, total, uuid }: ContactImport): typeof ImportResource.Type => ({
  contact_import_uuid: uuid,
  status,
  summary: {
    total,
    created: counts.created + counts.updated + counts.unchanged,
    skipped: counts.skipped,
    failed: counts.failed
  }
})

/** A page of rows as it is shown. */
export const toImportRowPage = (
  { items, total }: Page<ImportRowReceipt>,
  { limit, offset }: PageRequest
): typeof ImportRowPage.Type => ({ rows: items.map(toRowResource), pagination: { limit, offset, total } })

const toRowResource = ({ index, original, result }: ImportRowReceipt): typeof ImportRowResource.Type => {
  const found = result?.issues ?? []
  const issues = found.map(({ code, message, path }) => ({ type: code, field: wirePlace(path), msg: message }))
  return {
    index,
    outcome: result?.outcome ?? null,
    contact_uuid: result?.contactUuid ?? null,
    reason: found[0]?.code ?? null,
    error: errorOf(issues),
    issues,
    contact: original
  }
}

/** A text names this many issues at most, and how many more there are. */
const maxNamed = 10

const errorOf = (issues: ReadonlyArray<typeof RowIssue.Type>): string | null => {
  if (issues.length === 0) return null
  const named = issues.slice(0, maxNamed).map(({ field, msg }) => `${field}: ${msg}`)
  const more = issues.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}
