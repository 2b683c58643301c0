import type { Dialect, MemberType } from "./Dialect.ts"

/** Returns a table for FROM with one column and a row for each value. */
export const columnTable = (
  dialect: Dialect["Service"],
  column: string,
  type: MemberType,
  values: ReadonlyArray<string>,
  alias = "given"
) =>
  dialect.valuesTable(
    alias,
    { [column]: type },
    values.map((value) => ({ [column]: value }))
  )
