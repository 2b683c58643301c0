import { innermost } from "../serve/index.ts"
import { Effect, type PlatformError, Predicate, Runtime, Schema, Stdio, Stream } from "effect"
import { cannotUse } from "../CommandRefused.ts"

/**
 * The reader of standard output has closed it, such as `head`, which has what it wants. The command ends at once with 0, and
 * says nothing.
 */
export class OutputClosed extends Schema.TaggedError<OutputClosed>()("OutputClosed", {}) {
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 0
}

/** Writes texts to standard output, at the pace of its reader. */
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

/** Whether an error of a stream says that its reader is gone. */
export const isClosed = (error: unknown): boolean => Predicate.hasProperty(error, "code") && error.code === "EPIPE"
