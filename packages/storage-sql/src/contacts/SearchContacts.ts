import type { Contact, StorageError, WorkspaceUuid } from "@rollcall/core"
import type { PlacePage, PlaceRequest } from "@rollcall/core/operations"
import type { ContactStore, SearchPlan, Sort } from "@rollcall/core/storage"
import { Context, Effect, Option } from "effect"
import type { Statement } from "effect/sql"
import { type AccessPath, accessPath, type IndexStart, type TextQuestion, type Total } from "../search/AccessPath.ts"
import { countOf, isAmong, otherTestsOf, uuidsInOrder, uuidsOf, uuidTestsOf } from "../search/IndexStarts.ts"
import { sortOrder } from "../search/SortOrder.ts"
import { type Language, membershipsOf, sqlCondition } from "../search/SqlInterpreter.ts"
import { type Counts, lengthOf, noCounts, type Strategy, strategyOf } from "../search/Strategy.ts"
import { countWithEntry } from "../search/ValueConditions.ts"
import { contactCount } from "../counts/Counts.ts"
import type { Db } from "../database/Database.ts"
import type { Listing } from "../shared/Listing.ts"
import { materializeMatches, readInIndexOrder, scanFirst, sortMatches } from "../shared/PageStrategies.ts"
import { placePageOf, startedPageOf } from "../shared/Pages.ts"
import { readTotal } from "../database/Rows.ts"
import { isOfEntry } from "../search/Parts.ts"
import { contactColumns, ContactRow } from "./ContactRow.ts"

const contactPage = placePageOf(ContactRow)
const startedPage = startedPageOf(ContactRow)

/** A search for one string in a field of contacts. */
export interface BatchableSearch {
  readonly workspace: WorkspaceUuid
  readonly question: TextQuestion
  readonly sort: Sort
  readonly page: PlaceRequest
}

/**
 * Runs concurrent searches for strings of one field as one statement. Returns no page if many contacts match. Provided by
 * databases with an engine that `sharesReads`; by default, never returns a page.
 */
export const BatchedSearch = Context.Reference<
  (search: BatchableSearch) => Effect.Effect<Option.Option<PlacePage<Contact>>, StorageError>
>("@rollcall/storage-sql/contacts/SearchContacts/BatchedSearch", { defaultValue: () => () => Effect.succeedNone })

/** Searches contacts in the steps that `strategyOf` chooses. The page and its total come from one statement. */
export const searchContacts = (db: Db, batched: typeof BatchedSearch.Service): ContactStore["Service"]["search"] => {
  const { engine } = db.dialect
  return Effect.fnUntraced(function* (workspace, plan, page, limits) {
    const { sort } = plan
    const path = accessPath(plan.condition, engine)
    const next = (counts: Counts) => strategyOf(path, sort, page, counts, engine)
    let [step, counts] = [next(noCounts), noCounts]
    if (step._tag === "Batch") {
      const found = yield* limits.quick(batched({ workspace, question: step.question, sort, page }))
      if (Option.isSome(found)) return found.value
      counts = withoutStep(counts, "Batch")
      step = next(counts)
    }
    const run = runStep(db, workspace, plan, page, path)
    const search = (step: Strategy, counts: Counts): Effect.Effect<PlacePage<Contact>, StorageError> =>
      Effect.flatMap(run(step, counts), (outcome) =>
        "items" in outcome ? Effect.succeed(outcome) : search(next(outcome), outcome)
      )
    return yield* limits.slow(search(step, counts), lengthOf(path))
  })
}

/** Returns the counts with a step marked as failed. */
const withoutStep = (counts: Counts, step: Strategy["_tag"]): Counts => ({
  ...counts,
  without: new Set([...counts.without, step])
})

