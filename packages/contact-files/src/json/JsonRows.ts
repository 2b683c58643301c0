import { Predicate, Result, type Schema } from "effect"
import { mapColumn, type MappedColumn, type MapRule, nameOf } from "../csv/ColumnMap.ts"
import type { InputFile } from "../file/InputFile.ts"
import type { KnownField } from "../rows/FileFields.ts"
import { sentRow, uuidDoubts } from "../rows/RowBody.ts"
import type { Doubt, RowFields, SourceRow } from "../rows/SourceRow.ts"
import { type CellFormat, jsonValue } from "../values/CellValue.ts"
import { type FieldFormats, fieldFormats, type RowTexts } from "../values/FieldFormats.ts"
import { checkedLines, memberAt, parseJson } from "./CheckedLines.ts"
import { textLines } from "./JsonLines.ts"
import type { TextLine } from "./TextLine.ts"

export interface JsonOptions {
  readonly rules: ReadonlyArray<MapRule>
  readonly definitions: ReadonlyArray<KnownField>
  /** How strings for custom fields are read, as in cells of a CSV file. */
  readonly format: CellFormat
}

/** A part of a JSON Lines file: rows, or the names of members that are left out. Each name is returned once. */
export type JsonPart =
  | { readonly _tag: "Unmapped"; readonly names: ReadonlyArray<string> }
  | { readonly _tag: "Rows"; readonly rows: ReadonlyArray<SourceRow> }

/**
 * Returns the rows of a JSON Lines file. Each line is an object with the fields of a contact, in snake_case or camelCase,
 * and `custom_fields`. A rule may name a nested member: `properties.email`. Names that are left out come before the first
 * row with them. If no line has the name of a rule, reading fails before the first row (see `checkedLines`).
 */
export async function* jsonRows(input: InputFile, options: JsonOptions): AsyncGenerator<JsonPart> {
  const reader = new JsonReader(options)
  // Input that can be read only once is not inspected in advance.
  const texts = input.size === null ? null : new JsonReader(options).texts(input)
  reader.formats = await fieldFormats(options.definitions, options.format, texts)
  let number = 0
  for await (const lines of checkedLines(input, options.rules)) {
    const rows = lines.map((line): SourceRow => ({
      number: ++number,
      end: line.end,
      original: { _tag: "Line", text: line.text },
      ...reader.read(line)
    }))
    const names = reader.takeUnmapped()
    if (names.length > 0) yield { _tag: "Unmapped", names }
    if (rows.length > 0) yield { _tag: "Rows", rows }
  }
}

/** The maximum number of left-out names that are collected. By then the user has seen the mistake. */
const maxUnmapped = 100

/** The maximum nesting depth of a value. */
const maxDepth = 32

class JsonReader {
  private readonly options: JsonOptions
  private readonly fields: ReadonlyMap<string, KnownField>
  formats: FieldFormats
  private readonly known = new Map<string, Result.Result<MappedColumn | null, string>>()
  private readonly unmapped = new Set<string>()
  private reported = 0

  constructor(options: JsonOptions) {
    this.options = options
    this.fields = new Map(options.definitions.map((field) => [field.field_key, field]))
    this.formats = () => options.format
  }

  /** Returns the strings for custom fields, row by row. */
  async *texts(input: InputFile): AsyncGenerator<ReadonlyArray<RowTexts>> {
    for await (const lines of textLines(input)) {
      yield lines.map(({ text }) => {
        const json = parseJson(text)
        const given =
          Result.isSuccess(json) && Predicate.isReadonlyObject(json.success) ? this.given(json.success) : null
        return given === null || Result.isFailure(given) ? [] : given.success.flatMap(textsOf)
      })
    }
  }

  read({ line, text }: TextLine): Pick<SourceRow, "doubts" | "reading"> {
    const json = parseJson(text)
    if (Result.isFailure(json)) return refused(line, json.failure)
    if (!Predicate.isReadonlyObject(json.success)) return refused(line, "the row is not a JSON object")
    const given = this.given(json.success)
    if (Result.isFailure(given)) return refused(line, given.failure)
    const row = new RowParts((key, value) => {
      const field = this.fields.get(key)
      return field === undefined ? { value, doubt: null } : jsonValue(field, value, this.formats(key))
    })
    for (const one of given.success) {
      const problem = row.take(one)
      if (problem !== undefined) return refused(line, problem)
    }
    const { custom, doubts, fields, lists, optedOut, uuid } = row
    const sent = sentRow({ fields, customFields: Object.fromEntries(custom), uuid, lists, optedOut })
    return {
      reading: Result.mapError(sent, (why) => `line ${line}: ${why}`),
      doubts: [...doubts, ...uuidDoubts(uuid)]
    }
  }

