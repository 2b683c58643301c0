import type { AnswerOf } from "../api/Operation.ts"
import { readOneOf } from "../reading/Reader.ts"
import type { QueryCodec } from "../shell/UrlState.ts"

export type ImportedRow = AnswerOf<"GET /v1/contacts/bulk/:contact_import_uuid/rows">["rows"][number]

export const outcomes = ["created", "updated", "unchanged", "skipped", "failed"] as const

/** Which rows of an import are shown. */
export type ShownRows = (typeof outcomes)[number] | "all"

/** The state in a URL: `?outcome=failed`. */
export const rowsShown: QueryCodec<ShownRows> = {
  read: (query) => readOneOf(outcomes)(query.get("outcome")) ?? "all",
  write: (outcome) => new URLSearchParams(outcome === "all" ? {} : { outcome })
}
