import { type CheckedRow, type ImportWarning, readOptions, withSize } from "@rollcall/contact-files"
import { Effect, Result } from "effect"
import { activeLists, isNamed } from "../../../targets/NamedSets.ts"

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
    const all = yield* lists
    const names = readOptions(all.map(toOption), text, options.separator)
    const found = names.map((name) => ({ name, lists: all.filter((list) => isNamed(list, name)) }))
    const unclear = found.filter(({ lists }) => lists.length !== 1)
    const warnings = unclear.map(({ lists, name }) => ({
      reason: "unknown_list" satisfies ImportWarning,
      error: `lists: there ${lists.length === 0 ? "is no list" : "are several lists"} ${JSON.stringify(name)}`
    }))
    const [first] = warnings
    if (first !== undefined && options.strict) {
      const checked: CheckedRow = { ...row, reading: Result.fail(first) }
      return checked
    }
    const uuids = found.flatMap(({ lists }) => (lists.length === 1 ? lists.map(({ uuid }) => uuid) : []))
    const sent = withSize({ ...body, ...(uuids.length > 0 && { contact_list_uuids: uuids }) })
    const checked: CheckedRow = {
      ...row,
      reading: Result.mapError(sent, (error) => ({ reason: "unreadable_row", error })),
      warnings: [...row.warnings, ...warnings]
    }
    return checked
  })
})

const toOption = ({ name, uuid }: { readonly uuid: string; readonly name: string }) => ({
  display_label: name,
  field_key: uuid,
  uuid
})
