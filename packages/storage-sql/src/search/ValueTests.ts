import type { ValueTest, WorkspaceUuid } from "@rollcall/core"
import type { Statement } from "effect/sql"
import type { Db } from "../kernel/Database.ts"
import { allHold, negated, reachOf, type Truth } from "../kernel/Truth.ts"
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
 * that a search may begin with them; asked of each contact, as a negative one always is, it lets a search begin with
 * others.
 */
export const entryTests = (language: Language, workspace: WorkspaceUuid, field: string): EntryTests => {
  const { dialect, sql } = language
  const entries = sql`FROM contact_values WHERE workspace_uuid = ${workspace} AND field_uuid = ${field}`

  const has = (condition: Statement.Fragment, reach: number): Truth => {
    const asked = sql`EXISTS (SELECT 1 ${entries} AND contact_uuid = contacts.uuid AND ${condition})`
    return {
      holds: sql`(contacts.uuid IN (SELECT contact_uuid ${entries} AND ${condition}))`,
      fails: sql`(NOT ${asked})`,
      oneSided: true,
      asked,
      reach
    }
  }

  /** What the order of an index finds can be begun with. */
  const matches = (test: ValueTest): Truth => {
    const condition = entryTest(language, test)
    const truth = has(condition, reachOfTest(test))
    const isOrdered = test._tag !== "TextContains" && test._tag !== "TextEndsWith"
    if (!isOrdered || dialect.guessed !== "contact_values") return truth
    const key = test._tag === "NumberWithin" ? sql`number` : dialect.order("text", "contact_values")[0]
    return {
      ...truth,
      beginnings: [{ uuids: sql`SELECT contact_uuid ${entries} AND ${condition} ORDER BY ${key}`, rest: [] }]
    }
  }

  return {
    present: has(sql.literal("TRUE"), reachOf.presence),
    matches,
    are: (texts) => {
      const more = has(sql`ordinal = ${texts.length}`, reachOf.presence)
      return allHold(sql, [...texts.map((text) => matches({ _tag: "TextEquals", text })), negated(more)])
    }
  }
}

const reachOfTest = ({ _tag }: ValueTest): number => {
  switch (_tag) {
    case "TextEquals":
      return reachOf.oneTextOfValues
    case "TextWithin":
    case "NumberWithin":
      return reachOf.interval
    default:
      return reachOf.partOfText
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
