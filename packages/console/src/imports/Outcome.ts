import type { AnswerOf } from "../api/Operation.ts"
import { keysOf, readOneOf } from "../reading/Reader.ts"
import type { QueryCodec } from "../reading/QueryCodec.ts"

/** The titles of the outcomes of rows. */
export const outcomeTitles = {
  created: "Created",
  updated: "Updated",
  unchanged: "Unchanged",
  skipped: "Skipped",
  failed: "Failed"
} as const

export type ImportedRow = AnswerOf<"GET /v1/contacts/bulk/:contact_import_uuid/rows">["rows"][number]

export const outcomes = keysOf(outcomeTitles)

/** Which rows of an import are shown. */
export type ShownRows = keyof typeof outcomeTitles | "all"

/** The state in a URL: `?outcome=failed`. */
export const rowsShown: QueryCodec<ShownRows> = {
  read: (query) => readOneOf(outcomes)(query.get("outcome")) ?? "all",
  write: (outcome) => new URLSearchParams(outcome === "all" ? {} : { outcome })
}
