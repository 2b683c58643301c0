import type { Migrations } from "../shared/Migrations.ts"

/** The kinds of objects that migrations create. A key is a primary key, unique or foreign key constraint. */
export type ObjectKind =
  | "extension"
  | "table"
  | "column"
  | "key"
  | "check"
  | "index"
  | "function"
  | "trigger"
  | "statistics"

/** An object that migrations create. */
export interface MigratedObject {
  readonly kind: ObjectKind
  /** The name. The name of a key is its kind and columns, such as `UNIQUE (workspace_uuid, field_key)`. */
  readonly name: string
  /** The table it belongs to; null for tables and functions. */
  readonly table: string | null
  /** The statement that creates it; null if it cannot be recreated, because its content is lost. */
  readonly statement: string | null
  /** Whether data integrity depends on it. If not, its loss only slows down searches and listings. */
  readonly isEssential: boolean
}

const created =
  /^CREATE (?<unique>UNIQUE )?(?:VIRTUAL )?(?<kind>TABLE|INDEX|FUNCTION|TRIGGER|STATISTICS)(?: IF NOT EXISTS)? (?<name>\w+)/

/** Matches the table in `ON table`, followed by whitespace or `(`. */
const onTable = /\sON (?<table>\w+)(?=[\s(])/
const fromTable = /\sFROM (?<table>\w+)\s*$/

/** Lists the objects that migrations create, in order, by parsing their statements. */
export const migratedObjects = (migrations: Migrations): ReadonlyArray<MigratedObject> =>
  Object.values(migrations).flatMap((statements) => statements.flatMap((statement) => objectsOf(statement.trim())))

const objectsOf = (statement: string): ReadonlyArray<MigratedObject> => {
  const { kind, name = "", unique } = created.exec(statement)?.groups ?? {}
  const on = (pattern: RegExp) => pattern.exec(statement)?.groups?.["table"] ?? null
  switch (kind) {
    case "TABLE":
      return tableObjects(name, statement)
    case "INDEX":
      return [{ kind: "index", name, table: on(onTable), statement, isEssential: unique !== undefined }]
    case "FUNCTION":
      return [{ kind: "function", name, table: null, statement, isEssential: true }]
    case "TRIGGER":
      return [{ kind: "trigger", name, table: on(onTable), statement, isEssential: true }]
    case "STATISTICS":
      return [{ kind: "statistics", name, table: on(fromTable), statement, isEssential: false }]
    default:
      return []
  }
}

/**
 * Returns a table with its columns, keys and checks. Returns only the table if it is virtual, because its columns are those
 * of the table it indexes.
 */
const tableObjects = (table: string, statement: string): ReadonlyArray<MigratedObject> => {
  const itself: MigratedObject = { kind: "table", name: table, table: null, statement: null, isEssential: true }
  if (statement.startsWith("CREATE VIRTUAL")) return [{ ...itself, statement }]
  const parts = partsOf(statement)
  const columns = parts.filter((part) => !constraint.test(part)).map((part) => part.split(/\s/, 1)[0] ?? "")
  return [
    itself,
    ...columns.map((name): MigratedObject => ({ kind: "column", name, table, statement: null, isEssential: true })),
    ...parts.flatMap(keyOf).map(({ definition, name }): MigratedObject => {
      return { kind: "key", name, table, statement: `ALTER TABLE ${table} ADD ${definition}`, isEssential: true }
    }),
    ...parts.flatMap((part) => checkOf(table, columns, part))
  ]
}

const constraint = /^(?:PRIMARY KEY|UNIQUE|FOREIGN KEY|CHECK)\b/
const columns = /^(?:PRIMARY KEY|UNIQUE|FOREIGN KEY) \([^)]*\)/
const onColumn = /\s(?<key>PRIMARY KEY|UNIQUE)\b/

/** Returns the key that a part of a table definition creates, if any. */
const keyOf = (part: string): ReadonlyArray<{ readonly name: string; readonly definition: string }> => {
  if (constraint.test(part)) return Array.from(columns.exec(part) ?? [], (name) => ({ name, definition: part }))
  const key = onColumn.exec(part)?.groups?.["key"]
  if (key === undefined) return []
  const name = `${key} (${part.split(/\s/, 1)[0]})`
  return [{ name, definition: name }]
}

const check = /\bCHECK (\(.*\))/s

/**
 * Returns the check in a part of a table definition, with the name that Postgres gives it. The name contains the column if
 * the check has only one.
 */
const checkOf = (table: string, columns: ReadonlyArray<string>, part: string): ReadonlyArray<MigratedObject> => {
  const condition = check.exec(part)?.[1]
  if (condition === undefined) return []
  const words = new Set(condition.match(/\w+/g))
  const [first, ...others] = columns.filter((column) => words.has(column))
  const name = first === undefined || others.length > 0 ? `${table}_check` : `${table}_${first}_check`
  const statement = `ALTER TABLE ${table} ADD CONSTRAINT ${name} CHECK ${condition}`
  return [{ kind: "check", name, table, statement, isEssential: true }]
}

/** Splits a table definition into columns and constraints, at commas outside inner parentheses. */
const partsOf = (statement: string): ReadonlyArray<string> => {
  const parts = [""]
  let depth = 0
  for (const character of statement.slice(statement.indexOf("("))) {
    if (character === ")") depth -= 1
    if (depth === 0 && character === ")") break
    if (depth === 1 && character === ",") parts.push("")
    else if (depth > 0) parts.push(`${parts.pop() ?? ""}${character}`)
    if (character === "(") depth += 1
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "")
}
