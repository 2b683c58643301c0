import { BroadcastResource } from "@rollcall/api"
import type { BroadcastStatus } from "@rollcall/core/broadcasts"
import { DateTime, Schema } from "effect"
import { countTable, reasonTable } from "../screen/Table.ts"
import { count, printable } from "../screen/Text.ts"
import type { BroadcastView } from "./BroadcastClient.ts"

/** Whether a broadcast is in a final state. */
export const isOver = (status: BroadcastStatus): boolean => overStates.has(status)

const overStates: ReadonlySet<BroadcastStatus> = new Set(["completed", "cancelled", "expired", "failed"])

/** The status and the counters of a broadcast as text, and why recipients were not reached. */
export const report = (view: BroadcastView): string => {
  return [
    `Status     ${standing(view)}`,
    `Scheduled  ${DateTime.formatIso(view.scheduled_at)}`,
    `Sent       ${bar(view)}`,
    countTable([
      ["Accepted", view.recipients],
      ["Sent", view.sent],
      ["Delivered", view.delivered],
      ["Read", view.read],
      ["Rejected", view.rejected],
      ["Failed", view.failed]
    ]),
    ...reasonTable("Not reached:", new Map(Object.entries(view.reasons)))
  ].join("\n")
}

/** The same for programs: the broadcast as the API shows it. */
export const reportJson = Schema.encodeSync(BroadcastResource)

/** A broadcast in one line. */
export const summaryLine = (view: BroadcastView): string => {
  const { delivered, failed, read, recipients, rejected, sent } = view
  const rest = `${count(delivered)} delivered, ${count(read)} read, ${count(rejected)} rejected, ${count(failed)} failed`
  return `${standing(view)}: ${count(sent)} of ${count(recipients)} sent, ${rest}`
}

const standing = ({ status, status_reason: reason }: BroadcastView): string =>
  reason === undefined ? status : `${status} (${printable(reason)})`

const barWidth = 32

const bar = ({ recipients, sent }: BroadcastView): string => {
  const share = recipients === 0 ? 0 : sent / recipients
  const full = Math.floor(barWidth * share)
  return `${"█".repeat(full)}${"░".repeat(barWidth - full)}  ${Math.floor(100 * share)} %`
}
