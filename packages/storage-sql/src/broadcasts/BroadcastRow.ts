import { Broadcast } from "@rollcall/core"
import { BroadcastAudience, type BroadcastSummary } from "@rollcall/core/sending"
import { Schema, Struct } from "effect"
import { type RowSchema, storedAs, tableOf } from "../database/Rows.ts"

const members = storedAs(Struct.omit(Broadcast.fields, ["audience"]))
const names = { from: "sender" } as const

const summaries = tableOf(members, names)
const broadcasts = tableOf({ ...members, audience: Schema.NullOr(Schema.fromJsonString(BroadcastAudience)) }, names)

export const BroadcastSummaryRow: RowSchema<BroadcastSummary> = summaries.row

export const BroadcastRow: RowSchema<Broadcast> = broadcasts.row

export const summaryColumns = summaries.columns

export const broadcastColumns = broadcasts.columns

export const broadcastRecord = (broadcast: Broadcast) => broadcasts.record(broadcast)