/** Runs one step of a search. Returns the page, or the counts known after the step. */
const runStep = (
  db: Db,
  workspace: WorkspaceUuid,
  { condition, sort }: SearchPlan,
  page: PlaceRequest,
  path: AccessPath
) => {
  const { dialect, sql, table } = db
  const language: Language = { dialect, sql, table, workspace }
  const all = sql`workspace_uuid = ${workspace}`
  const listing = {
    columns: contactColumns(db, workspace),
    from: "contacts",
    order: sortOrder(db, workspace, sort),
    direction: sort.direction,
    page
  } as const
  const startingFrom = (uuids: Statement.Fragment, others: ReadonlyArray<Statement.Fragment>): Listing => ({
    ...listing,
    where: sql.and([all, dialect.inSubquery("uuid", uuids), ...others])
  })
  const total = totalOf(db, language, path.total)
  const count = (select: Statement.Fragment) => readTotal(db)(sql`${select}`)

  /** Counts the contacts an index finds, up to a limit; Infinity above it. */
  const countUpTo = (start: IndexStart, upTo: number) => {
    const limit = sql.literal(String(upTo + 1))
    const first = sql`
      SELECT count(*) AS total FROM (${uuidsInOrder(language, start)} LIMIT ${limit}) AS first_ones`
    return Effect.map(count(first), (finds) => (finds > upTo ? Infinity : finds))
  }

  /** Counts and reads the contacts an index finds. Conditions on uuids refer to the contact's row. */
  const countAndRead = (start: IndexStart, upTo: number) => {
    const tests = uuidTestsOf(language, start)
    const started =
      tests.length === 0
        ? sql`SELECT uuid FROM start WHERE TRUE`
        : sql`SELECT uuid FROM start AS contacts WHERE ${sql.and(tests)}`
    const few = startingFrom(isAmong(language, started, "uuid", start), otherTestsOf(language, start))
    return startedPage(db, few, materializeMatches(all), { uuids: uuidsInOrder(language, start), most: upTo })
  }

  return Effect.fnUntraced(function* (step: Strategy, counts: Counts) {
    switch (step._tag) {
      case "Batch":
        return withoutStep(counts, step._tag)
      case "CountAndRead": {
        const found = yield* countAndRead(step.start, step.upTo)
        return Option.getOrElse(found, () => withoutStep(counts, step._tag))
      }
      case "Count":
        return { ...counts, found: [...counts.found, yield* countUpTo(step.start, step.upTo)] }
      case "CountAll":
        return { ...counts, contacts: yield* count(contactCount(db, workspace)) }
      case "ReadInOrder": {
        const where = sql`${all} AND ${sqlCondition(language, condition, "test").isTrue}`
        const strategy = scanFirst(all, step.most, total)
        const found = yield* contactPage(db, { ...listing, where }, strategy, { reads: "planned" })
        const isFull = page.after === undefined ? found.items.length === page.limit : found.next !== null
        return isFull ? found : withoutStep(counts, step._tag)
      }
      case "Read": {
        const { isSelective, keepsFound, start, usesTrigrams } = step
        const isWhole = path.total._tag === "AllContacts"
        const reads = isSelective ? "few" : isWhole ? "any" : "planned"
        // After a place, rows with and without keys are read separately, because no index serves a bound that covers both.
        const readsIndex = isWhole || page.after !== undefined
        const strategy = keepsFound
          ? materializeMatches(all)
          : readsIndex
            ? readInIndexOrder({ all, total })
            : sortMatches({ total })
        const rows =
          start === undefined
            ? { ...listing, where: sql`${all} AND ${sqlCondition(language, condition, "find").isTrue}` }
            : startingFrom(uuidsOf(language, start), otherTestsOf(language, start))
        return yield* contactPage(db, rows, strategy, { reads, usesTrigrams })
      }
    }
  })
}

/** Returns a SELECT of the total if it is known without reading the contacts that match; otherwise undefined. */
const totalOf = (db: Db, language: Language, total: Total): Statement.Fragment | undefined => {
  const { dialect, sql, table, workspace } = language
  switch (total._tag) {
    case "AllContacts":
      return contactCount(db, workspace)
    case "Index":
      if (total.of._tag === "Union") return countOf(language, total.of)
      return total.of._tag === "MemberOf"
        ? sql`SELECT count(*) AS total ${membershipsOf(language, [total.of.set])}`
        : countWithEntry(language, workspace, total.of)
    case "Without": {
      const { condition } = total
      const satisfying = isOfEntry(condition)
        ? countWithEntry(language, workspace, condition)
        : sql`
          SELECT count(*) FROM ${table("contacts")}
          WHERE ${dialect.isNotCancelled("contacts")} AND workspace_uuid = ${workspace}
            AND ${sqlCondition(language, condition, "find").isTrue}`
      return sql`SELECT (${contactCount(db, workspace)}) - (${satisfying}) AS total`
    }
    case "Counted":
      return undefined
  }
}
