import { Array as Arr, Result } from "effect"
import { parse } from "#csv"
import { type ContactField, contactFields, hasOptOutKey, type KnownField, optOutColumn } from "../rows/FileFields.ts"
import { failedColumns } from "../rows/FailedLine.ts"
import { nameKey } from "../values/Options.ts"
import { headerKey, isWholeName, knownHeader, proposedField } from "./HeaderNames.ts"

/**
 * The target of a column: a field, a custom field, the contact's uuid, the lists that the contact joins, or its opt-out.
 */
export type ColumnTarget =
  | { readonly kind: "field"; readonly field: ContactField }
  | { readonly kind: "custom"; readonly definition: KnownField }
  | { readonly kind: "uuid" }
  | { readonly kind: "lists" }
  | { readonly kind: "opted_out" }

/** A rule of `--map` for one column. A null target leaves the column out. */
export interface MapRule {
  readonly column: string
  readonly target: ColumnTarget | null
}

/**
 * The target of a column, and its rank among the columns with the same target. The column with the lowest rank and a value
 * counts.
 */
export interface MappedColumn {
  readonly target: ColumnTarget
  readonly rank: number
}

/** The columns of a file and their targets; null for a column that is left out. */
export interface ColumnMap {
  readonly targets: ReadonlyArray<ColumnTarget | null>
  /** Each target with the indexes of its columns, in order of priority. */
  readonly sources: ReadonlyArray<{ readonly target: ColumnTarget; readonly columns: ReadonlyArray<number> }>
  /** Columns that are left out, except by a rule. */
  readonly unmapped: ReadonlyArray<string>
}

const customPrefix = "custom_fields."

/** Returns the name of a target in `--map`. */
export const nameOf = (target: ColumnTarget): string => {
  switch (target.kind) {
    case "field":
      return target.field
    case "custom":
      return `${customPrefix}${target.definition.field_key}`
    case "uuid":
    case "lists":
    case "opted_out":
      return target.kind
  }
}

const ownTargets = new Map<string, ColumnTarget>([
  ...contactFields.map((field) => [headerKey(field), { kind: "field", field }] as const),
  ["uuid", { kind: "uuid" }] as const,
  ["lists", { kind: "lists" }] as const,
  [headerKey(optOutColumn), { kind: optOutColumn }] as const
])

/** Returns the custom field with this key or name, in any spelling. Returns undefined if several custom fields match. */
const customNamed = (name: string, definitions: ReadonlyArray<KnownField>): KnownField | undefined => {
  const exact = definitions.find(({ field_key }) => field_key === name.trim().toLowerCase())
  if (exact !== undefined) return exact
  const key = headerKey(name)
  const found = definitions.filter((field) => headerKey(field.field_key) === key || headerKey(field.name) === key)
  return key !== "" && found.length === 1 ? found[0] : undefined
}

/**
 * Returns the custom field that takes the place of the opt-out column. For a column named `opted_out`, only a custom
 * field's key counts; for other spellings, its name counts too.
 */
const insteadOfOptOuts = (name: string, definitions: ReadonlyArray<KnownField>): KnownField | undefined => {
  const definition = customNamed(name, definitions)
  return !sameName(name, optOutColumn) || hasOptOutKey(definition) ? definition : undefined
}

/** Returns the target of a name: a field, a custom field by key or name, or a field by its name in other products. */
const targetNamed = (
  name: string,
  definitions: ReadonlyArray<KnownField>
): Result.Result<MappedColumn | null, string> => {
  const own = ownTargets.get(headerKey(name))
  if (own !== undefined) {
    const definition = own.kind === optOutColumn ? insteadOfOptOuts(name, definitions) : undefined
    return Result.succeed({ target: definition === undefined ? own : { kind: "custom", definition }, rank: 0 })
  }
  if (name.trim().toLowerCase().startsWith(customPrefix)) {
    const key = name.trim().slice(customPrefix.length)
    const definition = customNamed(key, definitions)
    return definition === undefined
      ? Result.fail(`the workspace has no custom field ${JSON.stringify(key.toLowerCase())}`)
      : Result.succeed({ target: { kind: "custom", definition }, rank: 0 })
  }
  const definition = customNamed(name, definitions)
  if (definition !== undefined) return Result.succeed({ target: { kind: "custom", definition }, rank: 0 })
  const known = knownHeader(name)
  return Result.succeed(
    known === undefined ? null : { target: { kind: "field", field: known.field }, rank: 1 + known.rank }
  )
}