  /** Returns the names that were left out since the last call. */
  takeUnmapped(): ReadonlyArray<string> {
    const names = [...this.unmapped].slice(this.reported)
    this.reported = this.unmapped.size
    return names
  }

  /** Returns the values of an object's members, in order of priority. */
  private given(object: object): Result.Result<ReadonlyArray<GivenMember>, string> {
    const given: Array<GivenMember> = []
    const ruled = new Set<string>()
    for (const [at, { column, target }] of this.options.rules.entries()) {
      const member = memberAt(object, column)
      if (member === undefined) continue
      ruled.add(member.name)
      if (target !== null) given.push({ target, rank: at - this.options.rules.length, value: member.value })
    }
    for (const [name, value] of Object.entries(object)) {
      if (ruled.has(name)) continue
      if (isCustomFields(name)) given.push({ target: "custom_fields", name, rank: 0, value })
      else {
        const target = this.target(name)
        if (Result.isFailure(target)) return Result.fail(target.failure)
        if (target.success !== null) given.push({ ...target.success, value })
      }
    }
    return Result.succeed(given.toSorted((a, b) => a.rank - b.rank))
  }

  private target(name: string): Result.Result<MappedColumn | null, string> {
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

type GivenMember = { readonly rank: number; readonly value: unknown } & (
  | Pick<MappedColumn, "target">
  | { readonly target: "custom_fields"; readonly name: string }
)

/** Returns the strings that a member provides for custom fields. */
const textsOf = (given: GivenMember): RowTexts => {
  const texts = (key: string, value: unknown) => (typeof value === "string" ? [[key, value.trim()] as const] : [])
  if (given.target === "custom_fields") {
    return Predicate.isReadonlyObject(given.value)
      ? Object.entries(given.value).flatMap(([key, v]) => texts(key, v))
      : []
  }
  return given.target.kind === "custom" ? texts(given.target.definition.field_key, given.value) : []
}

const refused = (line: number, why: string) => ({ reading: Result.fail(`line ${line}: ${why}`), doubts: [] })

const isCustomFields = (name: string): boolean => name === "custom_fields" || name === "customFields"

const twice = (name: string): string => `${name} is given twice`

/** Collects the values of a row, member by member. Of several values for one target, the first non-empty value counts. */
class RowParts {
  readonly fields: RowFields = {}
  readonly custom = new Map<string, Schema.Json>()
  readonly doubts: Array<Doubt> = []
  uuid: string | undefined
  lists: string | undefined
  optedOut: string | undefined
  private readonly ranks = new Map<string, number>()
  private readonly read: (key: string, value: Schema.Json) => ReturnType<typeof jsonValue>

  constructor(read: RowParts["read"]) {
    this.read = read
  }

  /** Adds a member. Returns an error message if that fails. */
  take(given: GivenMember): string | undefined {
    const { rank, target, value } = given
    if (target === "custom_fields") return this.takeCustomFields(given.name, value)
    const name = nameOf(target)
    const before = this.ranks.get(name)
    if (before === rank) return twice(name)
    if (before !== undefined) return undefined
    switch (target.kind) {
      case "field":
        if (value !== null && !Predicate.isString(value)) return `${name} must be a string or null`
        this.fields[target.field] = value
        break
      case "custom": {
        const problem = this.takeCustom(target.definition.field_key, value)
        if (problem !== undefined) return problem
        break
      }
      case "uuid":
        if (value !== null) this.uuid = Predicate.isString(value) ? value : JSON.stringify(value)
        break
      case "lists":
        if (value !== null) this.lists = Predicate.isString(value) ? value : JSON.stringify(value)
        break
      case "opted_out":
        if (value !== null && value !== "") this.optedOut = Predicate.isString(value) ? value : JSON.stringify(value)
        break
    }
    if (value !== null && value !== "") this.ranks.set(name, rank)
    return undefined
  }

  private takeCustomFields(name: string, value: unknown): string | undefined {
    if (value === null) return undefined
    if (!Predicate.isReadonlyObject(value)) return `${name} must be an object`
    for (const [key, item] of Object.entries(value)) {
      const problem = this.takeCustom(key, item)
      if (problem !== undefined) return problem
    }
    return undefined
  }

  private takeCustom(key: string, value: unknown): string | undefined {
    const name = `custom_fields.${key}`
    if (this.custom.has(key)) return twice(name)
    if (!isPlain(value)) return `${name} is nested more than ${maxDepth} deep, or has a number that is too large`
    const { doubt, value: read } = this.read(key, value)
    if (read !== undefined) this.custom.set(key, read)
    if (doubt !== null) this.doubts.push(doubt)
    return undefined
  }
}

/**
 * Tells whether a parsed value can be sent as it is. The check is not recursive, because deep values would exhaust the
 * stack.
 */
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
