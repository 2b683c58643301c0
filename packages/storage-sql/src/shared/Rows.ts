import type { StorageError } from "@rollcall/core"
import { Effect, type Option, Schema } from "effect"
import * as Arr from "effect/Array"
import type { SqlError } from "effect/sql"
import type { Db } from "./Database.ts"

/** The schema that decodes a row. */
export type RowSchema<A> = Schema.ConstraintDecoder<A>

type Result = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/** Runs a statement and decodes every row of its result. Fails with `Corrupt` if a row does not decode. */
export const rowsOf = <A>(row: RowSchema<A>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(row))
  return (db: Db, statement: Result): Effect.Effect<ReadonlyArray<A>, StorageError> =>
    db.mapErrors(Effect.flatMap(statement, (rows) => decode(rows)))
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
  return (db: Db, statement: Result): Effect.Effect<A, StorageError> =>
    db.mapErrors(Effect.flatMap(statement, (rows) => decode(rows[0])))
}
