import { readOptions } from "./Options.ts"
import type { ImportWarning } from "../rows/ImportWarnings.ts"
import type { RowReason } from "../rows/SourceRow.ts"

/** A list that a row may name. */
export interface NamedList {
  readonly uuid: string
  readonly name: string
}

/** Whether a text names a list or a segment: its name in any case, or its uuid. */
export const isNamed = ({ name, uuid }: NamedList, text: string): boolean =>
  name.trim().toLowerCase() === text.trim().toLowerCase() || uuid === text.trim().toLowerCase()

/** The lists that a cell names, by name or uuid, and what is doubtful about it: a name that none has, or several. */
export const listsNamed = <List extends NamedList>(
  lists: ReadonlyArray<List>,
  text: string,
  separator: string | null
): { readonly lists: ReadonlyArray<List>; readonly warnings: ReadonlyArray<RowReason> } => {
  const found = readOptions(lists.map(toOption), text, separator).map((name) => ({
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

const toOption = ({ name, uuid }: NamedList) => ({ display_label: name, field_key: uuid, uuid })
