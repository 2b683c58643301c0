import type { TextTest } from "@rollcall/core/storage"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import type { Form, SearchedTable } from "../database/Dialect.ts"
import { afterPrefix } from "./PrefixRange.ts"

/** Returns the condition that a folded column passes a test; false or NULL if the column is NULL. */
export const textTest = (
  { dialect, sql }: Pick<Db, "dialect" | "sql">,
  table: SearchedTable,
  column: string,
  test: TextTest,
  form: Form
): Statement.Fragment => {
  switch (test._tag) {
    case "TextEquals":
      return dialect.compare(column, "=", test.text, table)
    case "TextContains":
      return dialect.containsAny([{ column, text: test.text }], table, form)
    case "TextStartsWith": {
      const end = afterPrefix(test.text)
      const from = dialect.compare(column, ">=", test.text, table)
      return end === undefined ? from : sql.and([from, dialect.compare(column, "<", end, table)])
    }
    case "TextEndsWith":
      return dialect.endsWith(column, test.text, table, form)
    case "TextWithin": {
      const { max, min } = test.interval
      return sql.and([
        ...(min === undefined ? [] : [dialect.compare(column, min.inclusive ? ">=" : ">", min.value, table)]),
        ...(max === undefined ? [] : [dialect.compare(column, max.inclusive ? "<=" : "<", max.value, table)])
      ])
    }
  }
}
