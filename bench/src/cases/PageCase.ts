import {
  type Contact,
  type ContactNotFound,
  Contacts,
  type InvalidInput,
  type Page,
  type StorageError
} from "@rollcall/core"
import { Context, Effect, Equal } from "effect"
import * as Arr from "effect/Array"
import { Statement } from "effect/sql"
import type { Population } from "../people/Population.ts"
import type { Answer, PageSql, Ran, Rival } from "../stores/Arena.ts"
import type { Cell } from "../stores/Rows.ts"
import { type Case, Disagreement, type Target } from "./Case.ts"

/** One thing to ask: of the library, and as the operands of hand-written SQL. The workspace comes before them. */
interface Question {
  readonly library: (
    contacts: Contacts["Service"]
  ) => Effect.Effect<Page<Contact>, ContactNotFound | InvalidInput | StorageError>
  readonly operands: { readonly [Dialect in Rival["dialect"]]: ReadonlyArray<Cell> }
}

/** A case that asks for a page of contacts. */
export interface PageCase {
  readonly name: string
  readonly target: Target | undefined
  readonly questions: (population: Population) => Arr.NonEmptyReadonlyArray<Question>
  readonly sqlite: PageSql
  readonly postgres: PageSql
}

/** Asked one after another. */
export const pageCase = (definition: PageCase): Case => ({
  name: definition.name,
  target: definition.target,
  atOnce: 1,
  block: 1,
  sides: sidesOf(definition, (rival) => rival.prepare)
})

/** Asked by many at once. */
export const crowdedPageCase = (definition: PageCase, atOnce: number): Case => ({
  name: `${definition.name}, ${atOnce} at once`,
  target: definition.target,
  atOnce,
  block: 1,
  sides: sidesOf(definition, (rival) => rival.prepareForMany)
})

const sidesOf = (definition: PageCase, preparing: (rival: Rival) => Rival["prepare"]): Case["sides"] =>
  Effect.fnUntraced(function* ({ library: context, population, rival }) {
    const contacts = Context.get(context, Contacts)
    const ask = rival && preparing(rival)(definition[rival.dialect])
    const pairs = Arr.map(definition.questions(population), ({ library, operands }) => ({
      library: library(contacts),
      rival: ask && rival && ask([population.workspace, ...operands[rival.dialect]])
    }))
    const totals = yield* Effect.forEach(pairs, (pair) => agreed(definition.name, pair.library, pair.rival))
    const byHand = Arr.flatMap(pairs, ({ rival }) => (rival === undefined ? [] : [rival]))
    return {
      library: (n) => nth(pairs, n).library,
      rival: Arr.isArrayNonEmpty(byHand) ? (n) => nth(byHand, n) : undefined,
      total: [...totals].sort((a, b) => a - b)[totals.length >> 1],
      plan: rival && (yield* planOf(pairs[0].library, rival))
    }
  })

const nth = <A>(list: Arr.NonEmptyReadonlyArray<A>, n: number): A => list[n % list.length] ?? list[0]

/** Both give the same contacts in the same order, out of as many. Gives how many. */
const agreed = Effect.fnUntraced(function* <E, F>(
  name: string,
  library: Effect.Effect<Answer, E>,
  rival: Effect.Effect<Answer, F> | undefined
) {
  const answer = summary(yield* library)
  const other = rival === undefined ? answer : summary(yield* rival)
  if (!Equal.equals(answer, other)) return yield* new Disagreement({ case: name, library: answer, rival: other })
  return answer.total
})

const summary = ({ items, total }: Answer) => ({ total, uuids: items.map(({ uuid }) => uuid) })

/** How the statements on contacts are answered that the library runs for an effect. */
const planOf = Effect.fnUntraced(function* <E>(effect: Effect.Effect<unknown, E>, rival: Rival) {
  const ran: Array<Ran> = []
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      const [text, parameters] = statement.compile()
      ran.push({ text, parameters })
      return statement
    })
  )
  const onContacts = ran.filter(({ text }) => /\bFROM contacts\b/i.test(text))
  return (yield* Effect.forEach(onContacts, rival.explain)).join("; ")
})
