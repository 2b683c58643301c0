import type { PageRequest, WorkspaceUuid } from "@rollcall/core"
import type { Condition, ContactStore } from "@rollcall/core/storage"
import { Effect, Option, Schema } from "effect"
import type { Statement } from "effect/sql"
import { contactCount } from "../shared/Counts.ts"
import type { Db } from "../shared/Database.ts"
import { pageOf, startedPageOf } from "../shared/Listings.ts"
import { oneOf } from "../shared/Rows.ts"
import { type IndexProbe, isAmong, type PlannerHints, selectedBy, selectivityOf } from "../shared/SqlCondition.ts"
import { isIdentifier } from "../search/ContactColumns.ts"
import { sortOrder } from "../search/SortOrder.ts"
import { sqlCondition } from "../search/SqlInterpreter.ts"
import { contactColumns, ContactRow } from "./ContactRow.ts"

const contactPage = pageOf(ContactRow)
const startedPage = startedPageOf(ContactRow)

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

  /** The first probe that finds not too many contacts, and how many. */
  const startingProbe = Effect.fnUntraced(function* (probes: ReadonlyArray<IndexProbe>) {
    const limit = sql.literal(String(dialect.probesUpTo + 1))
    for (const probe of probes) {
      const first = sql`SELECT count(*) AS total FROM (${probe.uuids} LIMIT ${limit}) AS first_ones`
      const { total } = yield* counted(db, first)
      if (total <= dialect.probesUpTo) return { probe, finds: total }
    }
    return { probe: undefined, finds: Infinity }
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

  /**
   * After how many contacts in their order a page is almost certainly full, if those that are found are spread among all.
   * Its mean is half of that. Of the number of all contacts it takes what is kept.
   */
  const fullAfter = Effect.fnUntraced(function* (workspace: WorkspaceUuid, page: PageRequest, finds: number) {
    const { total } = yield* counted(db, sql`${contactCount(db, workspace)}`)
    return Math.ceil((2 * (page.offset + page.limit) * total) / finds)
  })

  return Effect.fnUntraced(function* (workspace, { condition, sort }, page) {
    const { hints = {}, isTrue } = sqlCondition(db, workspace, condition)
    const { negationOf, perRow, probes = [], selectivity = Infinity, total } = hints
    const all = sql`workspace_uuid = ${workspace}`
    const startingFrom = (uuids: Statement.Fragment, others: ReadonlyArray<Statement.Fragment>) => ({
      where: sql.and([all, dialect.inSubquery("uuid", uuids), ...others]),
      few: { all }
    })
    const listing = {
      columns: contactColumns(db, workspace),
      from: "contacts",
      order: sortOrder(db, workspace, sort.field),
      direction: sort.direction,
      filtered: !asksForAll(condition),
      page
    } as const
    const areFewTests = testsIn(condition) <= fewTests
    const [first] = probes
    // The first probe mostly finds few: it is in one statement with the search then.
    if (first !== undefined && areFewTests) {
      // The tests of other entries name the row of their contact so.
      const start =
        first.perEntry.length === 0
          ? sql`SELECT uuid FROM start WHERE TRUE`
          : sql`SELECT uuid FROM start AS contacts WHERE ${sql.and(first.perEntry)}`
      const few = { ...listing, ...startingFrom(isAmong(sql, start, "uuid", first.among), first.others) }
      const found = yield* startedPage(db, few, { uuids: first.uuids, most: fewContacts })
      if (Option.isSome(found)) return found.value
    }
    const { finds, probe } = yield* startingProbe(probes.slice(0, maxProbes))
    const areFew = finds <= fewContacts
    const isInOrder = total !== undefined && !listing.order.nullable && page.limit > 0
    if (probe !== undefined && !areFew && isInOrder) {
      const most = yield* fullAfter(workspace, page, finds)
      // All that are found have to be read to be sorted. That takes longer than twice as many in their order.
      if (most <= 2 * finds) {
        const where = sql`${all} AND ${perRow ?? isTrue}`
        const found = yield* contactPage(db, { ...listing, where, total, first: { all, most } })
        if (found.items.length === page.limit) return found
      }
    }
    const expectsFew = probes.length === 0 && selectivity < selectivityOf.interval
    return yield* contactPage(db, {
      ...listing,
      ...(probe === undefined
        ? { where: sql`${all} AND ${isTrue}`, few: expectsFew ? { all } : undefined }
        : startingFrom(selectedBy(sql, probe) ?? probe.uuids, [...probe.perEntry, ...probe.others])),
      total: asksForAll(condition) ? contactCount(db, workspace) : (total ?? totalWithout(workspace, negationOf)),
      selective: (areFew && areFewTests) || asksForIdentifier(condition)
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
