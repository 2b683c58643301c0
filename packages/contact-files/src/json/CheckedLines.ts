import { Predicate, Result } from "effect"
import { type MapRule, sameName } from "../csv/ColumnMap.ts"
import { FileRefused } from "../file/FileRefused.ts"
import type { InputFile } from "../file/InputFile.ts"
import { textLines } from "./JsonLines.ts"
import type { TextLine } from "./TextLine.ts"

/** So many lines of what can be read once are looked through for the names of the rules. */
const maxHeldLines = 1_000

/** So many UTF-16 units of them at most. */
const maxHeldLength = 8 * 1024 * 1024

/**
 * The lines of a file. A rule whose name no line has is refused before any line is given: a file is looked through first,
 * no further than necessary. What can be read once gives no line until it has had every name, and is refused if its first
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

/** Removes the rules whose names a line has. */
const meet = (missing: Set<MapRule>, { text }: TextLine): void => {
  const json = parseJson(text)
  if (Result.isFailure(json) || !Predicate.isReadonlyObject(json.success)) return
  for (const rule of missing) if (memberAt(json.success, rule.column) !== undefined) missing.delete(rule)
}

/** Refuses a file that lacks the name of a rule. */
const refuse = ({ name }: InputFile, missing: Iterable<MapRule>, what: string): void => {
  const [first] = missing
  if (first !== undefined) throw new FileRefused(`${name}: --map: ${what} ${JSON.stringify(first.column)}`)
}

/**
 * The member of an object that a name means: its own, in whatever case, or one of a member, with points between. An item of a
 * list has its number, from 0.
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

/** What a line of JSON says, or why it says nothing. */
export const parseJson = (text: string): Result.Result<unknown, string> =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => `it is not JSON: ${error instanceof Error ? error.message : String(error)}`
  })
