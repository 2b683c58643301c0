import type { AnswerOf } from "../api/Operation.ts"
import { scopeTitles } from "../contact/OptOutTexts.ts"
import { keysOf, readOneOf } from "../reading/Reader.ts"
import { codecOf, type StateOf } from "../reading/QueryCodec.ts"

type ListedOptOut = AnswerOf<"GET /v1/opt-outs">["opt_outs"][number]

export const scopes = keysOf(scopeTitles)

/** The titles of opt-out sources in listings. */
export const sourceTitles = {
  message: "Asked in a message",
  channel: "Reported by the channel",
  request: "Console or API",
  merge: "Merged contact",
  import: "Import"
} as const satisfies Record<ListedOptOut["source"], string>
export const sources = keysOf(sourceTitles)

/** The state in a URL: `?scope=marketing&source=channel`. */
export const optOutsQuery = codecOf(
  { scope: readOneOf(scopes), source: readOneOf(sources) },
  { scope: "any", source: "any" }
)

export type OptOutsState = StateOf<typeof optOutsQuery>
