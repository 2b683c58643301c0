import { Predicate, Result } from "effect"
import { type MapRule, sameName } from "../csv/ColumnMap.ts"
import { FileRefused } from "../file/FileRefused.ts"
import type { InputFile } from "../file/InputFile.ts"
import { textLines } from "./JsonLines.ts"
import type { TextLine } from "./TextLine.ts"

/** The maximum number of lines checked for the names of the rules if the input can be read only once. */
const maxHeldLines = 1_000

/** The maximum total length of these lines, in UTF-16 units. */
const maxHeldLength = 8 * 1024 * 1024

/**
 * Returns the lines of a file, after checking that every rule's name occurs in a line. A file is read in advance, up to the
 * last name found. Input that can be read only once is buffered until every name was found, and is refused if its first
 * 1,000 lines (or 8 MiB) lack one.
 */
export async function* checkedLines(
  input: InputFile,
  rules: ReadonlyArray<MapRule>
): AsyncGenerator<ReadonlyArray<TextLine>> {
  if (rules.length > 0 && input.size === null) yield* heldLines(input, rules)
  else {
    if (rules.length > 0) await checkRules(input, rules)
    yield* textLines(input)
  }
}

const checkRules = async (input: InputFile, rules: ReadonlyArray<MapRule>): Promise<void> => {
  const missing = new Set(rules)
  for await (const lines of textLines(input)) {
    for (const line of lines) {
      meet(missing, line)
      if (missing.size === 0) return
    }
  }
  refuse(input, missing, "no line has")
}

async function* heldLines(input: InputFile, rules: ReadonlyArray<MapRule>) {
  const missing = new Set(rules)
  let held: Array<TextLine> = []
  let length = 0
  for await (const lines of textLines(input)) {
    for (const line of missing.size === 0 ? [] : lines) {
      if (missing.size === 0) break
      meet(missing, line)
      held.push(line)
      length += line.text.length
      const isFull = held.length >= maxHeldLines || length >= maxHeldLength
      if (isFull) refuse(input, missing, `none of the first ${held.length} lines has`)
    }
    if (missing.size > 0) continue
    const last = held.at(-1)
    yield last === undefined ? lines : [...held, ...lines.filter(({ end }) => end > last.end)]
    held = []
  }
  refuse(input, missing, "no line has")
}

/** Removes the rules with names that occur in a line. */
const meet = (missing: Set<MapRule>, { text }: TextLine): void => {
  const json = parseJson(text)
  if (Result.isFailure(json) || !Predicate.isReadonlyObject(json.success)) return
  for (const rule of missing) if (memberAt(json.success, rule.column) !== undefined) missing.delete(rule)
}

/** Throws an error if the name of a rule is missing. */
const refuse = ({ name }: InputFile, missing: Iterable<MapRule>, what: string): void => {
  const [first] = missing
  if (first !== undefined) throw new FileRefused(`${name}: --map: ${what} ${JSON.stringify(first.column)}`)
}

/**
 * Returns the member with this name, ignoring case, or a nested member by its path with dots. Items of a list are named by
 * their index, from 0.
 */
export const memberAt = (
  object: object,
  name: string
): { readonly name: string; readonly value: unknown } | undefined => {
  const key = Object.keys(object).find((key) => key === name) ?? Object.keys(object).find((key) => sameName(key, name))
  if (key !== undefined) return { name: key, value: Object.entries(object).find(([own]) => own === key)?.[1] }
  for (let at = name.indexOf("."); at > 0; at = name.indexOf(".", at + 1)) {
    const outer = memberAt(object, name.slice(0, at))
    const inner = Predicate.isObjectOrArray(outer?.value) ? memberAt(outer.value, name.slice(at + 1)) : undefined
    if (outer !== undefined && inner !== undefined) return { name: outer.name, value: inner.value }
  }
  return undefined
}

/** Parses a line of JSON. Fails with a message for the user. */
export const parseJson = (text: string): Result.Result<unknown, string> =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => `the row is not JSON: ${error instanceof Error ? error.message : String(error)}`
  })
