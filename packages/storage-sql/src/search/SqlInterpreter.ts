import type { WorkspaceUuid } from "@rollcall/core"
import { type Condition, interpret, type Interpreter, type TextTest } from "@rollcall/core/storage"
import * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "../shared/Database.ts"
import type { ColumnPart } from "../shared/Dialect.ts"
import {
  allOf,
  anyOf,
  comparison,
  isPresent,
  negated,
  selectivityOf,
  selectivityOfPart,
  type SqlCondition,
  withHints
} from "../shared/SqlCondition.ts"
import { digitsColumn, fieldColumn, foldedColumn } from "./ContactColumns.ts"
import { isOnDay } from "./DayTest.ts"
import { textTest, textTestPerRow } from "./TextTests.ts"
import { entryTests } from "./ValueTests.ts"

type Language = Pick<Db, "dialect" | "sql" | "table">

/** A condition as SQL on the contacts of one workspace. It selects the contacts that core's `toPredicate` accepts. */
export const sqlCondition = (language: Language, workspace: WorkspaceUuid, condition: Condition): SqlCondition =>
  interpret(condition, sqlInterpreter(language, workspace))

const sqlInterpreter = (language: Language, workspace: WorkspaceUuid): Interpreter<SqlCondition> => {
  const { dialect, sql, table } = language

  /** Adds the probe of the index that is ordered by `key`, if the dialect probes the indexes of contacts. */
  const withProbe = (condition: SqlCondition, key: Statement.Fragment, selectivity: number): SqlCondition => {
    if (dialect.probesIndexesOf !== "contacts") return withHints(condition, { selectivity })
    const uuids = sql`
      SELECT uuid FROM ${table("contacts")} WHERE workspace_uuid = ${workspace} AND ${condition.isTrue} ORDER BY ${key}`
    return withHints(condition, {
      selectivity,
      probes: [{ uuids, isEstimated: false, among: [], perEntry: [], others: [] }]
    })
  }

  const ofContact = (test: TextTest & { readonly field: string }): SqlCondition => {
    const column = foldedColumn(test.field)
    const perRow = textTestPerRow(language, "contacts", column, test)
    return comparison(sql, textTest(language, "contacts", column, test), perRow)
  }
  const textKey = (field: string) => dialect.order(foldedColumn(field), "contacts")[0]
  const contains = (parts: Arr.NonEmptyReadonlyArray<ColumnPart>): SqlCondition =>
    withHints(comparison(sql, dialect.containsAny(parts, "contacts"), dialect.containsAnyPerRow(parts)), {
      selectivity: Math.max(...parts.map(({ text }) => selectivityOfPart(text)))
    })
  const containsOne = (part: ColumnPart): SqlCondition => withHints(contains([part]), { contains: part })
  return {
    all: (parts) => allOf(language, parts),
    any: (parts) => {
      const sought = parts.flatMap((part) => part.hints?.contains ?? [])
      return Arr.isReadonlyArrayNonEmpty(sought) && sought.length === parts.length
        ? contains(sought)
        : anyOf(sql, parts)
    },
    not: negated,
    TextPresent: ({ field }) => withProbe(isPresent(sql, textKey(field)), textKey(field), selectivityOf.presence),
    TextEquals: (test) => withHints(ofContact(test), { selectivity: selectivityOf.oneText }),
    TextContains: ({ field, text }) => containsOne({ column: foldedColumn(field), text }),
    TextStartsWith: (test) => withProbe(ofContact(test), textKey(test.field), selectivityOf.partOfText),
    TextEndsWith: (test) => withHints(ofContact(test), { selectivity: selectivityOfPart(test.text) }),
    TextWithin: (test) => withProbe(ofContact(test), textKey(test.field), selectivityOf.interval),
    DigitsContain: ({ digits, field }) => containsOne({ column: digitsColumn(field), text: digits }),
    InstantPresent: ({ field }) => {
      const column = sql`${sql(fieldColumn(field))}`
      return withProbe(isPresent(sql, column), column, selectivityOf.presence)
    },
    InstantWithin: ({ field, span: { from, until } }) => {
      const column = sql`${sql(fieldColumn(field))}`
      const ends = [
        ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
        ...(until === undefined ? [] : [sql`${column} < ${until}`])
      ]
      return withProbe(comparison(sql, sql.and(ends)), column, selectivityOf.interval)
    },
    InstantOnDay: ({ day, field }) =>
      withHints(comparison(sql, isOnDay(language, sql`${sql(fieldColumn(field))}`, day)), {
        selectivity: selectivityOf.interval
      }),
    BooleanIs: ({ field, value }) => {
      // The column is never NULL, so that the negation is an equality too, which an index serves.
      const column = sql`${sql(fieldColumn(field))}`
      const is = (bit: boolean) => sql`(${column} = ${bit ? 1 : 0})`
      return withProbe({ isTrue: is(value), isFalse: is(!value) }, column, selectivityOf.presence)
    },
    ValuePresent: ({ field }) => entryTests(language, workspace, field).present,
    ValueMatches: ({ field, test }) => entryTests(language, workspace, field).matches(test),
    ValuesAre: ({ field, texts }) => entryTests(language, workspace, field).are(texts)
  }
}
