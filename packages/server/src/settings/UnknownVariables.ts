import { nearestName } from "@rollcall/core/shared"
import { ConfigProvider, Effect, Option } from "effect"

/** The variables of the environment that begin like those of Rollcall and are none, each with the known one nearest to it. */
export const unknownVariables = Effect.fn("UnknownVariables.find")(function* (known: ReadonlyArray<string>) {
  const names = yield* variablesBelow(yield* ConfigProvider.ConfigProvider, ["ROLLCALL"])
  return names
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `${name} is not a variable of Rollcall: ${Option.getOrElse(nearestName(name, known), () => "")} is the nearest one`
    )
}, Effect.orDie)

/** The names of the variables below a path, whose parts have `_` between. */
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
