import { nearest } from "@rollcall/core/operations"
import { ConfigProvider, Effect, Option } from "effect"

/**
 * Returns warnings about unknown environment variables with a prefix of Rollcall, each with the nearest known name. Also
 * warns of OpenTelemetry variables that Rollcall doesn't read, because other exporters support more of them.
 */
export const unknownVariables = Effect.fn("UnknownVariables.find")(function* (known: ReadonlyArray<string>) {
  const provider = yield* ConfigProvider.ConfigProvider
  const unknown = (family: string, why: string) =>
    Effect.map(variablesBelow(provider, [family]), (names) => {
      const ofFamily = known.filter((name) => name.startsWith(`${family}_`))
      const hint = (name: string) =>
        Option.match(nearest(name, ofFamily), { onNone: () => "", onSome: (near) => `: ${near} is the nearest one` })
      return names.filter((name) => !known.includes(name)).map((name) => `${name} ${why}${hint(name)}`)
    })
  return [
    ...(yield* unknown("ROLLCALL", "is not a variable of Rollcall")),
    ...(yield* unknown("OTEL", "is an OpenTelemetry variable that Rollcall does not read"))
  ]
}, Effect.orDie)

/** Returns the names of the variables below a path. The parts of a name are joined with `_`. */
const variablesBelow: (
  provider: ConfigProvider.ConfigProvider,
  path: ReadonlyArray<string>
) => Effect.Effect<ReadonlyArray<string>, ConfigProvider.SourceError> = Effect.fnUntraced(function* (provider, path) {
  const node = yield* provider.load(path)
  if (node === undefined) return []
  const own = node.value === undefined ? [] : [path.join("_")]
  if (node._tag !== "Record") return own
  const below = yield* Effect.forEach(node.keys, (key) => variablesBelow(provider, [...path, key]))
  return [...own, ...below.flat()]
})
