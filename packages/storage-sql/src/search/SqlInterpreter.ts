import type { Interpreter, TextName, TextTest, WorkspaceUuid } from "@rollcall/core"
import type { Statement } from "effect/sql"
import type { Db } from "../kernel/Database.ts"
import { digitsColumn, foldedColumn } from "./ContactColumns.ts"
import { textTest } from "./TextTests.ts"
import { entriesAre, entryTest, hasEntry } from "./ValueTests.ts"

/**
 * Gives conditions their meaning as SQL on the columns of `contacts`, for the contacts of one workspace. It agrees with
 * core's `toPredicate`.
 */
export const sqlInterpreter = (
  language: Pick<Db, "dialect" | "sql">,
  workspace: WorkspaceUuid
): Interpreter<Statement.Fragment> => {
  const { dialect, sql } = language
  const ofContact = (test: TextTest & { readonly field: TextName }) =>
    textTest(language, "contacts", foldedColumn(test.field), test)
  return {
    all: (parts) => (parts.length === 0 ? sql.literal("TRUE") : sql.and(parts)),
    any: (parts) => (parts.length === 0 ? sql.literal("FALSE") : sql.or(parts)),
    not: (part) => sql`((${part}) IS NOT TRUE)`,
    TextPresent: ({ field }) => sql`(${sql(foldedColumn(field))} IS NOT NULL)`,
    TextEquals: ofContact,
    TextContains: ofContact,
    TextStartsWith: ofContact,
    TextEndsWith: ofContact,
    TextWithin: ofContact,
    DigitsContain: ({ digits, field }) => dialect.contains(digitsColumn(field), digits, "contacts"),
    InstantPresent: ({ field }) => sql`(${sql(field)} IS NOT NULL)`,
    InstantWithin: ({ field, span: { from, until } }) =>
      sql.and([
        ...(from === undefined ? [] : [sql`${sql(field)} >= ${from}`]),
        ...(until === undefined ? [] : [sql`${sql(field)} < ${until}`])
      ]),
    BooleanIs: ({ field, value }) => sql`(${sql(field)} = ${value ? 1 : 0})`,
    ValuePresent: ({ field }) => hasEntry(language, workspace, field, []),
    ValueMatches: ({ field, test }) => hasEntry(language, workspace, field, [entryTest(language, test)]),
    ValuesAre: ({ field, texts }) => entriesAre(language, workspace, field, texts)
  }
}
