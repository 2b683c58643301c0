import { oncePer, optionSeparator, readOptions } from "./Options.ts"
import type { ImportWarning } from "../rows/ImportWarnings.ts"
import type { RowReason } from "../rows/SourceRow.ts"

/** A list that a row may name. */
export interface NamedList {
  readonly uuid: string
  readonly name: string
}

/** Tells whether a string names a list or segment: by its name in any case, or by its uuid. */
export const isNamed = ({ name, uuid }: NamedList, text: string): boolean =>
  name.trim().toLowerCase() === text.trim().toLowerCase() || uuid === text.trim().toLowerCase()

/** Returns the lists that a cell names, by name or uuid, with a warning for each name of no list or of several lists. */
export const listsNamed = <List extends NamedList>(
  lists: ReadonlyArray<List>,
  text: string,
  separator: string | null
): { readonly lists: ReadonlyArray<List>; readonly warnings: ReadonlyArray<RowReason> } => {
  const found = readOptions(optionsOf(lists), text, separator).map((name) => ({
    name,
    lists: lists.filter((list) => isNamed(list, name))
  }))
  const unclear = found.filter(({ lists }) => lists.length !== 1)
  return {
    lists: found.flatMap(({ lists }) => (lists.length === 1 ? lists : [])),
    warnings: unclear.map(({ lists, name }) => ({
      reason: "unknown_list" satisfies ImportWarning,
      error: `lists: there ${lists.length === 0 ? "is no list" : "are several lists"} ${JSON.stringify(name)}`
    }))
  }
}

/** Returns the names of lists for one cell, or their uuids if an import would resolve the names to other lists. */
export const listText = (known: ReadonlyArray<NamedList>, lists: ReadonlyArray<NamedList>): string => {
  const text = lists.map(({ name }) => name).join(optionSeparator)
  const { lists: read, warnings } = listsNamed(known, text, null)
  const isSame =
    warnings.length === 0 && read.length === lists.length && read.every(({ uuid }, at) => uuid === lists[at]?.uuid)
  return isSame ? text : lists.map(({ uuid }) => uuid).join(optionSeparator)
}

const optionsOf = oncePer((lists: ReadonlyArray<NamedList>) =>
  lists.map(({ name, uuid }) => ({ display_label: name, field_key: uuid, uuid }))
)
