import { Schema } from "effect"

/** What a process of the server says to its supervisor. */
export const Report = Schema.Union([
  /** Nothing can refuse its start any more. */
  Schema.TaggedStruct("Ready", {}),
  /** It cannot start, and ends. The lines are for the operator. */
  Schema.TaggedStruct("Refused", { message: Schema.String }),
  /** Its own metrics, which were asked for with this number. */
  Schema.TaggedStruct("Measured", { id: Schema.Int, text: Schema.String }),
  /** It asks for the metrics of all processes, and for this number beside them. */
  Schema.TaggedStruct("Collect", { id: Schema.Int })
])
export type Report = typeof Report.Type

/** What the supervisor says to one of its processes. */
export const Order = Schema.Union([
  /** It should finish what is in progress, and end. Another process may have its place already. */
  Schema.TaggedStruct("Stop", { isReplaced: Schema.Boolean }),
  /** It should report its own metrics, and this number beside them. */
  Schema.TaggedStruct("Measure", { id: Schema.Int }),
  /** The metrics of all processes, which it asked for with this number. */
  Schema.TaggedStruct("Collected", { id: Schema.Int, text: Schema.String })
])
export type Order = typeof Order.Type
