import type { WorkspaceUuid } from "@rollcall/core"
import type { TextTest } from "@rollcall/core/storage"
import * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import type { ColumnPart, Form } from "../database/Dialect.ts"
import { isPresent, type SqlCondition } from "../shared/SqlCondition.ts"
import { fieldColumn, textColumn } from "./ContactColumns.ts"
import { isOnDay } from "./DayTest.ts"
import {
  type ContainsCondition,
  containsOf,
  type EntryCondition,
  isOfEntry,
  isTextOfEntry,
  ordered,
  type Part,
  partsOf,
  setsOf,
  startingConditions
} from "./Parts.ts"
import { isOptedOut } from "./OptOutCondition.ts"
import { textTest } from "./TextConditions.ts"
import { allPass, anyPasses, entryCondition, hasEntry } from "./ValueConditions.ts"

/** The context of SQL conditions on the contacts of one workspace: the dialect, table names and workspace. */
export interface Language extends Pick<Db, "dialect" | "sql" | "table"> {
  readonly workspace: WorkspaceUuid
}

/** Returns a condition as SQL on a workspace's contacts. It selects the contacts that core's `toPredicate` accepts. */
export const sqlCondition = (language: Language, part: Part, form: Form): SqlCondition => {
  const { dialect, sql, workspace } = language
  const parts = partsOf(part)
  if (parts !== undefined) return allOf(language, parts, form)
  const sets = setsOf(part)
  if (sets !== undefined) return isMember(language, sets, form)
  switch (part._tag) {
    case "All":
    case "ValuesAre":
      return allOf(language, [], form)
    case "MemberOf":
      return isMember(language, [part.set], form)
    case "OptedOut":
      return isOptedOut(language, part.scope, form)
    case "Any":
      return anyOf(language, part.conditions, containsOf(part), form)
    case "Not":
      return negated(sqlCondition(language, part.condition, "find"))
    case "TextPresent":
      return isPresent(sql, dialect.order(textColumn(part.field), "contacts")[0])
    case "TextEquals":
    case "TextStartsWith":
    case "TextEndsWith":
    case "TextWithin":
      return comparison(sql, (form) => contactTest(language, part, form), form)
    case "TextAmong":
      return comparison(sql, () => dialect.isAmong(textColumn(part.field), part.texts, "contacts"), form)
    case "UuidAmong": {
      const { uuids } = part
      return comparison(sql, () => sql.in("contacts.uuid", uuids), form)
    }
    case "TextContains":
      return contains(language, [part], form)
    case "InstantPresent":
      return isPresent(sql, sql`${sql(fieldColumn(part.field))}`)
    case "InstantWithin": {
      const column = sql`${sql(fieldColumn(part.field))}`
      const { from, until } = part.span
      const ends = [
        ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
        ...(until === undefined ? [] : [sql`${column} < ${until}`])
      ]
      return comparison(sql, () => sql.and(ends), form)
    }
    case "InstantOnDay":
      return comparison(sql, () => isOnDay(language, sql`${sql(fieldColumn(part.field))}`, part.day), form)
    case "BooleanIs": {
      // The column is never NULL, so the negation is also an equality, which an index serves.
      const column = sql`${sql(fieldColumn(part.field))}`
      const is = (bit: boolean) => sql`(${column} = ${bit ? 1 : 0})`
      return { isTrue: is(part.value), isFalse: is(!part.value) }
    }
    case "ValuePresent":
    case "ValueMatches":
      return entryCondition(language, workspace, part, form)
    case "NoEntryAt":
      return negated(hasEntry(language, workspace, part.field, () => sql`ordinal = ${part.ordinal}`, "find"))
  }
}

/** Returns a comparison in one of its forms. It is false if a value is NULL. */
const comparison = (sql: Db["sql"], test: (form: Form) => Statement.Fragment, form: Form): SqlCondition => ({
  get isTrue() {
    return test(form)
  },
  get isFalse() {
    return sql`((${test("test")}) IS NOT TRUE)`
  }
})

/** Returns the FROM and WHERE that select the memberships of lists. */
export const membershipsOf = ({ sql, table, workspace }: Language, sets: ReadonlyArray<string>) =>
  sql`FROM ${table("contact_list_members")} WHERE workspace_uuid = ${workspace} AND ${
    sets.length === 1 ? sql`list_uuid = ${sets[0]}` : sql.in("list_uuid", sets)
  }`

/**
 * Returns the condition that a contact is on one of the lists. In the form `find` it is a subquery of uuids, so that a
 * search can start from it.
 */
const isMember = (language: Language, sets: Arr.NonEmptyReadonlyArray<string>, form: Form): SqlCondition => {
  const { sql } = language
  const perRow = () => sql`EXISTS (SELECT 1 ${membershipsOf(language, sets)} AND contact_uuid = contacts.uuid)`
  return {
    get isTrue() {
      return form === "test"
        ? perRow()
        : sql`(contacts.uuid IN (
        SELECT contact_uuid ${membershipsOf(language, sets)} AND ${language.dialect.isNotCancelled("contact_list_members")}
      ))`
    },
    get isFalse() {
      return sql`(NOT ${perRow()})`
    }
  }
}

