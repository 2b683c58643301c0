import type { StorageError } from "@rollcall/core"
import { encodedAs, type SnakeCase, snakeKeys } from "@rollcall/core/operations"
import { Effect, type Option, Predicate, Schema, SchemaAST, SchemaGetter, SchemaParser, Struct } from "effect"
import * as Arr from "effect/Array"
import { SchemaCompiler, SchemaJITCompiler } from "effect/schema"
import type { SqlError, Statement } from "effect/sql"
import type { Db } from "./Database.ts"
import type { TableName } from "./Tables.ts"
import { invalid, membersOf, type Reader, readerOf, setReader, structReader } from "./RowReader.ts"

/** A schema that decodes a row. */
export type RowSchema<A> = Schema.ConstraintDecoder<A>

const isNumeric = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isNumber(ast) ||
  (SchemaAST.isLiteral(ast) && typeof ast.literal === "number") ||
  (SchemaAST.isUnion(ast) && ast.types.some(isNumeric))

/** Returns the columns that a schema decodes from numbers. */
const numericColumns = (ast: SchemaAST.AST): ReadonlyArray<PropertyKey> => {
  const encoded = SchemaAST.toEncoded(ast)
  if (SchemaAST.isUnion(encoded)) return [...new Set(encoded.types.flatMap(numericColumns))]
  if (!SchemaAST.isObjects(encoded)) return []
  return encoded.propertySignatures.filter(({ type }) => isNumeric(type)).map(({ name }) => name)
}

/**
 * Converts columns to numbers where the schema expects numbers. A host's driver may return a Postgres `bigint` as a string
 * or BigInt, and a SQLite integer as a BigInt. Schemas reject numbers too great to be exact.
 */
const withNumbers = <A>(row: RowSchema<A>) => {
  const columns = numericColumns(row.ast)
  return (given: unknown): unknown => {
    if (!Predicate.isObject(given) || !columns.some((name) => isWrittenNumber(given[name]))) return given
    const written = columns.filter((name) => isWrittenNumber(given[name]))
    return { ...given, ...Object.fromEntries(written.map((name) => [name, Number(given[name])])) }
  }
}

const isWrittenNumber = (value: unknown): boolean =>
  typeof value === "bigint" || (typeof value === "string" && value !== "")

type Struct = Schema.Constraint & { readonly fields: Schema.Struct.Fields }

/**
 * Like `Schema.encodeKeys`, but only for reading: maps struct members to columns with other names. Takes half the time,
 * because it does not check a row under its column names before the members check it. Not for structs in a union, which
 * such a check distinguishes.
 */
export const namedColumns =
  <S extends Struct, const Names extends { readonly [Member in keyof S["fields"]]?: string }>(names: Names) =>
  (struct: S) => {
    type Row = Schema.encodeKeys<S, Names>["Encoded"] & { readonly [column: PropertyKey]: unknown }
    const columns: { readonly [member: PropertyKey]: PropertyKey | undefined } = names
    const numeric = numericColumns(struct.ast)
    const members = Reflect.ownKeys(struct.fields).map((name) => {
      return { name, column: columns[name] ?? name, isNumeric: numeric.includes(name) }
    })
    const renamed = (row: Row): S["Encoded"] => {
      const given: Record<PropertyKey, unknown> = {}
      for (const { column, isNumeric, name } of members) {
        const value = row[column]
        if (value !== undefined) given[name] = isNumeric && isWrittenNumber(value) ? Number(value) : value
      }
      return given
    }
    const decode = SchemaGetter.transform(renamed)
    const encode = SchemaGetter.forbidden<Row, S["Encoded"]>(() => "rows are not written by their schema")
    const named = Schema.declare((given: unknown): given is Row => Predicate.isObject(given)).pipe(
      Schema.decodeTo(struct, { decode, encode })
    )
    const read = namedReader(struct.ast, columns)
    if (read !== undefined) setReader(named, read)
    return named
  }

/** Returns a reader for the members of a struct, with the column name of each; undefined for other schemas. */
const namedReader = (
  struct: SchemaAST.AST,
  columns: { readonly [member: PropertyKey]: PropertyKey | undefined }
): Reader | undefined => {
  const numeric = numericColumns(struct)
  const members = struct.encoding === undefined && struct.checks === undefined ? membersOf(struct) : []
  if (members.length === 0) return undefined
  return structReader(
    members.map((member) => {
      const { name, read } = member
      const readNumber: Reader = (given) => read(isWrittenNumber(given) ? Number(given) : given)
      return { ...member, givenAs: columns[name] ?? name, read: numeric.includes(name) ? readNumber : read }
    })
  )
}

/** Returns the members of an entity as stored in columns: timestamps in milliseconds, booleans as bits. */
export const storedAs = <Members extends Schema.Struct.Fields>(members: Members) =>
  encodedAs(members, { timestamp: Schema.DateTimeUtcFromMillis, boolean: Schema.BooleanFromBit })

/** The column name of each member. */
type ColumnsOf<Members, Names> = {
  readonly [Name in keyof Members]: Name extends keyof Names ? Extract<Names[Name], string> : SnakeCase<Name & string>
}

/** The schema and columns of a table's rows. */
export interface Table<Row extends Schema.Top> {
  /** Decodes a row. */
  readonly row: Row
  readonly columns: ReadonlyArray<keyof Row["Encoded"] & string>
  /** Encodes a value as a row. */
  readonly record: (value: Row["Type"]) => Row["Encoded"]
}

