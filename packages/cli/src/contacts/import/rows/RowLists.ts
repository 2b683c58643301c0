import { type CheckedRow, withLists } from "@rollcall/contact-files"
import { Effect, Result } from "effect"
import { activeLists } from "../../../targets/NamedSets.ts"

/** Returns what gives a row the lists that it names. The lists are read when the first row names some. */
export const makeRowLists = Effect.fnUntraced(function* (options: Parameters<typeof withLists>[2]) {
  const lists = yield* Effect.cached(activeLists)
  return (row: CheckedRow) =>
    Result.isSuccess(row.reading) && row.reading.success.lists !== undefined
      ? Effect.map(lists, (known) => withLists(row, known, options))
      : Effect.succeed(row)
})
