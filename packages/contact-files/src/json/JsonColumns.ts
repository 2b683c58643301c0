import { Predicate, Result } from "effect"
import type { InputFile } from "../file/InputFile.ts"
import { parseJson } from "./CheckedLines.ts"
import { textLines } from "./JsonLines.ts"

/** How many lines are looked at for the names of their members. */
const maxLines = 100

/** The members whose values are custom fields by their keys: they need no rule. */
const custom = new Set(["custom_fields", "customFields"])

/**
 * The names that a rule may give a field, of the members of the first lines: those of a member that is an object or a
 * list of objects with points between, such as `properties.email` and `emails.0.value`.
 */
export const jsonColumns = async (input: InputFile): Promise<ReadonlyArray<string>> => {
  const names = new Set<string>()
  let left = maxLines
  for await (const lines of textLines(input)) {
    for (const { text } of lines.slice(0, left)) {
      const json = parseJson(text)
      if (Result.isSuccess(json)) for (const name of namesIn(json.success)) names.add(name)
    }
    left -= lines.length
    if (left <= 0) break
  }
  return [...names]
}

/** How many objects of a list are looked at. */
const maxItems = 5

const namesIn = (value: unknown): ReadonlyArray<string> =>
  Predicate.isReadonlyObject(value)
    ? Object.entries(value).flatMap(([name, member]) => {
        if (custom.has(name)) return []
        const inner = Array.isArray(member)
          ? member.slice(0, maxItems).flatMap((item, at) => namesIn(item).map((one) => `${at}.${one}`))
          : namesIn(member)
        return inner.length === 0 ? [name] : inner.map((one) => `${name}.${one}`)
      })
    : []