/** Returns the schema of a table with one column per member, named in snake_case or by `names`. */
export function tableOf<
  Members extends Schema.Struct.Fields,
  const Names extends { readonly [N in keyof Members]?: string } = {}
>(members: Members, names?: Names): Table<Schema.encodeKeys<Schema.Struct<Members>, ColumnsOf<Members, Names>>>
export function tableOf(members: { readonly [name: string]: Schema.Codec<unknown> }, names = {}): unknown {
  const columns: { readonly [name: string]: string } = { ...snakeKeys(Struct.keys(members)), ...names }
  const row = Schema.Struct(members).pipe(Schema.encodeKeys(columns))
  return { row, columns: Object.values(columns), record: Schema.encodeSync(row) }
}

type Result = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/** Returns a decoder that is compiled at its first use if the host allows code generation from strings. */
const compiled = <A>(schema: RowSchema<A>) => {
  SchemaJITCompiler.enable(schema.ast)
  return Schema.decodeUnknownEffect(schema)
}

/** Returns a decoder for one row. */
export const rowDecoder = <A>(row: RowSchema<A>) => {
  const decode = compiled(row)
  const read = withNumbers(row)
  return (given: unknown) => decode(read(given))
}

/** Returns a decoder for rows. It uses the schema's reader as long as every row is valid (see `RowReader.ts`). */
export const rowsDecoder = <A>(row: RowSchema<A>) => {
  const bySchema = Schema.Array(row)
  SchemaJITCompiler.enable(bySchema.ast)
  const decodeAll = SchemaParser.decodeUnknownEffect(bySchema)
  const numbered = withNumbers(row)
  const read = readerOf(row.ast)
  const rows = Schema.Array(row)
  SchemaCompiler.set(rows.ast, {
    decode: rowsReader(namedReader(row.ast, {}) ?? ((given) => read(numbered(given)))),
    decodeEffect: (given, options) => decodeAll(Array.isArray(given) ? given.map(numbered) : given, options)
  })
  return Schema.decodeUnknownEffect(rows)
}

const rowsReader =
  (read: Reader): Reader =>
  (given) => {
    if (!Array.isArray(given)) return invalid
    const rows: Array<unknown> = []
    for (const row of given) {
      const value = read(row)
      if (value === invalid) return invalid
      rows.push(value)
    }
    return rows
  }

/** Number of characters from which rows are decoded one by one, in turns with other work. */
const largeSize = 2 ** 18

const isLarge = (rows: ReadonlyArray<unknown>): boolean => {
  let size = 0
  for (const row of rows) {
    for (const value of Predicate.isObject(row) ? Object.values(row) : []) {
      if (typeof value === "string") size += value.length
    }
  }
  return size >= largeSize
}

/** Like {@link rowsDecoder}, for large rows. Decoding them at once would block other work. */
export const rowsInTurns = <A>(row: RowSchema<A>) => {
  const decode = rowsDecoder(row)
  return (rows: ReadonlyArray<unknown>) =>
    isLarge(rows)
      ? Effect.map(
          Effect.forEach(rows, (row) => Effect.andThen(Effect.yieldNow, decode([row]))),
          Arr.flatten
        )
      : decode(rows)
}

/** Runs a statement on a database and reads its result. Fails with `Corrupt` if a row does not decode. */
export type Read<A> = (db: Pick<Db, "mapErrors">) => (statement: Result) => Effect.Effect<A, StorageError>

/** Returns a {@link Read} that decodes every row. */
export const rowsOf = <A>(row: RowSchema<A>): Read<ReadonlyArray<A>> => {
  const decode = rowsDecoder(row)
  return ({ mapErrors }) =>
    (statement) =>
      mapErrors(Effect.flatMap(statement, decode))
}

/** Returns a {@link Read} that decodes the only row. */
export const oneOf = <A>(row: RowSchema<A>): Read<A> => {
  const decode = rowDecoder(row)
  return ({ mapErrors }) =>
    (statement) =>
      mapErrors(Effect.flatMap(statement, (rows) => decode(rows[0])))
}

/** Returns a {@link Read} that converts the result of another. */
export const readAs =
  <A, B>(read: Read<A>, convert: (result: A) => B): Read<B> =>
  (db) =>
  (statement) =>
    Effect.map(read(db)(statement), convert)

/** Returns a {@link Read} that decodes the first row, if any. */
export const firstOf = <A>(row: RowSchema<A>): Read<Option.Option<A>> => readAs(rowsOf(row), Arr.head)

/** Runs a statement with one row, and returns its `total`. */
export const readTotal = readAs(oneOf(Schema.Struct({ total: Schema.Natural })), ({ total }) => total)

/** Runs a statement and returns its number of rows. */
export const rowCount: Read<number> =
  ({ mapErrors }) =>
  (statement) =>
    Effect.map(mapErrors(statement), ({ length }) => length)

/** Runs a statement and returns whether it has a row. */
export const hasRow: Read<boolean> = readAs(rowCount, (count) => count > 0)

export const insertRow = ({ run, sql, table }: Db, name: TableName, record: Record<string, unknown>) =>
  run(sql`INSERT INTO ${table(name)} ${sql.insert(record)}`)

/** Replaces the row with the workspace and uuid of the record. `more` are further assignments. */
export const replaceRow = (
  { run, sql, table }: Db,
  name: TableName,
  record: { readonly uuid: unknown; readonly workspace_uuid: unknown },
  more: Statement.Fragment = sql``
) =>
  run(sql`
    UPDATE ${table(name)} SET ${sql.update(record, ["uuid", "workspace_uuid"])}${more}
    WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}`)