/**
 * Reads `--map`: pairs `column=field`, separated by commas. Quote a pair that contains a comma. The last `=` separates the
 * column from the field. A pair without a field leaves the column out.
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
    const mapped = name === "" ? Result.succeed(null) : targetNamed(name, definitions)
    if (Result.isFailure(mapped)) return Result.fail(`--map: ${mapped.failure}`)
    if (name !== "" && mapped.success === null) {
      return Result.fail(
        `--map: there is no field ${JSON.stringify(name)}. Use one of ${fieldNames}, uuid, lists, opted_out or custom_fields.<key>`
      )
    }
    rules.push({ column, target: mapped.success?.target ?? null })
  }
  return Result.succeed(rules)
}

/**
 * Reads `--map-value`: pairs `field:text=value`, separated by commas, for custom fields by key or name. The last `=`
 * separates the string in the file from the value. A pair without a value removes the string.
 */
export const readValueMap = (
  text: string,
  definitions: ReadonlyArray<KnownField>
): Result.Result<ReadonlyMap<string, ReadonlyMap<string, string>>, string> => {
  const meanings = new Map<string, Map<string, string>>()
  const pairs = cellsOf(text)
  if (pairs === undefined) return Result.fail(`--map-value: the quotes in ${JSON.stringify(text)} do not match`)
  for (const pair of pairs) {
    const [, name = "", written = "", value = ""] = /^([^:]+):(.+)=([^=]*)$/s.exec(pair) ?? []
    if (written === "") return Result.fail(`--map-value: ${JSON.stringify(pair)} is not field:text=value`)
    const field = customNamed(name.replace(/^custom_fields\./, ""), definitions)
    if (field === undefined)
      return Result.fail(`--map-value: the workspace has no custom field ${JSON.stringify(name)}`)
    const known = meanings.get(field.field_key) ?? new Map<string, string>()
    meanings.set(field.field_key, known.set(nameKey(written), value.trim()))
  }
  return Result.succeed(meanings)
}

const fieldNames = contactFields.join(", ")

const cellsOf = (text: string): ReadonlyArray<string> | undefined => {
  try {
    return parse(text, { trim: true, relax_column_count: true, skip_empty_lines: true }).flat()
  } catch {
    return undefined
  }
}

/** Tells whether two column names are equal, ignoring case and surrounding white space. */
export const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * Returns the index of the rule for a column, or -1. An exact match takes precedence over a match in another
 * case.
 */
const ruleFor = (column: string, rules: ReadonlyArray<MapRule>): number => {
  const exact = rules.findIndex((rule) => rule.column === column)
  return exact >= 0 ? exact : rules.findIndex((rule) => sameName(rule.column, column))
}

/** Returns the target of a column: from its rule, or else from its name. */
export const mapColumn = (
  column: string,
  rules: ReadonlyArray<MapRule>,
  definitions: ReadonlyArray<KnownField>
): Result.Result<MappedColumn | null, string> => {
  const at = ruleFor(column, rules)
  if (at >= 0) {
    const target = rules[at]?.target ?? null
    return Result.succeed(target === null ? null : { target, rank: at - rules.length })
  }
  return targetNamed(column, definitions)
}

/** Tells whether a string is the name of a column, by a rule or a field. */
export const knownColumn = (
  column: string,
  rules: ReadonlyArray<MapRule>,
  definitions: ReadonlyArray<KnownField>
): boolean => {
  const mapped = mapColumn(column, rules, definitions)
  return ruleFor(column, rules) >= 0 || Result.isFailure(mapped) || mapped.success !== null || isWholeName(column)
}

