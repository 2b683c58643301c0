import type { Contact, PageRequest, StorageError, WorkspaceUuid } from "@rollcall/core"
import { makeLruCache, type PlacePage, steadyMillis } from "@rollcall/core/operations"
import type { Sort } from "@rollcall/core/storage"
import {
  type BatchableSearch,
  BatchedSearch,
  contactColumns,
  ContactRow,
  Database,
  textColumn,
  namedKeys,
  placeOfRow,
  rowsDecoder,
  batchStatement,
  sortKeys,
  sortOrder,
  thresholds
} from "@rollcall/storage-sql"
import { Effect, Exit, Layer, Option, Schema } from "effect"
import * as Arr from "effect/Array"
import type { SqlClient, Statement } from "effect/sql"

const few = thresholds.fewContacts.value

/** Maximum wait of a search for its batch. A search that would wait longer runs separately. */
const wait = { atMost: `${thresholds.batchWait.value} millis`, otherwise: Option.none() } as const

interface Search {
  readonly workspace: WorkspaceUuid
  readonly column: string
  readonly test: "contains" | "equals"
  readonly text: string
  readonly sort: Sort
  readonly page: PageRequest
}

/** Maximum cached searches that find many contacts. */
const mostKnown = 1_000

/** Makes a cache of the searches that recently found many contacts. Entries expire. */
const makeFrequent = () => {
  const known = makeLruCache<number>(mostKnown)
  const keyOf = ({ column, test, text, workspace }: Search) => JSON.stringify([workspace, test, column, text])
  return {
    has: (search: Search, now: number) => now < (known.get(keyOf(search)) ?? 0),
    add: (search: Search, now: number) => known.set(keyOf(search), now + thresholds.frequentTime.value)
  }
}

type Frequent = ReturnType<typeof makeFrequent>

/**
 * Provides {@link BatchedSearch}, which runs searches for one string in batches. Planning a statement takes several
 * times as long as finding a string that few contacts have. Searching in a batch for a string that many contacts have
 * is wasted work, so such searches are cached.
 */
export const layerBatchedSearch = Layer.effect(
  BatchedSearch,
  Effect.map(Database, (db) => {
    const frequent = makeFrequent()
    const search = batchStatement(db, {
      isShared: true,
      atOnce: thresholds.batchesAtOnce.value,
      atMost: thresholds.batchedSearches.value,
      wait,
      keyOf: ({ column, sort, test, workspace }: Search) =>
        [workspace, test, column, sort.field.kind, sort.direction, nameOf(sort), sort.options].join(),
      one: (search) => Effect.map(answers(db, frequent, [search]), ([answer]) => answer),
      all: (searches) => Effect.map(answers(db, frequent, searches), Arr.map(Exit.succeed))
    })
    return ({ page, question, sort, workspace }: BatchableSearch) => {
      const { _tag, field, text } = question
      const test = _tag === "TextEquals" ? "equals" : "contains"
      const asked: Search = { workspace, column: textColumn(field), test, text, sort, page }
      return Effect.flatMap(steadyMillis, (now) => (frequent.has(asked, now) ? Effect.succeedNone : search(asked)))
    }
  })
)

const nameOf = ({ field }: Sort) => (field.kind === "value" ? field.uuid : field.name)

type Db = Database["Service"]

type Answer = Option.Option<PlacePage<Contact>>

/** The columns of the table of searches: the search's number, its string, and the page's first and last item. */
const columns = { number: "integer", text: "text", skipped: "integer", last: "integer" } as const

const Head = Schema.Struct({
  number: Schema.Natural,
  total: Schema.NullOr(Schema.Natural),
  uuid: Schema.NullOr(Schema.String)
})
const decodeHeads = rowsDecoder(Head)
const decodeContacts = rowsDecoder(ContactRow)

/**
 * Runs searches that differ only in string and page as one statement, and returns their results in the order of the
 * searches. A search has no result if it finds more than `fewContacts`, or if the statement has not started the search
 * within `batchedTime`.
 */
const answers = (
  db: Db,
  frequent: Frequent,
  searches: Arr.NonEmptyReadonlyArray<Search>
): Effect.Effect<Arr.NonEmptyReadonlyArray<Answer>, StorageError> => {
  const { dialect, sql, table } = db
  const [{ column, sort, test, workspace }, ...others] = searches
  const text = sql`given.text`
  const isTrue = test === "equals" ? dialect.matches(column, text, "contacts") : contains(sql, column, text)
  const order = sortOrder(db, workspace, sort)
  const sorted = sql`${sortKeys(db, { order, direction: sort.direction }, "")}, uuid ${sql.literal(sort.direction)}`
  const source = sql`${table("contacts")} ${order.join === undefined ? sql`` : sql`LEFT JOIN ${order.join}`}`
  // Without MATERIALIZED, the planner would scan all contacts for the first matches, because it does not know how many
  // contacts match.
  const statement = sql`
    WITH found AS MATERIALIZED (
      SELECT number, skipped, last, CASE WHEN ${runsFor(sql, thresholds.batchedTime.value)} THEN ARRAY(
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
      const now = yield* steadyMillis
      const pages = Arr.map(searches, (search) => ({
        ...search.page,
        search,
        total: few + 1,
        items: new Array<Contact>(),
        last: -1
      }))
      for (const [index, { number, total, uuid }] of heads.entries()) {
        const page = pages[number]
        if (page === undefined || total === null) continue
        page.total = total
        if (total > few) frequent.add(page.search, now)
        if (uuid !== null) page.items.push(...found.take(1))
        page.last = index
      }
      return yield* Effect.forEach(
        pages,
        ({ items, last, offset, total }): Effect.Effect<Answer, Schema.SchemaError> => {
          if (total > few) return Effect.succeedNone
          const hasMore = items.length > 0 && offset + items.length < total
          const next = hasMore ? placeOfRow(order, rows[last]) : Effect.succeed(null)
          return Effect.map(next, (next) => Option.some({ items, total, next }))
        }
      )
    })
  )
}

/**
 * Returns the searches as a table `given`. A single search is passed as parameters, so that one plan serves all
 * strings.
 */
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

/** Returns the condition that the column contains the string. The condition can use the trigram index. */
const contains = (sql: SqlClient.SqlClient, column: string, text: Statement.Fragment) =>
  sql`(${sql(column)} LIKE '%' || regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g') || '%')`

/** Returns the condition that the statement has run for less than this many milliseconds. */
export const runsFor = (sql: SqlClient.SqlClient, milliseconds: number): Statement.Fragment =>
  sql`(clock_timestamp() < statement_timestamp() + ${sql.literal(`interval '${milliseconds} ms'`)})`
