import type { Statement } from "effect/sql"
import type { IndexStart } from "./AccessPath.ts"
import { fieldColumn, textColumn } from "./ContactColumns.ts"
import { isOfEntry, type OrderedCondition } from "./Parts.ts"
import { type Language, sqlCondition, testsOf } from "./SqlInterpreter.ts"
import { allPass, contactsWithEntry, entryKey } from "./ValueConditions.ts"

/** A SELECT of the uuids of the contacts that an index finds, in its order. */
export const uuidsInOrder = (language: Language, { by }: IndexStart): Statement.Fragment => {
  const { sql, table, workspace } = language
  if (isOfEntry(by)) return sql`${contactsWithEntry(language, workspace, by)} ORDER BY ${entryKey(language, by)}`
  return sql`
    SELECT uuid FROM ${table("contacts")}
    WHERE workspace_uuid = ${workspace} AND ${sqlCondition(language, by, "find").isTrue} ORDER BY ${keyOf(language, by)}`
}

/** A SELECT of the uuids of the contacts that an index finds, and all indexes of entries besides it, in no order. */
export const uuidsOf = (language: Language, start: IndexStart): Statement.Fragment =>
  isOfEntry(start.by)
    ? isAmong(language, contactsWithEntry(language, language.workspace, start.by), "contact_uuid", start)
    : uuidsInOrder(language, start)

/** Adds to a SELECT that has a WHERE: `column` is a uuid that each index of `among` finds too. */
export const isAmong = (language: Language, select: Statement.Fragment, column: string, { among }: IndexStart) =>
  among.reduce(
    (select, other) => language.sql`${select} AND ${language.sql(column)} IN (${uuidsOf(language, other)})`,
    select
  )

/** The conditions of `perEntry`, each as a test of one contact. */
export const entryTestsOf = (language: Language, { perEntry }: IndexStart): ReadonlyArray<Statement.Fragment> =>
  perEntry.map((condition) => allPass(language, language.workspace, [condition]))

/** The conditions of `others`, one test for each group. */
export const otherTestsOf = (language: Language, { others }: IndexStart): ReadonlyArray<Statement.Fragment> =>
  others.flatMap((parts) => testsOf(language, parts))

/** The expression by which the index of contacts that serves a condition is sorted. */
const keyOf = ({ dialect, sql }: Language, by: OrderedCondition): Statement.Fragment => {
  switch (by._tag) {
    case "TextPresent":
    case "TextStartsWith":
    case "TextWithin":
      return dialect.order(textColumn(by.field), "contacts")[0]
    case "InstantPresent":
    case "InstantWithin":
    case "BooleanIs":
      return sql`${sql(fieldColumn(by.field))}`
  }
}
