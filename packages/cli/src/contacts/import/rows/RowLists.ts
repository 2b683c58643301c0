import { type CheckedRow, withLists } from "@rollcall/contact-files"
import { Effect, Result } from "effect"
import { activeLists } from "../../../targets/NamedSets.ts"

/** Makes a function that adds the lists that a row names. Reads the workspace's lists when the first row names one. */
export const makeRowLists = Effect.fnUntraced(function* (options: Parameters<typeof withLists>[2]) {
  const lists = yield* Effect.cached(activeLists)
  return (row: CheckedRow) =>
    Result.isSuccess(row.reading) && row.reading.success.lists !== undefined
      ? Effect.map(lists, (known) => withLists(row, known, options))
      : Effect.succeed(row)
})
