import { Config, Effect, Option, Predicate, Schema } from "effect"
import { StartRefused } from "../StartRefused.ts"

/** An environment variable: how to read it, and its text in `--help`. */
export interface Variable<A> {
  readonly name: string
  readonly meaning: string
  /** The default, in words. */
  readonly otherwise: string
  /** Reads the value. Fails with a line that names the variable if its value is invalid. */
  readonly read: Effect.Effect<A, StartRefused>
}

/** The description of a variable. */
export interface VariableOptions<A, B> extends Omit<Variable<A>, "read"> {
  readonly schema: Schema.Codec<A, string>
  readonly fallback: B
  /** Completes "must be ...": a string, or a function of the invalid value. */
  readonly expected: string | ((text: string) => string)
  readonly secret?: boolean
}

/** Describes a variable that `schema` decodes. Errors never repeat the value of a secret variable. */
export const variable = <A, B>(options: VariableOptions<A, B>): Variable<A | B> => {
  const decode = Schema.decodeUnknownEffect(options.schema)
  const refuse = (text: string) => {
    const given = options.secret === true ? "" : `, not ${JSON.stringify(text)}`
    const expected = Predicate.isString(options.expected) ? options.expected : options.expected(text)
    return new StartRefused({ message: `${options.name} must be ${expected}${given}` })
  }
  return {
    name: options.name,
    meaning: options.meaning,
    otherwise: options.otherwise,
    read: Config.option(Config.String(options.name)).pipe(
      Effect.mapError((error) => new StartRefused({ message: `${options.name} cannot be read: ${error.message}` })),
      Effect.flatMap(
        Option.match({
          onNone: (): Effect.Effect<A | B, StartRefused> => Effect.succeed(options.fallback),
          onSome: (text) => Effect.mapError(decode(text), () => refuse(text))
        })
      )
    )
  }
}
