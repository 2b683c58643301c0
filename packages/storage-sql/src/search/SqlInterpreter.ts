import { type Condition, interpret, type Interpreter, type TextTest, type WorkspaceUuid } from "@rollcall/core"
import * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "../kernel/Database.ts"
import type { ColumnPart } from "../kernel/Dialect.ts"
import { allHold, anyHolds, comparison, isPresent, negated, reachOf, type Truth } from "../kernel/Truth.ts"
import { digitsColumn, foldedColumn } from "./ContactColumns.ts"
import { textTest } from "./TextTests.ts"
import { entryTests } from "./ValueTests.ts"

type Language = Pick<Db, "dialect" | "sql">

/** The condition as SQL on `contacts`, for the contacts of one workspace. It agrees with core's `toPredicate`. */
export const sqlCondition = (language: Language, workspace: WorkspaceUuid, condition: Condition): Truth =>
  interpret(condition, sqlInterpreter(language, workspace))

const sqlInterpreter = (language: Language, workspace: WorkspaceUuid): Interpreter<Truth> => {
  const { dialect, sql } = language

  /** What an index has in the order of a key can be begun with. */
  const begun = (truth: Truth, key: Statement.Fragment, reach: number): Truth => {
    if (dialect.guessed !== "contacts") return { ...truth, reach }
    const uuids = sql`SELECT uuid FROM contacts WHERE workspace_uuid = ${workspace} AND ${truth.holds} ORDER BY ${key}`
    return { ...truth, reach, beginnings: [{ uuids, rest: [] }] }
  }

  const ofContact = (test: TextTest & { readonly field: string }): Truth =>
    comparison(sql, textTest(language, "contacts", foldedColumn(test.field), test))
  const textKey = (field: string) => dialect.order(foldedColumn(field), "contacts")[0]
  const contains = (parts: Arr.NonEmptyReadonlyArray<ColumnPart>): Truth => ({
    ...comparison(sql, dialect.containsAny(parts, "contacts")),
    reach: Math.max(...parts.map(({ text }) => reachOfPart(text)))
  })
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
    TextPresent: ({ field }) => begun(isPresent(sql, textKey(field)), textKey(field), reachOf.presence),
    TextEquals: (test) => ({ ...ofContact(test), reach: reachOf.oneText }),
    TextContains: ({ field, text }) => containsOne({ column: foldedColumn(field), text }),
    TextStartsWith: (test) => begun(ofContact(test), textKey(test.field), reachOf.partOfText),
    TextEndsWith: (test) => ({ ...ofContact(test), reach: reachOfPart(test.text) }),
    TextWithin: (test) => begun(ofContact(test), textKey(test.field), reachOf.interval),
    DigitsContain: ({ digits, field }) => containsOne({ column: digitsColumn(field), text: digits }),
    InstantPresent: ({ field }) => begun(isPresent(sql, sql`${sql(field)}`), sql`${sql(field)}`, reachOf.presence),
    InstantWithin: ({ field, span: { from, until } }) => {
      const ends = [
        ...(from === undefined ? [] : [sql`${sql(field)} >= ${from}`]),
        ...(until === undefined ? [] : [sql`${sql(field)} < ${until}`])
      ]
      return begun(comparison(sql, sql.and(ends)), sql`${sql(field)}`, reachOf.interval)
    },
    BooleanIs: ({ field, value }) => {
      // It is never missing, so that the negation is an equality too, which an index answers.
      const is = (bit: boolean) => sql`(${sql(field)} = ${bit ? 1 : 0})`
      return begun({ holds: is(value), fails: is(!value) }, sql`${sql(field)}`, reachOf.presence)
    },
    ValuePresent: ({ field }) => entryTests(language, workspace, field).present,
    ValueMatches: ({ field, test }) => entryTests(language, workspace, field).matches(test),
    ValuesAre: ({ field, texts }) => entryTests(language, workspace, field).are(texts)
  }
}

/** Of fewer than three characters there is no trigram to look up. */
const reachOfPart = (text: string): number => (Array.from(text).length < 3 ? reachOf.presence : reachOf.partOfText)
