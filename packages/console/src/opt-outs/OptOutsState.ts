import type { AnswerOf } from "../api/Operation.ts"
import { readOneOf } from "../reading/Reader.ts"
import type { QueryCodec } from "../shell/UrlState.ts"

type ListedOptOut = AnswerOf<"GET /v1/opt-outs">["opt_outs"][number]

export const scopes = ["all", "marketing"] as const satisfies ReadonlyArray<ListedOptOut["scope"]>

export const sources = ["message", "channel", "request", "merge", "import"] as const satisfies ReadonlyArray<
  ListedOptOut["source"]
>

/** Which opt-outs are shown. */
export interface OptOutsState {
  readonly scope: (typeof scopes)[number] | "any"
  readonly source: (typeof sources)[number] | "any"
}

/** The state in a URL: `?scope=marketing&source=channel`. */
export const optOutsQuery: QueryCodec<OptOutsState> = {
  read: (query) => ({
    scope: readOneOf(scopes)(query.get("scope")) ?? "any",
    source: readOneOf(sources)(query.get("source")) ?? "any"
  }),
  write: (state) => new URLSearchParams(chosen(state))
}

/** What is asked for, as a query has it. */
export const chosen = ({ scope, source }: OptOutsState) => ({
  ...(scope === "any" ? {} : { scope }),
  ...(source === "any" ? {} : { source })
})
