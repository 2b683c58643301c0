import type { Contact, Page, PageRequest, StorageError, WorkspaceUuid } from "@rollcall/core"
import type { Condition, ContactStore, Sort } from "@rollcall/core/storage"
import { Effect, Exit, Option, Schema } from "effect"
import * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import { foldedColumn, isIdentifier } from "../search/ContactColumns.ts"
import { sortOrder } from "../search/SortOrder.ts"
import { thresholds } from "../search/Thresholds.ts"
import type { Db } from "../shared/Database.ts"
import type { Dialect } from "../shared/Dialect.ts"
import { namedKeys, sortKeys } from "../shared/Listings.ts"
import { rowsDecoder } from "../shared/Rows.ts"
import { shareStatement } from "../shared/SharedStatement.ts"
import { contactColumns, ContactRow } from "./ContactRow.ts"

const few = thresholds.fewContacts.value

/** What a search gets that has waited for its turn: it is searched for alone. */
const wait = { atMost: `${thresholds.batchWait.value} millis`, otherwise: Option.none() } as const

/** What is asked about one column of contacts. */
interface Question {
  readonly column: string
  readonly test: "contains" | "equals"
  readonly text: string
}

interface Search extends Question {
  readonly workspace: WorkspaceUuid
  readonly sort: Sort
  readonly page: PageRequest
}

type QuickSearch = NonNullable<ContactStore["Service"]["quickSearch"]>

/**
 * Answers searches for one text of a field of contacts; those that ask for the same field at the same time share a
 * statement. To plan a statement takes the database several times as long as to look for a text that few contacts have.
 */
export const quickSearch = (db: Db): QuickSearch | undefined => {
  const { sharedSearch } = db.dialect
  if (sharedSearch === null) return undefined
  const search = shareStatement(db, {
    isShared: true,
    atOnce: thresholds.batchesAtOnce.value,
    atMost: thresholds.batchedSearches.value,
    wait,
    keyOf: ({ column, sort, test, workspace }: Search) =>
      [workspace, test, column, sort.field.kind, sort.direction, nameOf(sort)].join(),
    one: (search) => Effect.map(answers(db, sharedSearch, [search]), ([answer]) => answer),
    all: (searches) => Effect.map(answers(db, sharedSearch, searches), Arr.map(Exit.succeed))
  })
  return (workspace, { condition, sort }, page) => {
    const question = questionOf(condition)
    const isQuick = question !== undefined && page.offset + page.limit <= few
    return !isQuick ? Effect.succeedNone : search({ ...question, workspace, sort, page })
  }
}

const nameOf = ({ field }: Sort) => (field.kind === "value" ? field.uuid : field.name)

type Answer = Option.Option<Page<Contact>>

/** The columns of the table of searches. */
const columns = { number: "integer", text: "text", skipped: "integer", last: "integer" } as const

const Head = Schema.Struct({
  number: Schema.Natural,
  total: Schema.NullOr(Schema.Natural),
  uuid: Schema.NullOr(Schema.String)
})
const decodeHeads = rowsDecoder(Head)
const decodeContacts = rowsDecoder(ContactRow)

/** Answers searches that differ in their texts and pages alone, by one statement. */
const answers = (
  db: Db,
  sharedSearch: NonNullable<Dialect["Service"]["sharedSearch"]>,
  searches: Arr.NonEmptyReadonlyArray<Search>
): Effect.Effect<Arr.NonEmptyReadonlyArray<Answer>, StorageError> => {
  const { dialect, sql, table } = db
  const [{ column, sort, test, workspace }, ...others] = searches
  const text = sql`given.text`
  const isTrue = test === "equals" ? dialect.matches(column, text, "contacts") : sharedSearch.contains(column, text)
  const order = sortOrder(db, workspace, sort.field)
  const sorted = sql`${sortKeys(db, { order, direction: sort.direction }, "")}, uuid ${sql.literal(sort.direction)}`
  const source = sql`${table("contacts")} ${order.join === undefined ? sql`` : sql`LEFT JOIN ${order.join}`}`
  // Without MATERIALIZED the planner would scan all contacts for the first few, since it does not know how many there are.
  const statement = sql`
    WITH found AS MATERIALIZED (
      SELECT number, skipped, last, CASE WHEN ${sharedSearch.runsFor(thresholds.batchedTime.value)} THEN ARRAY(
        WITH satisfying AS MATERIALIZED (
          SELECT uuid, ${namedKeys(db, order)} FROM ${source} WHERE workspace_uuid = ${workspace} AND ${isTrue}
        )
        SELECT uuid FROM (SELECT * FROM satisfying LIMIT ${sql.literal(String(few + 1))}) AS first_ones ORDER BY ${sorted}
      ) END AS uuids
      FROM ${givenSearches(db, searches)}
    )
    SELECT found.number, cardinality(found.uuids) AS total, item.*
    FROM found LEFT JOIN LATERAL (
      SELECT ${contactColumns(db, workspace)}, ${namedKeys(db, order)} FROM ${source}
      WHERE workspace_uuid = ${workspace} AND uuid = ANY (found.uuids[found.skipped + 1:found.last])
    ) AS item ON TRUE
    ORDER BY number, ${sorted}`
  return db.mapErrors(
    Effect.gen(function* () {
      const rows = yield* others.length === 0 ? statement : dialect.runUnprepared(statement)
      const heads = yield* decodeHeads(rows)
      const contacts = yield* decodeContacts(rows.filter((_, index) => heads[index]?.uuid !== null))
      const found = contacts.values()
      const pages = Arr.map(searches, () => ({ total: few + 1, items: new Array<Contact>() }))
      for (const { number, total, uuid } of heads) {
        const page = pages[number]
        if (page === undefined || total === null) continue
        page.total = total
        if (uuid !== null) page.items.push(...found.take(1))
      }
      return Arr.map(pages, (page) => Option.liftPredicate(page, ({ total }) => total <= few))
    })
  )
}

/** A table of searches. That of one search is planned once for all texts. */
const givenSearches = ({ dialect, sql }: Db, searches: Arr.NonEmptyReadonlyArray<Search>): Statement.Fragment => {
  const [{ page, text }, ...others] = searches
  if (others.length === 0) {
    return sql`(
      SELECT 0 AS number, CAST(${text} AS text) AS text, CAST(${page.offset} AS integer) AS skipped,
        CAST(${page.offset + page.limit} AS integer) AS last
    ) AS given`
  }
  return dialect.valuesTable(
    "given",
    columns,
    searches.map(({ page, text }, number) => ({ number, text, skipped: page.offset, last: page.offset + page.limit }))
  )
}

/** What a condition asks, if it is one test of one text, which an index finds. */
const questionOf = (condition: Condition): Question | undefined => {
  switch (condition._tag) {
    case "All": {
      const [only, ...others] = condition.conditions
      return only === undefined || others.length > 0 ? undefined : questionOf(only)
    }
    case "TextContains":
      return condition.text.length >= thresholds.batchedText.value
        ? { column: foldedColumn(condition.field), test: "contains", text: condition.text }
        : undefined
    case "TextEquals":
      return isIdentifier(condition.field)
        ? { column: foldedColumn(condition.field), test: "equals", text: condition.text }
        : undefined
    default:
      return undefined
  }
}
