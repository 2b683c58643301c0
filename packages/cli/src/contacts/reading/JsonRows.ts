import { Array as Arr, Effect, Predicate, Result, Schema, Stream } from "effect"
import type { KnownField } from "../../target/CustomFieldList.ts"
import { type ColumnTarget, mapColumn, type MapRule, nameOf } from "./ColumnMap.ts"
import type { InputFile } from "./InputFile.ts"
import { type TextLine, textLines } from "./JsonLines.ts"
import { sentRow } from "./RowBody.ts"
import type { RowFields, SentRow, SourceRow } from "./SourceRow.ts"

/** How the rows of a file of JSON lines are read. */
export interface JsonOptions {
  readonly rules: ReadonlyArray<MapRule>
  readonly definitions: ReadonlyArray<KnownField>
}

/**
 * The rows of a file of JSON lines: each line an object with the fields of a contact, in snake_case or camelCase, and
 * `custom_fields`. `onUnmapped` gets names that are left out, each once.
 */
export const jsonRows = <E, R>(
  input: InputFile,
  options: JsonOptions,
  onUnmapped: (names: ReadonlyArray<string>) => Effect.Effect<void, E, R>
) =>
  Stream.suspend(() => {
    const reader = new JsonReader(options)
    let number = 0
    const read = (line: TextLine): SourceRow => ({
      number: ++number,
      end: line.end,
      original: { _tag: "Line", text: line.text },
      reading: Result.mapError(reader.read(line.text), (why) => `line ${line.line}: ${why}`)
    })
    const readAll = Effect.fnUntraced(function* (lines: Arr.NonEmptyReadonlyArray<TextLine>) {
      const rows = Arr.map(lines, read)
      const names = reader.takeUnmapped()
      if (names.length > 0) yield* onUnmapped(names)
      return rows
    })
    return Stream.mapArrayEffect(textLines(input), readAll)
  })

/** How many names that are left out are remembered: so many are a mistake that was shown by then. */
const maxUnmapped = 100

/** How deep a value may be nested. */
const maxDepth = 32

const Text = Schema.NullOr(Schema.String)

class JsonReader {
  private readonly options: JsonOptions
  private readonly known = new Map<string, Result.Result<ColumnTarget | null, string>>()
  private readonly unmapped = new Set<string>()
  private reported = 0

  constructor(options: JsonOptions) {
    this.options = options
  }

  read(text: string): Result.Result<SentRow, string> {
    const json = parseJson(text)
    if (Result.isFailure(json)) return Result.fail(json.failure)
    const object = json.success
    if (!Predicate.isReadonlyObject(object)) return Result.fail("it is not a JSON object")
    const fields: RowFields = {}
    const custom = new Map<string, Schema.Json>()
    for (const [name, value] of Object.entries(object)) {
      const problem = isCustomFields(name)
        ? takeCustomFields(custom, name, value)
        : Result.match(this.target(name), {
            onFailure: (why) => why,
            onSuccess: (target) => takeValue(fields, custom, target, value)
          })
      if (problem !== undefined) return Result.fail(problem)
    }
    return sentRow(fields, Object.fromEntries(custom))
  }

  /** The names that were left out since this was last asked. */
  takeUnmapped(): ReadonlyArray<string> {
    const names = [...this.unmapped].slice(this.reported)
    this.reported = this.unmapped.size
    return names
  }

  private target(name: string): Result.Result<ColumnTarget | null, string> {
    const known = this.known.get(name)
    if (known !== undefined) return known
    const target = Result.mapError(
      mapColumn(name, this.options.rules, this.options.definitions),
      (why) => `${JSON.stringify(name)}: ${why}`
    )
    if (this.known.size < maxUnmapped) this.known.set(name, target)
    if (Result.isSuccess(target) && target.success === null && this.unmapped.size < maxUnmapped) this.unmapped.add(name)
    return target
  }
}

const isCustomFields = (name: string): boolean => name === "custom_fields" || name === "customFields"

const twice = (name: string): string => `${name} is given twice`

const takeCustomFields = (custom: Map<string, Schema.Json>, name: string, value: unknown): string | undefined => {
  if (value === null) return undefined
  if (!Predicate.isReadonlyObject(value)) return `${name} must be an object`
  for (const [key, item] of Object.entries(value)) {
    const problem = takeCustom(custom, key, item)
    if (problem !== undefined) return problem
  }
  return undefined
}

const takeCustom = (custom: Map<string, Schema.Json>, key: string, value: unknown): string | undefined => {
  const name = `custom_fields.${key}`
  if (custom.has(key)) return twice(name)
  if (!isPlain(value)) return `${name} is nested more than ${maxDepth} deep, or has a number that is too large`
  custom.set(key, value)
  return undefined
}

const takeValue = (
  fields: RowFields,
  custom: Map<string, Schema.Json>,
  target: ColumnTarget | null,
  value: unknown
): string | undefined => {
  if (target === null) return undefined
  if (target.kind === "custom") return takeCustom(custom, target.definition.field_key, value)
  const name = nameOf(target)
  if (Object.hasOwn(fields, target.field)) return twice(name)
  if (!Schema.is(Text)(value)) return `${name} must be a string or null`
  fields[target.field] = value
  return undefined
}

const parseJson = (text: string): Result.Result<unknown, string> =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => `it is not JSON: ${error instanceof Error ? error.message : String(error)}`
  })

/** Whether a value that was parsed can be sent as it is. It is walked without recursion, which deep values would exhaust. */
const isPlain = (value: unknown): value is Schema.Json => {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return false
    if (level.some((item) => typeof item === "number" && !Number.isFinite(item))) return false
    level = level.flatMap(membersOf)
  }
  return true
}

const membersOf = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null ? Object.values(value) : []
