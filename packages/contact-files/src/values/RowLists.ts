import { Result } from "effect"
import { isListUuid, withSize } from "../rows/RowBody.ts"
import type { CheckedRow } from "../rows/SourceRow.ts"
import { listsNamed, type NamedList } from "./ListNames.ts"

/**
 * Adds the lists that a row names, by name or uuid. A name of no list or of several lists is a warning; with `strict`, the
 * row fails.
 */
export const withLists = (
  row: CheckedRow,
  lists: ReadonlyArray<NamedList>,
  { separator, strict }: { readonly separator: string | null; readonly strict: boolean }
): CheckedRow => {
  if (Result.isFailure(row.reading) || row.reading.success.lists === undefined) return row
  const { body, lists: text } = row.reading.success
  const named = listsNamed(lists, text, separator)
  const [first] = named.warnings
  if (first !== undefined && strict) return { ...row, reading: Result.fail(first) }
  const uuids = named.lists.map(({ uuid }) => uuid).filter(isListUuid)
  const sent = withSize({ ...body, ...(uuids.length > 0 && { contact_list_uuids: uuids }) })
  return {
    ...row,
    reading: Result.mapBoth(sent, {
      onFailure: (error) => ({ reason: "unreadable_row", error }),
      onSuccess: (given) => ({ ...given, lists: text })
    }),
    warnings: [...row.warnings, ...named.warnings]
  }
}
