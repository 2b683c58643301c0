import type { CustomFieldUuid, ValueTest, WorkspaceUuid } from "@rollcall/core"
import type { Statement } from "effect/sql"
import type { Db } from "../kernel/Database.ts"
import { textTest } from "./TextTests.ts"

type Language = Pick<Db, "dialect" | "sql">

/** True for the contacts with an entry of the field that satisfies all conditions. */
export const hasEntry = (
  { sql }: Language,
  workspace: WorkspaceUuid,
  field: CustomFieldUuid,
  conditions: ReadonlyArray<Statement.Fragment>
): Statement.Fragment => sql`(contacts.uuid IN (
  SELECT contact_uuid FROM contact_values
  WHERE ${sql.and([sql`workspace_uuid = ${workspace}`, sql`field_uuid = ${field}`, ...conditions])}
))`

/** True for the entries that pass a test. */
export const entryTest = (language: Language, test: ValueTest): Statement.Fragment => {
  if (test._tag !== "NumberWithin") return textTest(language, "contact_values", "text", test)
  const { sql } = language
  const { max, min } = test.interval
  return sql.and([
    ...(min === undefined ? [] : [sql`number ${sql.literal(min.inclusive ? ">=" : ">")} ${min.value}`]),
    ...(max === undefined ? [] : [sql`number ${sql.literal(max.inclusive ? "<=" : "<")} ${max.value}`])
  ])
}

/** True for the contacts whose entries of the field are these texts, in any order (S5). They are distinct. */
export const entriesAre = (
  language: Language,
  workspace: WorkspaceUuid,
  field: CustomFieldUuid,
  texts: ReadonlyArray<string>
): Statement.Fragment => {
  const { sql } = language
  const equalTo = (text: string) => entryTest(language, { _tag: "TextEquals", text })
  return sql.and([
    ...texts.map((text) => hasEntry(language, workspace, field, [equalTo(text)])),
    sql`NOT ${hasEntry(language, workspace, field, [sql`ordinal = ${texts.length}`])}`
  ])
}
