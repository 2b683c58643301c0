import type { BroadcastStatus } from "@rollcall/core/sending"
import { DateTime, Effect, type Option } from "effect"
import { print } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import { count } from "../screen/Text.ts"
import { BroadcastClient, type BroadcastSummary } from "./BroadcastClient.ts"

/** Which broadcasts to list, and how to print them. */
export interface ListOptions {
  readonly status: Option.Option<BroadcastStatus>
  readonly limit: number
  readonly json: boolean
}

/** Prints the newest broadcasts as JSON, or as a table with the number of further ones. */
export const listBroadcasts = Effect.fn("ListBroadcasts.list")(function* ({ json, limit, status }: ListOptions) {
  const client = yield* BroadcastClient
  const { items, total } = yield* client.list(status, { limit, offset: 0 })
  yield* print(json, items, () => {
    if (total === 0) return "No broadcasts found."
    const more = total - items.length
    return `${table(["UUID", "Name", "Status", "Template", "Scheduled"], items.map(toRow))}${more > 0 ? `\n${count(more)} more: --limit shows up to 1000.` : ""}`
  })
})

const toRow = (broadcast: BroadcastSummary): ReadonlyArray<string> => [
  broadcast.uuid,
  broadcast.name,
  broadcast.status,
  broadcast.template_name,
  DateTime.formatIso(broadcast.scheduled_at)
]