/**
 * Maps the columns of a header. A column with a rule takes precedence over columns with a matching name. Of several columns
 * for a field, the first rule or the closest name counts. Fails if no column has a target.
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
  const mapped: Array<MappedColumn | null> = []
  for (const column of header) {
    const one = mapColumn(column, rules, definitions)
    if (Result.isFailure(one)) return Result.fail(`column ${JSON.stringify(column)}: ${one.failure}`)
    const givesWay =
      ruleFor(column, rules) < 0 && rules.some(({ target }) => isSame(target, one.success?.target ?? null))
    mapped.push(givesWay ? null : one.success)
  }
  const named = mapped.some((one) => one !== null && isName(one.target))
  const whole = header.findIndex(
    (column, at) => mapped[at] === null && ruleFor(column, rules) < 0 && isWholeName(column)
  )
  if (!named && whole >= 0) mapped[whole] = { target: { kind: "field", field: "first_name" }, rank: 0 }
  const targets = mapped.map((one) => one?.target ?? null)
  const unmapped = header.filter((column, at) => targets[at] === null && ruleFor(column, rules) < 0)
  if (targets.every((target) => target === null)) {
    const proposal = mapProposal(unmapped)
    return Result.fail(
      `none of the columns ${listed(header)} is a field of contacts. Map them with ${proposal ?? "--map"}`
    )
  }
  return Result.succeed({ targets, sources: sourcesOf(mapped), unmapped })
}

const isName = (target: ColumnTarget): boolean =>
  target.kind === "field" && (target.field === "first_name" || target.field === "last_name")

const sourcesOf = (mapped: ReadonlyArray<MappedColumn | null>): ColumnMap["sources"] => {
  const columns = mapped
    .flatMap((one, at) => (one === null ? [] : [{ ...one, at }]))
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
  const byName = Arr.groupBy(columns, ({ target }) => nameOf(target))
  return Object.values(byName).map((group) => ({ target: group[0].target, columns: group.map(({ at }) => at) }))
}

const isSame = (a: ColumnTarget | null, b: ColumnTarget | null): boolean =>
  a !== null && b !== null && nameOf(a) === nameOf(b)

/**
 * Proposes a `--map` option to copy. It maps columns to the fields that they seem to hold, unless another column provides
 * the field. Returns undefined if there is nothing to propose.
 */
export const mapProposal = (
  unmapped: ReadonlyArray<string>,
  given: ReadonlyArray<ColumnTarget> = []
): string | undefined => {
  const names = new Set(given.map(nameOf))
  const pairs = unmapped.flatMap((column) => {
    const field = proposedField(column)
    if (field === undefined || names.has(field)) return []
    const pair = `${column}=${field}`
    return [/[",]/.test(column) ? `"${pair.replaceAll('"', '""')}"` : pair]
  })
  return pairs.length === 0 ? undefined : `--map '${pairs.slice(0, maxListed).join(",").replaceAll("'", `'\\''`)}'`
}

/** Proposes a target for each column: from its name, or else from words in its name. */
export const proposedTargets = (
  columns: ReadonlyArray<string>,
  definitions: ReadonlyArray<KnownField>
): ReadonlyArray<ColumnTarget | null> => {
  const known = columns.map((column) => Result.getOrElse(mapColumn(column, [], definitions), () => null))
  const map = mapHeader(columns, [], definitions)
  const named = Result.isSuccess(map) ? map.success.targets : known.map((one) => one?.target ?? null)
  const given = new Set(named.flatMap((target) => (target === null ? [] : [nameOf(target)])))
  return columns.map((column, at) => {
    const target = named[at] ?? null
    const field = target === null && !failedColumns.some((own) => own === column) ? proposedField(column) : undefined
    if (field === undefined || given.has(field)) return target
    given.add(field)
    return { kind: "field", field }
  })
}

const maxListed = 20

const listed = (columns: ReadonlyArray<string>): string =>
  columns
    .slice(0, maxListed)
    .map((column) => JSON.stringify(column))
    .join(", ") + (columns.length > maxListed ? ", ..." : "")
