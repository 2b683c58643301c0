import { Array as Arr, ConfigProvider, Effect, Order } from "effect"

/** The variables of the environment that begin like those of Rollcall and are none, each with the known one nearest to it. */
export const unknownVariables = Effect.fn("UnknownVariables.find")(function* (known: ReadonlyArray<string>) {
  const names = yield* variablesBelow(yield* ConfigProvider.ConfigProvider, ["ROLLCALL"])
  return names
    .filter((name) => !known.includes(name))
    .map((name) => `${name} is not a variable of Rollcall: ${nearest(name, known)} is the nearest one`)
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

const nearest = (name: string, known: ReadonlyArray<string>): string =>
  Arr.sortWith(known, (other) => distance(name, other), Order.Number)[0] ?? ""

/** How many characters have to be inserted, removed or replaced to make one text of the other. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [line, character] of Array.from(one).entries()) {
    const next = [line + 1]
    for (let at = 0; at < other.length; at++) {
      const replaced = (row[at] ?? 0) + (character === other[at] ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
