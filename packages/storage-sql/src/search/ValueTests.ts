import type { WorkspaceUuid } from "@rollcall/core"
import type { ValueTest } from "@rollcall/core/storage"
import type { Statement } from "effect/sql"
import { valueCount } from "../shared/Counts.ts"
import type { Db } from "../shared/Database.ts"
import {
  allOf,
  negated,
  selectivityOf,
  selectivityOfPart,
  type SqlCondition,
  withHints
} from "../shared/SqlCondition.ts"
import { isOnDay } from "./DayTest.ts"
import { textTest, textTestPerRow } from "./TextTests.ts"

type Language = Pick<Db, "dialect" | "sql" | "table">

/** Tests of the entries of one field. */
export interface EntryTests {
  /** Whether the contact has any entry. */
  readonly present: SqlCondition
  /** Whether some entry passes a test. */
  readonly matches: (test: ValueTest) => SqlCondition
  /** Whether the entries are these texts, in any order (S5). They are distinct. */
  readonly are: (texts: ReadonlyArray<string>) => SqlCondition
}

/**
 * Tests of the contacts of a workspace by their entries. `isTrue` selects the contacts from the entries, so that a
 * search can start from an index of the entries. `perRow` and `isFalse` test one contact after another, so that a
 * search can start from another condition.
 */
export const entryTests = (language: Language, workspace: WorkspaceUuid, field: string): EntryTests => {
  const { dialect, sql, table } = language
  const entries = sql`FROM ${table("contact_values")} WHERE workspace_uuid = ${workspace} AND field_uuid = ${field}`

  const has = (condition: Statement.Fragment, selectivity: number, test = condition): SqlCondition => {
    const own = sql`${entries} AND contact_uuid = contacts.uuid`
    const perRow = sql`EXISTS (SELECT 1 ${own} AND ${test})`
    return {
      isTrue: sql`(contacts.uuid IN (
        SELECT contact_uuid ${entries} AND ${dialect.goesOn("contact_values")} AND ${condition}
      ))`,
      isFalse: sql`(NOT ${perRow})`,
      hints: { indexedOnlyIfTrue: true, perRow, ofEntry: { field, entries: own, test }, selectivity }
    }
  }

  /** Adds the probe of the index that is ordered by `key`, if the dialect probes the indexes of values. */
  const withProbe = (
    hasEntry: SqlCondition,
    condition: Statement.Fragment,
    key: Statement.Fragment,
    isEstimated = false
  ): SqlCondition => {
    if (dialect.probesIndexesOf !== "contact_values") return hasEntry
    const selected = sql`SELECT contact_uuid ${entries} AND ${condition}`
    const uuids = sql`${selected} ORDER BY ${key}`
    const probe = { uuids, ofEntries: selected, isEstimated, among: [], perEntry: [], others: [] }
    return withHints(hasEntry, { probes: [probe] })
  }
  const textKey = dialect.order("text", "contact_values")[0]

  /** A SELECT of the number of contacts that have such an entry. A contact has at most one number in a field. */
  const counting = (number: Statement.Fragment) => (condition: Statement.Fragment) =>
    sql`SELECT ${number} AS total ${entries} AND ${dialect.goesOn("contact_values")} AND ${condition}`
  const countOfNumbers = counting(sql`count(*)`)
  const countOfTexts = counting(sql`count(DISTINCT contact_uuid)`)

  const matches = (test: ValueTest): SqlCondition => {
    const condition = entryTest(language, test, textTest)
    const isNumber = test._tag === "NumberWithin" || test._tag === "NumberOnDay"
    const total = isNumber ? countOfNumbers(condition) : countOfTexts(condition)
    const perRow = entryTest(language, test, textTestPerRow)
    const hasEntry = withHints(has(condition, selectivityOfTest(test), perRow), { total })
    const isOrdered = test._tag !== "TextContains" && test._tag !== "TextEndsWith" && test._tag !== "NumberOnDay"
    const isEstimated = test._tag === "TextEquals"
    return isOrdered ? withProbe(hasEntry, condition, isNumber ? sql`number` : textKey, isEstimated) : hasEntry
  }

  const anything = sql.literal("TRUE")
  const present = withProbe(has(anything, selectivityOf.presence), anything, textKey)
  return {
    present: withHints(present, { total: valueCount(language, workspace, field) }),
    matches,
    are: (texts) => {
      const more = has(sql`ordinal = ${texts.length}`, selectivityOf.presence)
      return allOf(language, [...texts.map((text) => matches({ _tag: "TextEquals", text })), negated(more)])
    }
  }
}

const selectivityOfTest = (test: ValueTest): number => {
  switch (test._tag) {
    case "TextEquals":
      return selectivityOf.oneTextOfValues
    case "TextWithin":
    case "NumberWithin":
    case "NumberOnDay":
      return selectivityOf.interval
    case "TextContains":
    case "TextEndsWith":
      return selectivityOfPart(test.text)
    case "TextStartsWith":
      return selectivityOf.partOfText
  }
}

/** Whether an entry passes a test, as a condition on `contact_values`. */
const entryTest = (language: Language, test: ValueTest, ofText: typeof textTest): Statement.Fragment => {
  const { sql } = language
  if (test._tag === "NumberOnDay") return isOnDay(language, sql.literal("number"), test.day)
  if (test._tag !== "NumberWithin") return ofText(language, "contact_values", "text", test)
  const { max, min } = test.interval
  return sql.and([
    ...(min === undefined ? [] : [sql`number ${sql.literal(min.inclusive ? ">=" : ">")} ${min.value}`]),
    ...(max === undefined ? [] : [sql`number ${sql.literal(max.inclusive ? "<=" : "<")} ${max.value}`])
  ])
}