const negated = (condition: SqlCondition): SqlCondition => ({
  get isTrue() {
    return condition.isFalse
  },
  get isFalse() {
    return condition.isTrue
  }
})

const contactTest = (language: Language, test: TextTest & { readonly field: string }, form: Form) =>
  textTest(language, "contacts", textColumn(test.field), test, form)

const contains = (language: Language, parts: Arr.NonEmptyReadonlyArray<ContainsCondition>, form: Form) => {
  const { dialect, sql } = language
  const columns = Arr.map(parts, ({ field, text }): ColumnPart => ({ column: textColumn(field), text }))
  return comparison(sql, (form) => dialect.containsAny(columns, "contacts", form), form)
}

/**
 * Returns the conjunction of the parts; true without parts. To find contacts, it starts from the most selective parts and
 * tests the others.
 */
const allOf = (language: Language, parts: ReadonlyArray<Part>, form: Form): SqlCondition => {
  const { dialect, sql } = language
  if (parts.length === 0) return { isTrue: sql.literal("TRUE"), isFalse: sql.literal("FALSE") }
  return {
    get isTrue() {
      const all = ordered(parts)
      const starting = all.slice(0, form === "test" ? 0 : startingConditions(dialect.engine))
      const found = starting.map((part) => sqlCondition(language, part, "find").isTrue)
      return sql.and([...found, ...testsOf(language, all.slice(starting.length))])
    },
    get isFalse() {
      return sql.or(parts.map((part) => sqlCondition(language, part, "find").isFalse))
    }
  }
}

/** Returns conditions as tests of a contact. The entries of a field are read once for all tests of that field. */
export const testsOf = (language: Language, parts: ReadonlyArray<Part>): ReadonlyArray<Statement.Fragment> =>
  byField(
    parts,
    (tests) => allPass(language, language.workspace, tests),
    (part) => sqlCondition(language, part, "test").isTrue
  )

/**
 * Returns a condition on entries and lists as a test of a uuid; never NULL. The planner must not turn it into a join, which
 * would read all entries although few contacts are tested. An index decides whether a contact has a string. Other
 * alternatives of a field form one test, which reads its entries once.
 */
export const testOfUuid = (language: Language, part: Part): Statement.Fragment => {
  const { sql, workspace } = language
  if (isOfEntry(part)) return anyPasses(language, workspace, [part]).isTrue
  if (part._tag === "Not") return sql`(NOT ${testOfUuid(language, part.condition)})`
  const alone = (part: Part) => testOfUuid(language, part)
  const parts = partsOf(part) ?? []
  if (parts.length > 0) return sql.and(parts.map(alone))
  if (part._tag !== "Any" || part.conditions.length === 0 || setsOf(part) !== undefined) {
    return sqlCondition(language, part, "test").isTrue
  }
  const equalities = part.conditions.filter(isTextOfEntry)
  const others = part.conditions.filter((condition) => !isTextOfEntry(condition))
  const together = (tests: Arr.NonEmptyReadonlyArray<EntryCondition>) => anyPasses(language, workspace, tests).isTrue
  return sql.or([...equalities.map(alone), ...byField(others, together, alone)])
}

/** Writes the conditions on entries of the same field together, and all others separately. */
const byField = <A>(
  parts: ReadonlyArray<Part>,
  together: (tests: Arr.NonEmptyReadonlyArray<EntryCondition>) => A,
  alone: (part: Part) => A
): ReadonlyArray<A> => {
  const groups = Map.groupBy(parts, (part) => (isOfEntry(part) ? part.field : part))
  return Array.from(groups.values()).flatMap((group) => {
    const tests = group.filter(isOfEntry)
    return Arr.isReadonlyArrayNonEmpty(tests) && tests.length > 1 ? [together(tests)] : group.map(alone)
  })
}

/**
 * Returns the disjunction of the parts; false without parts. A test reads the entries of a field once, but an index finds
 * each part separately.
 */
const anyOf = (
  language: Language,
  parts: ReadonlyArray<Part>,
  sought: Arr.NonEmptyReadonlyArray<ContainsCondition> | undefined,
  form: Form
): SqlCondition => {
  const { sql } = language
  if (sought !== undefined) return contains(language, sought, form)
  if (parts.length === 0) return { isTrue: sql.literal("FALSE"), isFalse: sql.literal("TRUE") }
  const written = (form: Form) =>
    byField(
      parts,
      (tests) => anyPasses(language, language.workspace, tests),
      (part) => sqlCondition(language, part, form)
    )
  return {
    get isTrue() {
      const conditions = form === "test" ? written(form) : parts.map((part) => sqlCondition(language, part, form))
      return sql.or(conditions.map(({ isTrue }) => isTrue))
    },
    get isFalse() {
      return sql.and(written("find").map(({ isFalse }) => isFalse))
    }
  }
}
