import { Config, Effect, Option, Predicate, Schema } from "effect"
import { StartRefused } from "../StartRefused.ts"

/** One environment variable: how it is read, and what `--help` says of it. */
export interface Variable<A> {
  readonly name: string
  readonly meaning: string
  /** The default, in words. */
  readonly otherwise: string
  /** Its value. Fails with a line that names it when the value cannot be used. */
  readonly read: Effect.Effect<A, StartRefused>
}

/** Describes a variable whose text `schema` decodes. The text of a secret one is never repeated in an error. */
export const variable = <A, B>(options: {
  readonly name: string
  readonly meaning: string
  readonly otherwise: string
  readonly schema: Schema.Codec<A, string>
  readonly fallback: B
  /** Completes "must be ...", as such or for the text that is refused. */
  readonly expected: string | ((text: string) => string)
  readonly secret?: boolean
}): Variable<A | B> => {
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
