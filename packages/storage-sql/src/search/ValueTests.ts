import type { CustomFieldUuid, ValueTest, WorkspaceUuid } from "@rollcall/core"
import type { Statement } from "effect/sql"
import type { Db } from "../kernel/Database.ts"
import { allHold, type Truth } from "../kernel/Truth.ts"
import { textTest } from "./TextTests.ts"

type Language = Pick<Db, "dialect" | "sql">

/** Tests of the entries of one field. */
export interface EntryTests {
  /** Whether the contact has any entry. */
  readonly present: Truth
  /** Whether some entry passes a test. */
  readonly matches: (test: ValueTest) => Truth
  /** Whether the entries are these texts, in any order (S5). They are distinct. */
  readonly are: (texts: ReadonlyArray<string>) => Truth
}

/**
 * Tests of the contacts of a workspace by their entries. A positive one names the contacts that have such an entry, so
 * that a search may begin with them; a negative one asks each contact, so that a search may begin with others.
 */
export const entryTests = (language: Language, workspace: WorkspaceUuid, field: CustomFieldUuid): EntryTests => {
  const { sql } = language
  const entries = sql`FROM contact_values WHERE workspace_uuid = ${workspace} AND field_uuid = ${field}`

  const has = (condition: Statement.Fragment): Truth => ({
    holds: sql`(contacts.uuid IN (SELECT contact_uuid ${entries} AND ${condition}))`,
    fails: sql`(NOT EXISTS (SELECT 1 ${entries} AND contact_uuid = contacts.uuid AND ${condition}))`
  })

  const hasText = (text: string) => has(entryTest(language, { _tag: "TextEquals", text }))

  return {
    present: has(sql.literal("TRUE")),
    matches: (test) => has(entryTest(language, test)),
    are: (texts) => {
      const more = has(sql`ordinal = ${texts.length}`)
      return allHold(sql, [...texts.map(hasText), { holds: more.fails, fails: more.holds }])
    }
  }
}

/** True exactly for the entries that pass a test. */
const entryTest = (language: Language, test: ValueTest): Statement.Fragment => {
  if (test._tag !== "NumberWithin") return textTest(language, "contact_values", "text", test)
  const { sql } = language
  const { max, min } = test.interval
  return sql.and([
    ...(min === undefined ? [] : [sql`number ${sql.literal(min.inclusive ? ">=" : ">")} ${min.value}`]),
    ...(max === undefined ? [] : [sql`number ${sql.literal(max.inclusive ? "<=" : "<")} ${max.value}`])
  ])
}
