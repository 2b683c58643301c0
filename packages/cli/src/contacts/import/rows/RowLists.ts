import { type CheckedRow, listsNamed, withSize } from "@rollcall/contact-files"
import { Effect, Result } from "effect"
import { activeLists } from "../../../targets/NamedSets.ts"

/**
 * Returns what gives a row the lists that it names, by name or uuid. A name that no list has is a warning, or fails a row
 * with `strict`; one that several have, too. The lists are read when the first row names some.
 */
export const makeRowLists = Effect.fnUntraced(function* (options: {
  readonly strict: boolean
  readonly separator: string | null
}) {
  const lists = yield* Effect.cached(activeLists)
  return Effect.fnUntraced(function* (row: CheckedRow) {
    if (Result.isFailure(row.reading) || row.reading.success.lists === undefined) return row
    const { body, lists: text } = row.reading.success
    const named = listsNamed(yield* lists, text, options.separator)
    const { warnings } = named
    const [first] = warnings
    if (first !== undefined && options.strict) {
      const checked: CheckedRow = { ...row, reading: Result.fail(first) }
      return checked
    }
    const uuids = named.lists.map(({ uuid }) => uuid)
    const sent = withSize({ ...body, ...(uuids.length > 0 && { contact_list_uuids: uuids }) })
    const checked: CheckedRow = {
      ...row,
      reading: Result.mapError(sent, (error) => ({ reason: "unreadable_row", error })),
      warnings: [...row.warnings, ...warnings]
    }
    return checked
  })
})
