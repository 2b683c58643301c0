import { Effect, type PlatformError, Predicate, Stdio, Stream } from "effect"
import { cannotUse } from "../contacts/reading/InputFile.ts"

/** Writes texts to standard output, at the pace of its reader. */
export const writeOutput = Effect.fnUntraced(function* <E, R>(texts: Stream.Stream<string, E, R>) {
  const stdio = yield* Stdio.Stdio
  return yield* texts.pipe(
    Stream.run(stdio.stdout()),
    Effect.catchIf(isPlatformError, (error) => Effect.fail(cannotUse("standard output", error)))
  )
})

const isPlatformError = (error: unknown): error is PlatformError.PlatformError =>
  Predicate.isTagged(error, "PlatformError")
