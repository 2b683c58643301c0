import type { WorkspaceUuid } from "@rollcall/core"
import type { ValueTest } from "@rollcall/core/storage"
import type { Statement } from "effect/sql"
import type * as Arr from "effect/Array"
import { valueCount } from "../counts/Counts.ts"
import type { Db } from "../database/Database.ts"
import type { Form } from "../database/Dialect.ts"
import type { SqlCondition } from "../shared/SqlCondition.ts"
import { isOnDay } from "./DayTest.ts"
import type { EntryCondition } from "./Parts.ts"
import { textTest } from "./TextConditions.ts"

type Language = Pick<Db, "dialect" | "sql" | "table">

/** Returns the FROM and WHERE that select the entries of a field. */
const entriesOf = ({ sql, table }: Language, workspace: WorkspaceUuid, field: string) =>
  sql`FROM ${table("contact_values")} WHERE workspace_uuid = ${workspace} AND field_uuid = ${field}`

/** Like `entriesOf`, but only for the contact of the row. */
const ownEntriesOf = (language: Language, workspace: WorkspaceUuid, field: string) =>
  language.sql`${entriesOf(language, workspace, field)} AND contact_uuid = contacts.uuid`

/** Returns the test of a condition, as SQL on a row of `contact_values`. */
const entryTest = (language: Language, condition: EntryCondition, form: Form): Statement.Fragment => {
  const { sql } = language
  if (condition._tag === "ValuePresent") return sql.literal("TRUE")
  const { test } = condition
  if (test._tag === "NumberOnDay") return isOnDay(language, sql.literal("number"), test.day)
  if (test._tag !== "NumberWithin") return textTest(language, "contact_values", "text", test, form)
  const { max, min } = test.interval
  return sql.and([
    ...(min === undefined ? [] : [sql`number ${sql.literal(min.inclusive ? ">=" : ">")} ${min.value}`]),
    ...(max === undefined ? [] : [sql`number ${sql.literal(max.inclusive ? "<=" : "<")} ${max.value}`])
  ])
}

/**
 * Returns the condition that a contact has an entry of a field that passes a test. In the form `find` it is a subquery of
 * uuids from an index of the entries, so that a search can start from it; otherwise it tests one contact.
 */
export const hasEntry = (
  language: Language,
  workspace: WorkspaceUuid,
  field: string,
  testOf: (form: Form) => Statement.Fragment,
  form: Form
): SqlCondition => {
  const { dialect, sql } = language
  const perRow = () => sql`EXISTS (SELECT 1 ${ownEntriesOf(language, workspace, field)} AND ${testOf("test")})`
  return {
    get isTrue() {
      if (form === "test") return perRow()
      return sql`(contacts.uuid IN (
        SELECT contact_uuid ${entriesOf(language, workspace, field)}
          AND ${dialect.isNotCancelled("contact_values")} AND ${testOf("find")}
      ))`
    },
    get isFalse() {
      return sql`(NOT ${perRow()})`
    }
  }
}

/** Returns the condition that an entry of the contact passes the test of `condition`. */
export const entryCondition = (
  language: Language,
  workspace: WorkspaceUuid,
  condition: EntryCondition,
  form: Form
): SqlCondition => hasEntry(language, workspace, condition.field, (form) => entryTest(language, condition, form), form)

/** Returns the condition that every test of one field is passed by an entry of the contact. Reads the entries once. */
export const allPass = (
  language: Language,
  workspace: WorkspaceUuid,
  [first, ...others]: Arr.NonEmptyReadonlyArray<EntryCondition>
): Statement.Fragment => {
  const { sql } = language
  const passed = [first, ...others].map(
    (condition) => sql`count(CASE WHEN ${entryTest(language, condition, "test")} THEN 1 END) > 0`
  )
  return sql`(SELECT ${sql.and(passed)} ${ownEntriesOf(language, workspace, first.field)})`
}

/**
 * Returns the condition that at least one test of one field is passed by an entry of the contact. Reads the entries once,
 * with a subquery that the planner does not turn into a join. `isTrue` tests few contacts; `isFalse` tests all.
 */
export const anyPasses = (
  language: Language,
  workspace: WorkspaceUuid,
  conditions: Arr.NonEmptyReadonlyArray<EntryCondition>
): SqlCondition => {
  const { sql } = language
  const field = conditions[0].field
  const passed = () => sql.or(conditions.map((condition) => entryTest(language, condition, "test")))
  return {
    get isTrue() {
      return sql`(SELECT count(*) > 0 ${ownEntriesOf(language, workspace, field)} AND ${passed()})`
    },
    get isFalse() {
      return hasEntry(language, workspace, field, passed, "test").isFalse
    }
  }
}

/** Returns an unordered SELECT of the contacts with an entry that passes a test. Uses the index of entries. */
export const contactsWithEntry = (language: Language, workspace: WorkspaceUuid, condition: EntryCondition) =>
  language.sql`
    SELECT contact_uuid ${entriesOf(language, workspace, condition.field)} AND ${entryTest(language, condition, "find")}`

/** Returns the key of the index with the entries that a condition tests. */
export const entryKey = ({ dialect, sql }: Language, condition: EntryCondition): Statement.Fragment =>
  condition._tag === "ValueMatches" && isOfNumber(condition.test)
    ? sql`number`
    : dialect.order("text", "contact_values")[0]

const isOfNumber = ({ _tag }: ValueTest): boolean => _tag === "NumberWithin" || _tag === "NumberOnDay"

/**
 * Returns a SELECT of the number of contacts with an entry that passes the condition, as `total`. A contact has at most one
 * number per field.
 */
export const countWithEntry = (language: Language, workspace: WorkspaceUuid, condition: EntryCondition) => {
  if (condition._tag === "ValuePresent") return valueCount(language, workspace, condition.field)
  const { dialect, sql } = language
  const number = isOfNumber(condition.test) ? sql`count(*)` : sql`count(DISTINCT contact_uuid)`
  return sql`
    SELECT ${number} AS total ${entriesOf(language, workspace, condition.field)}
      AND ${dialect.isNotCancelled("contact_values")} AND ${entryTest(language, condition, "find")}`
}
