import { innermost } from "../serve/index.ts"
import { Effect, type PlatformError, Predicate, Runtime, Schema, Stdio, Stream } from "effect"
import { cannotUse } from "../CommandRefused.ts"

/**
 * An error for closed standard output: its reader, such as `head`, has read enough. The command exits at once with 0,
 * without a message.
 */
export class OutputClosed extends Schema.TaggedError<OutputClosed>()("OutputClosed", {}) {
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 0
}

/** Writes strings to standard output, as fast as its reader reads. */
export const writeOutput = Effect.fnUntraced(function* <E, R>(texts: Stream.Stream<string, E, R>) {
  const stdio = yield* Stdio.Stdio
  return yield* texts.pipe(
    Stream.run(stdio.stdout()),
    Effect.catchIf(isPlatformError, (error) =>
      Effect.fail(isClosed(innermost(error)) ? new OutputClosed() : cannotUse("standard output", error))
    )
  )
})

const isPlatformError = (error: unknown): error is PlatformError.PlatformError =>
  Predicate.isTagged(error, "PlatformError")

/** Whether a stream error means that the reader has closed the stream. */
export const isClosed = (error: unknown): boolean => Predicate.hasProperty(error, "code") && error.code === "EPIPE"
