import type { Interpreter } from "@rollcall/core"
import type { Statement } from "effect/sql"
import type { Db } from "../kernel/Database.ts"
import { digitsColumn, foldedColumn } from "./ContactColumns.ts"
import { afterPrefix } from "./PrefixRange.ts"

/** Gives conditions their meaning as SQL on the columns of `contacts`. It agrees with core's `toPredicate`. */
export const sqlInterpreter = ({ dialect, sql }: Pick<Db, "dialect" | "sql">): Interpreter<Statement.Fragment> => {
  return {
    all: (parts) => (parts.length === 0 ? sql.literal("TRUE") : sql.and(parts)),
    any: (parts) => (parts.length === 0 ? sql.literal("FALSE") : sql.or(parts)),
    not: (part) => sql`((${part}) IS NOT TRUE)`,
    TextPresent: ({ field }) => sql`(${sql(foldedColumn(field))} IS NOT NULL)`,
    TextEquals: ({ field, text }) => dialect.compare(foldedColumn(field), "=", text),
    TextContains: ({ field, text }) => dialect.contains(foldedColumn(field), text),
    TextStartsWith: ({ field, text }) => {
      const column = foldedColumn(field)
      const end = afterPrefix(text)
      const from = dialect.compare(column, ">=", text)
      return end === undefined ? from : sql.and([from, dialect.compare(column, "<", end)])
    },
    TextEndsWith: ({ field, text }) => dialect.endsWith(foldedColumn(field), text),
    TextWithin: ({ field, interval: { max, min } }) => {
      const column = foldedColumn(field)
      return sql.and([
        ...(min === undefined ? [] : [dialect.compare(column, min.inclusive ? ">=" : ">", min.value)]),
        ...(max === undefined ? [] : [dialect.compare(column, max.inclusive ? "<=" : "<", max.value)])
      ])
    },
    DigitsContain: ({ digits, field }) => dialect.contains(digitsColumn(field), digits),
    InstantPresent: ({ field }) => sql`(${sql(field)} IS NOT NULL)`,
    InstantWithin: ({ field, span: { from, until } }) =>
      sql.and([
        ...(from === undefined ? [] : [sql`${sql(field)} >= ${from}`]),
        ...(until === undefined ? [] : [sql`${sql(field)} < ${until}`])
      ]),
    BooleanIs: ({ field, value }) => sql`(${sql(field)} = ${value ? 1 : 0})`
  }
}
