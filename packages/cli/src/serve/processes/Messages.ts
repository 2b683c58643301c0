import { Schema } from "effect"

/** A message from a process of the server to its supervisor. */
export const Report = Schema.Union([
  /** Nothing can refuse its start any more. */
  Schema.TaggedStruct("Ready", {}),
  /** It cannot start, and ends. The lines are for the operator. */
  Schema.TaggedStruct("Refused", { message: Schema.String }),
  /** Its metrics, as an answer to the request with this number. */
  Schema.TaggedStruct("Measured", { id: Schema.Int, text: Schema.String }),
  /** It asks for the metrics of all processes. The number identifies the request. */
  Schema.TaggedStruct("Collect", { id: Schema.Int })
])
export type Report = typeof Report.Type

/** A message from the supervisor to a process. */
export const Order = Schema.Union([
  /** It should finish what is in progress, and end. Another process may have taken its place. */
  Schema.TaggedStruct("Stop", { isReplaced: Schema.Boolean }),
  /** It should report its metrics. The number identifies the request. */
  Schema.TaggedStruct("Measure", { id: Schema.Int }),
  /** The metrics of all processes, as an answer to the request with this number. */
  Schema.TaggedStruct("Collected", { id: Schema.Int, text: Schema.String })
])
export type Order = typeof Order.Type
