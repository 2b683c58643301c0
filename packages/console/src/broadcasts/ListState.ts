import { keysOf, readOneOf } from "../reading/Reader.ts"
import type { QueryCodec } from "../shell/UrlState.ts"
import { type BroadcastStatus, statusTitles } from "./Status.tsx"

/** What the listing of broadcasts shows: one status, or all. */
export interface ListState {
  readonly status: BroadcastStatus | "all"
}

const readStatus = readOneOf(keysOf(statusTitles))

/** How the listing is written into its URL. */
export const listState: QueryCodec<ListState> = {
  read: (query) => ({ status: readStatus(query.get("status")) ?? "all" }),
  write: ({ status }) => new URLSearchParams(status === "all" ? {} : { status })
}
