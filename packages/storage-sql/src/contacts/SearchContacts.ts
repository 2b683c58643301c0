import type { Condition, ContactStore } from "@rollcall/core"
import { Effect, Option, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../kernel/Database.ts"
import { pageOf } from "../kernel/Listings.ts"
import { oneOf } from "../kernel/Rows.ts"
import { sortOrder } from "../search/SortOrder.ts"
import { sqlCondition } from "../search/SqlInterpreter.ts"
import { contactColumns, ContactRow } from "./ContactRow.ts"

const contactPage = pageOf(ContactRow)

/** With how many contacts a search begins, at most, without asking the planner for a better way. */
const fewContacts = 1_000

/** How many conditions are tried for that. */
const mostBeginnings = 3

const counted = oneOf(Schema.Struct({ total: Schema.Natural }))

/**
 * A planner that guesses how many contacts a condition leaves may look at all of them for a few. So where it does, the
 * indexes of the most promising conditions are asked first, and the search begins with what one has, if that is little.
 * The answer is one statement's in any case.
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
    const { beginnings = [], holds, negates } = sqlCondition(db, workspace, condition)
    const few = yield* Effect.findFirst(beginnings.slice(0, mostBeginnings), ({ uuids }) => areFew(uuids))
    const satisfied = Option.match(few, {
      onNone: () => holds,
      onSome: ({ rest, uuids }) => sql.and([dialect.among("uuid", uuids), ...rest])
    })
    const all = sql`workspace_uuid = ${workspace}`
    return yield* contactPage(db, {
      columns: contactColumns(db, workspace),
      from: sql`contacts`,
      where: sql`${all} AND ${satisfied}`,
      without: negates && { all, left: negates },
      order: sortOrder(db, workspace, sort.field),
      direction: sort.direction,
      filtered: !asksForAll(condition),
      selective: Option.isSome(few) || asksForIdentifier(condition),
      page
    })
  })
}

/** Whether a search is for every contact of a workspace: there may be very many then. */
const asksForAll = (condition: Condition): boolean => condition._tag === "All" && condition.conditions.length === 0

/** Whether a search is for one identifier, which hardly two contacts share. */
const asksForIdentifier = (condition: Condition): boolean =>
  condition._tag === "TextEquals" && identifierNames.has(condition.field)

const identifierNames: ReadonlySet<string> = new Set([
  "email",
  "phone_number",
  "chatapp_id",
  "socialmsg_id",
  "external_contact_id"
])
