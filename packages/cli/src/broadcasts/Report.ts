import { BroadcastResource } from "@rollcall/api"
import type { BroadcastStatus } from "@rollcall/core/sending"
import { DateTime, Schema } from "effect"
import { countTable, reasonTable } from "../screen/Table.ts"
import { count, printable } from "../screen/Text.ts"
import type { BroadcastView } from "./BroadcastClient.ts"

export const isOver = (status: BroadcastStatus): boolean => overStates.has(status)

const overStates: ReadonlySet<BroadcastStatus> = new Set(["completed", "cancelled", "expired", "failed"])

/** Formats the status and the counters of a broadcast, and why recipients were not reached. */
export const report = (view: BroadcastView): string => {
  return [
    `Status     ${standing(view)}`,
    ...(view.held_opt_outs === null ? [] : [`Opt-outs   ${view.held_opt_outs}`]),
    `Scheduled  ${DateTime.formatIso(view.scheduled_at)}`,
    `${view.resolution === null ? "Sent     " : "Contacts "}  ${bar(view)}`,
    countTable([
      ["Accepted", view.recipients ?? 0],
      ["Sent", view.sent],
      ["Delivered", view.delivered],
      ["Read", view.read],
      ["Rejected", view.rejected],
      ["Failed", view.failed]
    ]),
    ...removal(view),
    ...reasonTable("Not reached:", new Map(Object.entries(view.reasons)))
  ].join("\n")
}

/** Returns a line if the recipients were removed and can no longer be listed. */
const removal = ({ recipients_removed_at: at }: BroadcastView): ReadonlyArray<string> =>
  at === null ? [] : [`Its recipients were removed at ${DateTime.formatIso(at)}. The counters are kept.`]

export const reportJson = Schema.encodeSync(BroadcastResource)

export const summaryLine = (view: BroadcastView): string => {
  const { delivered, failed, read, recipients, rejected, sent } = view
  const rest = `${count(delivered)} delivered, ${count(read)} read, ${count(rejected)} rejected, ${count(failed)} failed`
  return `${standing(view)}: ${count(sent)} of ${count(recipients ?? 0)} sent, ${rest}`
}

const standing = ({ status, status_reason: reason }: BroadcastView): string =>
  reason === undefined ? status : `${status} (${printable(reason)})`

const barWidth = 32

/**
 * Draws a bar with the share of recipients that were sent to. While the audience is being stored, the bar shows the share
 * of contacts stored.
 */
const bar = ({ recipients, resolution, sent }: BroadcastView): string => {
  const [done, all] = resolution === null ? [sent, recipients ?? 0] : [resolution.resolved, resolution.contacts ?? 0]
  const share = all === 0 ? 0 : done / all
  const full = Math.floor(barWidth * share)
  return `${"█".repeat(full)}${"░".repeat(barWidth - full)}  ${Math.floor(100 * share)} %`
}
