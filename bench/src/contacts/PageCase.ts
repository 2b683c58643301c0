import { type Contact, Contacts, type Page } from "@rollcall/core"
import { Context, Effect } from "effect"
import * as Arr from "effect/Array"
import { Statement } from "effect/sql"
import { figuresOf } from "../Alternate.ts"
import { agree, type Case, type Limit, timedCase } from "../Case.ts"
import { type Cell, type Connection, type Found, parse } from "../stores/Connection.ts"
import type { Population } from "./Population.ts"

/**
 * Hand-written SQL for one page of contacts: `page` gives the rows, with `total` among their columns; where that is
 * slow, `total` is a statement of its own. Both take the workspace as their first parameter, then the operands.
 */
export interface PageSql {
  readonly page: string
  readonly total?: string
}

/** The same question about each of some values, answered by a page of contacts. */
export interface PageCase<V> {
  readonly name: string
  readonly limits: ReadonlyArray<Limit>
  readonly values: (population: Population) => Arr.NonEmptyReadonlyArray<V>
  readonly library: (
    contacts: Contacts["Service"],
    value: V,
    population: Population
  ) => Effect.Effect<Page<Contact>, Error>
  readonly operands: (value: V, dialect: Connection["dialect"], population: Population) => ReadonlyArray<Cell>
  readonly sqlite: PageSql
  readonly postgres: PageSql
}

/** Asks one question after another, or many at once, which takes a store that is another process. */
export const pageCase = <V>(definition: PageCase<V>, concurrency = 1): Case =>
  timedCase({
    limits: definition.limits,
    ...(concurrency === 1
      ? { name: definition.name }
      : { name: `${definition.name}, ${concurrency} at once`, only: "postgres", concurrency }),
    sides: Effect.fnUntraced(function* ({ explain, library: context, population, rival }) {
      const contacts = Context.get(context, Contacts)
      const connection = concurrency === 1 ? rival?.connection : rival?.pool
      const ask = connection && asking(connection, definition[connection.dialect])
      const pairs = Arr.map(definition.values(population), (value) => ({
        library: definition.library(contacts, value, population),
        rival: ask?.([population.workspace, ...definition.operands(value, connection?.dialect ?? "sqlite", population)])
      }))
      const totals = yield* Effect.forEach(pairs, ({ library, rival }) =>
        Effect.gen(function* () {
          const answer = summaryOf(yield* library)
          yield* agree(definition.name, answer, rival ? summaryOf(yield* rival) : answer)
          return Number(answer[0])
        })
      )
      const nth = (n: number) => pairs[n % pairs.length] ?? pairs[0]
      return {
        library: (n) => nth(n).library,
        rival: connection && ((n) => nth(n).rival ?? Effect.void),
        finds: figuresOf(totals).median,
        plan: explain && (yield* planOf(pairs[0].library, explain))
      }
    })
  })

const asking = (connection: Connection, sql: PageSql) => {
  const page = connection.prepare(sql.page)
  const total = sql.total === undefined ? undefined : connection.prepare(sql.total)
  const answerOf = (rows: ReadonlyArray<Found>, [whole]: ReadonlyArray<Found>) => ({
    total: Number(whole?.["total"] ?? 0),
    items: rows.map((row) => ({ uuid: row["uuid"], row, customFields: parse(String(row["custom_fields"])) }))
  })
  return (parameters: ReadonlyArray<Cell>) =>
    total === undefined
      ? Effect.map(page(parameters), (rows) => answerOf(rows, rows))
      : Effect.zipWith(page(parameters), total(parameters), answerOf)
}

const summaryOf = ({ items, total }: Page<{ readonly uuid: unknown }>) => [total, ...items.map(({ uuid }) => uuid)]

/** How the database answers the statements on contacts that the library runs for an effect. */
export const planOf = Effect.fnUntraced(function* (
  effect: Effect.Effect<unknown, Error>,
  explain: Connection["explain"]
) {
  const statements: Array<readonly [text: string, parameters: ReadonlyArray<unknown>]> = []
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      statements.push(statement.compile())
      return statement
    })
  )
  const onContacts = statements.filter(([text]) => /\bFROM (?:"?\w+"?\.)?"?contacts\b/i.test(text))
  return (yield* Effect.forEach(onContacts, ([text, parameters]) => explain(text, parameters))).join("; ")
})
