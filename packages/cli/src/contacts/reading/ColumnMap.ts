import { ContactBody } from "@rollcall/api"
import { Result, Struct } from "effect"
import { parse } from "csv-parse/sync"
import type { KnownField } from "../../target/CustomFieldList.ts"

const { custom_fields: _, ...fields } = ContactBody.fields

/** The fields of a contact that files give, by their names in files and in the API. */
const contactFields = Struct.keys(fields)
export type ContactField = (typeof contactFields)[number]

/** The field that a column gives: a field of the contact, or a custom field. */
export type ColumnTarget =
  | { readonly kind: "field"; readonly field: ContactField }
  | { readonly kind: "custom"; readonly definition: KnownField }

/** A rule of `--map` for one column; null leaves it out. */
export interface MapRule {
  readonly column: string
  readonly target: ColumnTarget | null
}

/** The columns of a file and the field that each gives; null for one that is left out. */
export interface ColumnMap {
  readonly targets: ReadonlyArray<ColumnTarget | null>
  /** Columns that are left out, and not by a rule. */
  readonly unmapped: ReadonlyArray<string>
}

const customPrefix = "custom_fields."

/** The name of a target, as it is written in `--map`. */
export const nameOf = (target: ColumnTarget): string =>
  target.kind === "field" ? target.field : `${customPrefix}${target.definition.field_key}`

/** Fields by their names in snake_case and, as case does not count, in camelCase. */
const fieldsByName = new Map<string, ContactField>(
  contactFields.flatMap((field) => [
    [field, field],
    [field.replaceAll("_", ""), field]
  ])
)

/** The target that a name means: a field in either spelling, whatever its case, or `custom_fields.<key>`. */
const targetNamed = (
  name: string,
  definitions: ReadonlyArray<KnownField>
): Result.Result<ColumnTarget | null, string> => {
  const lower = name.toLowerCase()
  const field = fieldsByName.get(lower)
  if (field !== undefined) return Result.succeed({ kind: "field", field })
  if (!lower.startsWith(customPrefix)) return Result.succeed(null)
  const key = lower.slice(customPrefix.length)
  const definition = definitions.find(({ field_key }) => field_key === key)
  return definition === undefined
    ? Result.fail(`the workspace has no custom field ${JSON.stringify(key)}`)
    : Result.succeed({ kind: "custom", definition })
}

/**
 * Reads `--map`: pairs `column=field`, separated by commas. A pair with a comma in it stands in quotes, the last `=`
 * counts, and nothing after it leaves the column out.
 */
export const readMap = (
  text: string,
  definitions: ReadonlyArray<KnownField>
): Result.Result<ReadonlyArray<MapRule>, string> => {
  const pairs = cellsOf(text)
  if (pairs === undefined) return Result.fail(`--map: the quotes in ${JSON.stringify(text)} do not match`)
  const rules: Array<MapRule> = []
  for (const pair of pairs) {
    const at = pair.lastIndexOf("=")
    const [column, name] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()]
    if (column === "") return Result.fail(`--map: ${JSON.stringify(pair)} is not column=field`)
    const target = name === "" ? Result.succeed(null) : targetNamed(name, definitions)
    if (Result.isFailure(target)) return Result.fail(`--map: ${target.failure}`)
    if (name !== "" && target.success === null) {
      return Result.fail(
        `--map: there is no field ${JSON.stringify(name)}; there are ${fieldNames} and custom_fields.<key>`
      )
    }
    rules.push({ column, target: target.success })
  }
  return Result.succeed(rules)
}

const fieldNames = contactFields.join(", ")

const cellsOf = (text: string): ReadonlyArray<string> | undefined => {
  try {
    return parse(text, { trim: true, relax_column_count: true, skip_empty_lines: true }).flat()
  } catch {
    return undefined
  }
}

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The rule for a column: one that spells it exactly, else one that spells it in another case. */
const ruleFor = (column: string, rules: ReadonlyArray<MapRule>): MapRule | undefined =>
  rules.find((rule) => rule.column === column) ?? rules.find((rule) => sameName(rule.column, column))

/** The field that one column gives, by its rule or else by its name. */
export const mapColumn = (
  column: string,
  rules: ReadonlyArray<MapRule>,
  definitions: ReadonlyArray<KnownField>
): Result.Result<ColumnTarget | null, string> => {
  const rule = ruleFor(column, rules)
  return rule === undefined ? targetNamed(column, definitions) : Result.succeed(rule.target)
}

/**
 * Decides about the columns of a header. A column that a rule gives a field counts before one that is called like it.
 * Fails when two of them would give one field, or none gives any.
 */
export const mapHeader = (
  header: ReadonlyArray<string>,
  rules: ReadonlyArray<MapRule>,
  definitions: ReadonlyArray<KnownField>
): Result.Result<ColumnMap, string> => {
  const missing = rules.find(({ column }) => !header.some((name) => sameName(name, column)))
  if (missing !== undefined) {
    return Result.fail(`--map: there is no column ${JSON.stringify(missing.column)} among ${listed(header)}`)
  }
  const targets: Array<ColumnTarget | null> = []
  for (const [at, column] of header.entries()) {
    const mapped = mapColumn(column, rules, definitions)
    if (Result.isFailure(mapped)) return Result.fail(`column ${JSON.stringify(column)}: ${mapped.failure}`)
    const givesWay = ruleFor(column, rules) === undefined && rules.some((rule) => isSame(rule.target, mapped.success))
    const target = givesWay ? null : mapped.success
    const clash = targets.findIndex((other) => isSame(other, target))
    if (clash >= 0 && target !== null) {
      return Result.fail(
        `columns ${clash + 1} and ${at + 1} (${listed([header[clash] ?? "", column])}) both give ` +
          `${nameOf(target)}; leave one out with --map, or rename it`
      )
    }
    targets.push(target)
  }
  if (targets.every((target) => target === null)) {
    return Result.fail(`no column is a field of contacts among ${listed(header)}; name some with --map`)
  }
  const unmapped = header.filter((column, at) => targets[at] === null && ruleFor(column, rules) === undefined)
  return Result.succeed({ targets, unmapped })
}

const isSame = (a: ColumnTarget | null, b: ColumnTarget | null): boolean =>
  a !== null && b !== null && nameOf(a) === nameOf(b)

const maxListed = 20

const listed = (columns: ReadonlyArray<string>): string =>
  columns
    .slice(0, maxListed)
    .map((column) => JSON.stringify(column))
    .join(", ") + (columns.length > maxListed ? ", ..." : "")
