import { Broadcast } from "@rollcall/core"
import { BroadcastAudience, type BroadcastSummary } from "@rollcall/core/sending"
import { Schema, Struct } from "effect"
import { type RowSchema, storedAs, tableOf } from "../database/Rows.ts"

const members = storedAs(Struct.omit(Broadcast.fields, ["audience"]))
const names = { from: "sender" } as const

const summaries = tableOf(members, names)
const broadcasts = tableOf({ ...members, audience: Schema.NullOr(Schema.fromJsonString(BroadcastAudience)) }, names)

/** A broadcast without its audience as a row of `broadcasts`. */
export const BroadcastSummaryRow: RowSchema<BroadcastSummary> = summaries.row

/** A broadcast as a row of `broadcasts`. */
export const BroadcastRow: RowSchema<Broadcast> = broadcasts.row

/** The columns of a {@link BroadcastSummaryRow}. */
export const summaryColumns = summaries.columns

/** The columns of a {@link BroadcastRow}. */
export const broadcastColumns = broadcasts.columns

/** A broadcast as the columns of its row. */
export const broadcastRecord = (broadcast: Broadcast) => broadcasts.record(broadcast)
