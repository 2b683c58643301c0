import type { StorageError } from "@rollcall/core"
import { Effect, type Option, Predicate, Schema, SchemaAST } from "effect"
import * as Arr from "effect/Array"
import type { SqlError } from "effect/sql"
import type { Db } from "./Database.ts"

/** The schema that decodes a row. */
export type RowSchema<A> = Schema.ConstraintDecoder<A>

const isNumeric = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isNumber(ast) ||
  (SchemaAST.isLiteral(ast) && typeof ast.literal === "number") ||
  (SchemaAST.isUnion(ast) && ast.types.some(isNumeric))

/** The columns that a schema decodes from numbers. */
const numericColumns = (ast: SchemaAST.AST): ReadonlyArray<PropertyKey> => {
  const encoded = SchemaAST.toEncoded(ast)
  if (SchemaAST.isUnion(encoded)) return [...new Set(encoded.types.flatMap(numericColumns))]
  if (!SchemaAST.isObjects(encoded)) return []
  return encoded.propertySignatures.filter(({ type }) => isNumeric(type)).map(({ name }) => name)
}

/**
 * Gives a row numbers where its schema decodes numbers. Drivers that a host may bring return a `bigint` of Postgres as
 * text or as a BigInt, and an integer of SQLite as a BigInt. Schemas reject a number that is too great to be exact.
 */
export const withNumbers = <A>(row: RowSchema<A>) => {
  const columns = numericColumns(row.ast)
  return (given: unknown): unknown => {
    if (!Predicate.isObject(given) || !columns.some((name) => isWrittenNumber(given[name]))) return given
    const written = columns.filter((name) => isWrittenNumber(given[name]))
    return { ...given, ...Object.fromEntries(written.map((name) => [name, Number(given[name])])) }
  }
}

const isWrittenNumber = (value: unknown): boolean =>
  typeof value === "bigint" || (typeof value === "string" && value !== "")

type Result = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/** Runs a statement and decodes every row of its result. Fails with `Corrupt` if a row does not decode. */
export const rowsOf = <A>(row: RowSchema<A>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(row))
  const read = withNumbers(row)
  return (db: Db, statement: Result): Effect.Effect<ReadonlyArray<A>, StorageError> =>
    db.mapErrors(Effect.flatMap(statement, (rows) => decode(rows.map(read))))
}

/** Runs a statement and decodes the first row of its result, if there is one. */
export const firstOf = <A>(row: RowSchema<A>) => {
  const rows = rowsOf(row)
  return (db: Db, statement: Result): Effect.Effect<Option.Option<A>, StorageError> =>
    Effect.map(rows(db, statement), Arr.head)
}

/** Runs a statement that always returns a row, and decodes it. */
export const oneOf = <A>(row: RowSchema<A>) => {
  const decode = Schema.decodeUnknownEffect(row)
  const read = withNumbers(row)
  return (db: Db, statement: Result): Effect.Effect<A, StorageError> =>
    db.mapErrors(Effect.flatMap(statement, (rows) => decode(read(rows[0]))))
}
