import { Runtime, Schema } from "effect"

/** The demo did not come out as it should have; the message says why. */
export class DemoFailed extends Schema.TaggedError<DemoFailed>()("DemoFailed", { message: Schema.String }) {
  /** The message is all that is shown: no stack trace. */
  override readonly [Runtime.errorReported] = false
}
