import type { AnswerOf } from "../api/Operation.ts"
import { keysOf, readOneOf } from "../reading/Reader.ts"
import type { QueryCodec } from "../reading/QueryCodec.ts"
import type { BadgeTitles } from "../ui/Badge.tsx"

export const outcomeTitles = {
  created: ["Created", "good"],
  updated: ["Updated", "good"],
  unchanged: ["Unchanged", "neutral"],
  skipped: ["Skipped", "warn"],
  failed: ["Failed", "bad"]
} as const satisfies BadgeTitles<string>

export type ImportedRow = AnswerOf<"GET /v1/contacts/bulk/:contact_import_uuid/rows">["rows"][number]

export const outcomes = keysOf(outcomeTitles)

/** The filter of an import's rows. */
export type ShownRows = keyof typeof outcomeTitles | "all"

/** The state in a URL: `?outcome=failed`. */
export const rowsShown: QueryCodec<ShownRows> = {
  read: (query) => readOneOf(outcomes)(query.get("outcome")) ?? "all",
  write: (outcome) => new URLSearchParams(outcome === "all" ? {} : { outcome })
}
