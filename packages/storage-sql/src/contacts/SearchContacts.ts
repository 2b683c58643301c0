import { type Condition, type ContactStore, identifierFields } from "@rollcall/core/storage"
import { Effect, Option, Schema } from "effect"
import type { Statement } from "effect/sql"
import { contactCount } from "../shared/Counts.ts"
import type { Db } from "../shared/Database.ts"
import { pageOf } from "../shared/Listings.ts"
import { oneOf } from "../shared/Rows.ts"
import { sortOrder } from "../search/SortOrder.ts"
import { sqlCondition } from "../search/SqlInterpreter.ts"
import { contactColumns, ContactRow } from "./ContactRow.ts"

const contactPage = pageOf(ContactRow)

/** Up to this many contacts an index probe decides how a search starts; above it the planner decides. */
const fewContacts = 1_000

/** Up to this many tests of each of few contacts are fast. */
const fewTests = 10

/** The limit of index probes for one search. */
const maxProbes = 3

const counted = oneOf(Schema.Struct({ total: Schema.Natural }))

/**
 * A planner that estimates badly how many contacts satisfy a condition may scan all contacts for a few. So the indexes
 * of the most selective conditions are probed first, where the dialect says so. The search starts from the first probe
 * that finds few contacts. The page and its total are still of one statement.
 */
export const searchContacts = (db: Db): ContactStore["Service"]["search"] => {
  const { dialect, sql } = db

  const areFew = (uuids: Statement.Fragment) =>
    Effect.map(
      counted(
        db,
        sql`SELECT count(*) AS total FROM (${uuids} LIMIT ${sql.literal(String(fewContacts + 1))}) AS first_ones`
      ),
      ({ total }) => total <= fewContacts
    )

  return Effect.fn("ContactStore.search")(function* (workspace, { condition, sort }, page) {
    const { hints: { negationOf, probes = [] } = {}, isTrue } = sqlCondition(db, workspace, condition)
    const few = yield* Effect.findFirst(probes.slice(0, maxProbes), ({ uuids }) => areFew(uuids))
    const satisfied = Option.match(few, {
      onNone: () => isTrue,
      onSome: ({ others, uuids }) => sql.and([dialect.inSubquery("uuid", uuids), ...others])
    })
    const all = sql`workspace_uuid = ${workspace}`
    return yield* contactPage(db, {
      columns: contactColumns(db, workspace),
      from: "contacts",
      where: sql`${all} AND ${satisfied}`,
      total: asksForAll(condition) ? contactCount(db, workspace) : undefined,
      without: negationOf && { all, left: negationOf },
      order: sortOrder(db, workspace, sort.field),
      direction: sort.direction,
      filtered: !asksForAll(condition),
      selective: (Option.isSome(few) && testsIn(condition) <= fewTests) || asksForIdentifier(condition),
      page
    })
  })
}

/** The number of tests of each contact. */
const testsIn = (condition: Condition): number => {
  switch (condition._tag) {
    case "All":
    case "Any":
      return condition.conditions.reduce((sum, part) => sum + testsIn(part), 0)
    case "Not":
      return testsIn(condition.condition)
    case "ValuesAre":
      return condition.texts.length
    default:
      return 1
  }
}

/** Whether a search has no condition. */
const asksForAll = (condition: Condition): boolean => condition._tag === "All" && condition.conditions.length === 0

/** Whether a search is for one identifier, which very few contacts have. */
const asksForIdentifier = (condition: Condition): boolean =>
  condition._tag === "TextEquals" && identifierNames.has(condition.field)

const identifierNames: ReadonlySet<string> = new Set(identifierFields)
