import { keysOf, readOneOf } from "../reading/Reader.ts"
import { type BroadcastStatus, statusTitles } from "./Status.tsx"
import { codecOf } from "../reading/QueryCodec.ts"

/** What the listing of broadcasts shows: one status, or all. */
export interface ListState {
  readonly status: BroadcastStatus | "all"
}

/** How the listing is written into its URL. */
export const listState = codecOf<ListState>({ status: readOneOf(keysOf(statusTitles)) }, { status: "all" })
