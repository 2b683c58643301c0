import {
  type Condition,
  interpret,
  type Interpreter,
  type TextName,
  type TextTest,
  type WorkspaceUuid
} from "@rollcall/core"
import * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "../kernel/Database.ts"
import type { ColumnPart } from "../kernel/Dialect.ts"
import { allHold, anyHolds, comparison, isPresent, negated, type Truth } from "../kernel/Truth.ts"
import { digitsColumn, foldedColumn } from "./ContactColumns.ts"
import { textTest } from "./TextTests.ts"
import { entryTests, reachOf } from "./ValueTests.ts"

type Language = Pick<Db, "dialect" | "sql">

/** The condition as SQL on `contacts`, for the contacts of one workspace. It agrees with core's `toPredicate`. */
export const sqlCondition = (language: Language, workspace: WorkspaceUuid, condition: Condition): Statement.Fragment =>
  interpret(condition, sqlInterpreter(language, workspace)).holds

const sqlInterpreter = (language: Language, workspace: WorkspaceUuid): Interpreter<Truth> => {
  const { dialect, sql } = language
  const ofContact = (test: TextTest & { readonly field: TextName }): Truth =>
    comparison(sql, textTest(language, "contacts", foldedColumn(test.field), test))
  const contains = (parts: Arr.NonEmptyReadonlyArray<ColumnPart>): Truth =>
    comparison(sql, dialect.containsAny(parts, "contacts"))
  const containsOne = (part: ColumnPart): Truth => ({ ...contains([part]), contains: part })
  return {
    all: (parts) => allHold(sql, parts),
    any: (parts) => {
      const sought = parts.flatMap((part) => part.contains ?? [])
      return Arr.isReadonlyArrayNonEmpty(sought) && sought.length === parts.length
        ? contains(sought)
        : anyHolds(sql, parts)
    },
    not: negated,
    TextPresent: ({ field }) => isPresent(sql, dialect.order(foldedColumn(field), "contacts")[0]),
    TextEquals: (test) => ({ ...ofContact(test), reach: reachOf.oneText }),
    TextContains: ({ field, text }) => containsOne({ column: foldedColumn(field), text }),
    TextStartsWith: ofContact,
    TextEndsWith: ofContact,
    TextWithin: ofContact,
    DigitsContain: ({ digits, field }) => containsOne({ column: digitsColumn(field), text: digits }),
    InstantPresent: ({ field }) => isPresent(sql, sql`${sql(field)}`),
    InstantWithin: ({ field, span: { from, until } }) =>
      comparison(
        sql,
        sql.and([
          ...(from === undefined ? [] : [sql`${sql(field)} >= ${from}`]),
          ...(until === undefined ? [] : [sql`${sql(field)} < ${until}`])
        ])
      ),
    BooleanIs: ({ field, value }) => comparison(sql, sql`(${sql(field)} = ${value ? 1 : 0})`),
    ValuePresent: ({ field }) => entryTests(language, workspace, field).present,
    ValueMatches: ({ field, test }) => entryTests(language, workspace, field).matches(test),
    ValuesAre: ({ field, texts }) => entryTests(language, workspace, field).are(texts)
  }
}
