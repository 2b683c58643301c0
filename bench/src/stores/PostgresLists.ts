import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"
import type { Row } from "./Rows.ts"

const { OID } = PgTypes

/** The types of columns that lists are made of. */
export const types = {
  text: OID.text,
  uuid: OID.uuid,
  integer: OID.int4,
  bigint: OID.int8,
  double: OID.float8
} as const

/** One column of many rows as one parameter. */
export const listOf = (rows: ReadonlyArray<Row>, column: string, oid: number): PgTypes.Parameter =>
  Result.getOrThrow(
    PgTypes.array(
      rows.map((row) => {
        const cell = row[column] ?? null
        return oid === OID.int8 && cell !== null ? BigInt(cell) : cell
      }),
      oid
    )
  )

/** Columns and their types: `given(alias, first)` is the table that the parameters from `$first` on make, a list each. */
export const listing = (columns: Readonly<Record<string, keyof typeof types>>) => {
  const names = Object.keys(columns)
  const oids = Object.values(columns).map((type) => types[type])
  return {
    given: (alias: string, first: number): string =>
      `unnest(${names.map((_, index) => `$${first + index}`).join()}) AS ${alias}(${names.join()})`,
    parameters: (rows: ReadonlyArray<Row>) => names.map((name, index) => listOf(rows, name, oids[index] ?? OID.text))
  }
}
