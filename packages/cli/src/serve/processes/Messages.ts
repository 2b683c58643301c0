import { Schema } from "effect"

/** A message from a process of the server to its supervisor. */
export const Report = Schema.Union([
  /** The process has started, and nothing can refuse its start any more. */
  Schema.TaggedStruct("Ready", {}),
  /** The process can't start, and exits. The message is for the operator. */
  Schema.TaggedStruct("Refused", { message: Schema.String }),
  /** The metrics of the process, in response to the request with this id. */
  Schema.TaggedStruct("Measured", { id: Schema.Int, text: Schema.String }),
  /** A request for the metrics of all processes, with its id. */
  Schema.TaggedStruct("Collect", { id: Schema.Int })
])
export type Report = typeof Report.Type

/** A message from the supervisor to a process. */
export const Order = Schema.Union([
  /** Tells the process to finish the work in progress and exit. Another process may have taken its place. */
  Schema.TaggedStruct("Stop", { isReplaced: Schema.Boolean }),
  /** A request for the process's metrics, with its id. */
  Schema.TaggedStruct("Measure", { id: Schema.Int }),
  /** The metrics of all processes, in response to the request with this id. */
  Schema.TaggedStruct("Collected", { id: Schema.Int, text: Schema.String })
])
export type Order = typeof Order.Type
