import { Predicate, Result } from "effect"
import type { InputFile } from "../file/InputFile.ts"
import { parseJson } from "./CheckedLines.ts"
import { textLines } from "./JsonLines.ts"

/** The number of lines that are searched for member names. */
const maxLines = 100

/** The members that hold custom fields by key. They need no rule. */
const custom = new Set(["custom_fields", "customFields"])

/**
 * Returns the member names in the first lines that a rule may map to a field. Members of objects and of lists of objects
 * are named by path, such as `properties.email` and `emails.0.value`.
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

/** The number of objects of a list that are inspected. */
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
