import { Schema } from "effect"

/** What a process of the server says to its supervisor. */
export const Report = Schema.Union([
  /** It serves, and works. */
  Schema.TaggedStruct("Ready", {}),
  /** It cannot start, and ends. The lines are for the operator. */
  Schema.TaggedStruct("Refused", { message: Schema.String })
])
export type Report = typeof Report.Type

/** What the supervisor says to one of its processes. */
export const Order = Schema.Union([
  /** It should finish what is in progress, and end. Another process may have its place already. */
  Schema.TaggedStruct("Stop", { isReplaced: Schema.Boolean })
])
export type Order = typeof Order.Type
