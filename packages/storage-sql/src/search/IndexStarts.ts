import type { Statement } from "effect/sql"
import type { IndexStart, Union } from "./AccessPath.ts"
import { fieldColumn, textColumn } from "./ContactColumns.ts"
import { type Beginning, isOfEntry } from "./Parts.ts"
import { type Language, membershipsOf, sqlCondition, testOfUuid, testsOf } from "./SqlInterpreter.ts"
import { contactsWithEntry, entryKey } from "./ValueConditions.ts"

/** Returns a SELECT of the contact uuids an index finds, in index order. */
export const uuidsInOrder = (language: Language, { by }: IndexStart): Statement.Fragment => {
  const { sql } = language
  if (by._tag === "Union") return unionOf(language, by)
  return sql`${uuidsBy(language, by)} ORDER BY ${keyOf(language, by)}`
}

const uuidsBy = (language: Language, by: Beginning): Statement.Fragment => {
  const { sql, table, workspace } = language
  if (isOfEntry(by)) return contactsWithEntry(language, workspace, by)
  if (by._tag === "MemberOf") return sql`SELECT contact_uuid ${membershipsOf(language, [by.set])}`
  return sql`
    SELECT uuid FROM ${table("contacts")}
    WHERE workspace_uuid = ${workspace} AND ${sqlCondition(language, by, "find").isTrue}`
}

/** Returns a SELECT of the number of contacts that at least one of several indexes finds, as `total`. */
export const countOf = (language: Language, { of: [first, ...others] }: Union): Statement.Fragment => {
  const { dialect, sql } = language
  const found = (by: Beginning) => {
    const from = isOfEntry(by) ? "contact_values" : by._tag === "MemberOf" ? "contact_list_members" : "contacts"
    return sql`${uuidsBy(language, by)} AND ${dialect.isNotCancelled(from)}`
  }
  const distinct = others.reduce((select, by) => sql`${select} UNION ${found(by)}`, found(first))
  return sql`SELECT count(*) AS total FROM (${distinct}) AS found`
}

/** Returns a SELECT of the matches of several indexes, one index after another, so that a limit ends it early. */
const unionOf = (language: Language, { of: [first, ...others] }: Union): Statement.Fragment =>
  others.reduce((select, by) => language.sql`${select} UNION ALL ${uuidsBy(language, by)}`, uuidsBy(language, first))

/** Returns an unordered SELECT of the contact uuids that an index finds and that satisfy the conditions on uuids. */
export const uuidsOf = (language: Language, start: IndexStart): Statement.Fragment => {
  const { by, perUuid } = start
  const found = uuidsAmong(language, start)
  if (perUuid.length === 0) return found
  const { sql } = language
  const column = sql(columnOf(by))
  return sql`
    SELECT uuid FROM (SELECT ${column} AS uuid FROM (${found}) AS found) AS contacts
    WHERE ${sql.and(uuidTestsOf(language, start))}`
}

/** Returns an unordered SELECT of the contact uuids that an index and all further indexes of entries find. */
const uuidsAmong = (language: Language, start: IndexStart): Statement.Fragment => {
  const { among, by } = start
  if (by._tag !== "Union" && isOfEntry(by)) return isAmong(language, uuidsBy(language, by), "contact_uuid", start)
  const found = uuidsInOrder(language, start)
  if (among.length === 0) return found
  const column = columnOf(by)
  return isAmong(
    language,
    language.sql`SELECT ${language.sql(column)} FROM (${found}) AS found WHERE TRUE`,
    column,
    start
  )
}

/** Returns the column that `uuidsBy` selects. */
const columnOf = (by: IndexStart["by"]): string => {
  if (by._tag === "Union") return columnOf(by.of[0])
  return isOfEntry(by) || by._tag === "MemberOf" ? "contact_uuid" : "uuid"
}

/** Extends the WHERE of a SELECT: every index of `among` must find the uuid in `column`. */
export const isAmong = (language: Language, select: Statement.Fragment, column: string, { among }: IndexStart) =>
  among.reduce(
    (select, other) => language.sql`${select} AND ${language.sql(column)} IN (${uuidsOf(language, other)})`,
    select
  )

/** Returns the conditions of `perUuid`, each as a test of one uuid. */
export const uuidTestsOf = (language: Language, { perUuid }: IndexStart): ReadonlyArray<Statement.Fragment> =>
  perUuid.map((part) => testOfUuid(language, part))

/** Returns the conditions of `others`, one test per group. */
export const otherTestsOf = (language: Language, { others }: IndexStart): ReadonlyArray<Statement.Fragment> =>
  others.flatMap((parts) => testsOf(language, parts))

/** Returns the sort expression of the index for a condition. */
const keyOf = (language: Language, by: Beginning): Statement.Fragment => {
  if (isOfEntry(by)) return entryKey(language, by)
  const { dialect, sql } = language
  switch (by._tag) {
    case "MemberOf":
      return sql`contact_uuid`
    case "UuidAmong":
      return sql`uuid`
    case "TextEquals":
    case "TextAmong":
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
