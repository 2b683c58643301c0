import { Effect, Option } from "effect"
import { type CommandRefused, refusal } from "../CommandRefused.ts"

/** Reads a comma-separated list of `literals` from a flag; null if the flag isn't given. */
export const readLiterals = <Literal extends string>(
  flag: string,
  literals: ReadonlyArray<Literal>,
  text: Option.Option<string>
): Effect.Effect<ReadonlyArray<Literal> | null, CommandRefused> => {
  if (Option.isNone(text)) return Effect.succeed(null)
  return Effect.forEach(text.value.split(","), (part) => {
    const name = part.trim()
    const literal = literals.find((literal) => literal === name)
    if (literal !== undefined) return Effect.succeed(literal)
    const message = `${flag}: unknown value ${JSON.stringify(name)}. Use one of ${literals.join(", ")}`
    return Effect.fail(refusal(message))
  })
}
