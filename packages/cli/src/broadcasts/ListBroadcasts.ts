import type { BroadcastStatus } from "@rollcall/core/storage"
import { Console, DateTime, Effect } from "effect"
import { type Column, table } from "../screen/Table.ts"
import { count } from "../screen/Text.ts"
import { BroadcastClient, type BroadcastSummary } from "./BroadcastClient.ts"

/** Which broadcasts are listed, and how. */
export interface ListOptions {
  readonly status: BroadcastStatus | undefined
  readonly limit: number
  readonly json: boolean
}

const columns: ReadonlyArray<Column> = [
  { title: "UUID", align: "left" },
  { title: "Name", align: "left" },
  { title: "Status", align: "left" },
  { title: "Template", align: "left" },
  { title: "Scheduled", align: "left" }
]

/** Prints the newest broadcasts as a table, and how many more there are, or as JSON. */
export const listBroadcasts = Effect.fn("ListBroadcasts.list")(function* ({ json, limit, status }: ListOptions) {
  const client = yield* BroadcastClient
  const { items, total } = yield* client.list(status, { limit, offset: 0 })
  if (json) return yield* Console.log(JSON.stringify(items, null, 2))
  if (total === 0) return yield* Console.log("There are no broadcasts.")
  yield* Console.log(table(columns, items.map(toRow)))
  if (total > items.length) yield* Console.log(`${count(total - items.length)} more: --limit shows up to 1000.`)
})

const toRow = (broadcast: BroadcastSummary): ReadonlyArray<string> => [
  broadcast.uuid,
  broadcast.name,
  broadcast.status,
  broadcast.template_name,
  DateTime.formatIso(broadcast.scheduled_at)
]
