import { Runtime, Schema } from "effect"

/** The error of a failed demo. The message contains the reason. */
export class DemoFailed extends Schema.TaggedError<DemoFailed>()("DemoFailed", { message: Schema.String }) {
  /** Only the message is shown, without a stack trace. */
  override readonly [Runtime.errorReported] = false
}
