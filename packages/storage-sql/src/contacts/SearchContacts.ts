import type { WorkspaceUuid } from "@rollcall/core"
import type { Condition, ContactStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { contactCount } from "../shared/Counts.ts"
import type { Db } from "../shared/Database.ts"
import { pageOf } from "../shared/Listings.ts"
import { oneOf } from "../shared/Rows.ts"
import { type IndexProbe, type PlannerHints, selectivityOf } from "../shared/SqlCondition.ts"
import { isIdentifier } from "../search/ContactColumns.ts"
import { sortOrder } from "../search/SortOrder.ts"
import { sqlCondition } from "../search/SqlInterpreter.ts"
import { contactColumns, ContactRow } from "./ContactRow.ts"

const contactPage = pageOf(ContactRow)

/** A search that starts from up to this many contacts is fast. */
const fewContacts = 1_000

/** Up to this many tests of each of few contacts are fast. */
const fewTests = 10

/** The limit of index probes for one search. */
const maxProbes = 3

const counted = oneOf(Schema.Struct({ total: Schema.Natural }))

/**
 * A planner that estimates badly how many contacts satisfy a condition may scan all contacts for a few. So the indexes
 * of the most selective conditions are probed first, where the dialect says so. The search starts from the first that
 * finds not too many contacts. The page and its total are still of one statement.
 */
export const searchContacts = (db: Db): ContactStore["Service"]["search"] => {
  const { dialect, sql } = db

  /** The number of contacts that a probe finds, as far as it matters. */
  const count = (uuids: Statement.Fragment) =>
    Effect.map(
      counted(
        db,
        sql`SELECT count(*) AS total FROM (${uuids} LIMIT ${sql.literal(String(dialect.probesUpTo + 1))}) AS first_ones`
      ),
      ({ total }) => total
    )

  /** The first probe that finds not too many contacts, and whether these are few. */
  const startingProbe = Effect.fnUntraced(function* (probes: ReadonlyArray<IndexProbe>) {
    for (const probe of probes.slice(0, maxProbes)) {
      const total = yield* count(probe.uuids)
      if (total <= dialect.probesUpTo) return { probe, areFew: total <= fewContacts }
    }
    return { probe: undefined, areFew: false }
  })

  /**
   * The number of all contacts without those that satisfy the negated condition: an index counts these fast, and the
   * others slowly.
   */
  const totalWithout = (workspace: WorkspaceUuid, negated: PlannerHints["negationOf"]) => {
    if (negated === undefined) return undefined
    const { isTrue, total } = negated
    const left = sql`
      SELECT count(*) FROM ${db.table("contacts")}
      WHERE ${dialect.goesOn("contacts")} AND workspace_uuid = ${workspace} AND ${isTrue}`
    return sql`SELECT (${contactCount(db, workspace)}) - (${total ?? left}) AS total`
  }

  return Effect.fnUntraced(function* (workspace, { condition, sort }, page) {
    const { hints = {}, isTrue } = sqlCondition(db, workspace, condition)
    const { negationOf, probes = [], selectivity = Infinity, total } = hints
    const { areFew, probe } = yield* startingProbe(probes)
    const starting = probe && [dialect.inSubquery("uuid", probe.among?.([]) ?? probe.uuids), ...probe.others]
    const all = sql`workspace_uuid = ${workspace}`
    const expectsFew = starting !== undefined || (probes.length === 0 && selectivity < selectivityOf.interval)
    return yield* contactPage(db, {
      columns: contactColumns(db, workspace),
      from: "contacts",
      where: sql`${all} AND ${starting ? sql.and(starting) : isTrue}`,
      total: asksForAll(condition) ? contactCount(db, workspace) : (total ?? totalWithout(workspace, negationOf)),
      few: expectsFew ? { all } : undefined,
      order: sortOrder(db, workspace, sort.field),
      direction: sort.direction,
      filtered: !asksForAll(condition),
      selective: (areFew && testsIn(condition) <= fewTests) || asksForIdentifier(condition),
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
  condition._tag === "TextEquals" && isIdentifier(condition.field)
