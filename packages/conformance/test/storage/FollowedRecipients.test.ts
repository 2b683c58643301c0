import type { Recipient, WorkspaceUuid } from "@rollcall/core"
import type { RecipientFilter } from "@rollcall/core/sending"
import { DeliveryStore, Transaction } from "@rollcall/core/storage"
import { layer as memory } from "@rollcall/storage-memory"
import { DateTime, Effect } from "effect"
import fc from "fast-check"
import { agree } from "../../src/storage/shared/Check.ts"
import { forAll, generatedCases } from "../../src/storage/shared/ForAll.ts"
import { populate, populationArbitrary } from "../../src/storage/fixtures/Population.ts"
import { suite } from "../../../core/test/Suite.ts"

const plan = fc.record({
  deliveries: populationArbitrary,
  /** Which deliveries change between two pages, at one instant, and how many milliseconds that is after the one before. */
  changes: fc.array(
    fc.record({
      deliveries: fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 4 }),
      later: fc.constantFrom(0, 0, 1, 5)
    }),
    { minLength: 1, maxLength: 10 }
  ),
  limit: fc.integer({ min: 1, max: 4 })
})

/** Deliveries, and an effect that makes the next ones of them change. */
const changing = Effect.fnUntraced(function* ({
  changes,
  deliveries
}: typeof plan extends fc.Arbitrary<infer A> ? A : never) {
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const population = yield* populate(deliveries)
  const left = [...changes]
  let now = population.before.reduce((latest, { updatedAt }) => DateTime.max(latest, updatedAt), population.now)
  const change = Effect.gen(function* () {
    const next = left.shift()
    if (next === undefined) return
    now = DateTime.add(now, { milliseconds: next.later })
    const chosen = population.before.filter((_, index) => next.deliveries.includes(index))
    const rows = (yield* store.lock({ deliveries: chosen })).filter(({ updatedAt }) =>
      DateTime.isLessThan(updatedAt, now)
    )
    yield* store.save(rows.map((row) => ({ ...row, updatedAt: now })))
  })
  return { ...population, change: transaction.run(change), isOver: () => left.length === 0 }
})

/** Reads all pages of a listing, each after the other. `between` happens after each page. */
const readPages = Effect.fnUntraced(function* <E, R>(
  workspace: WorkspaceUuid,
  filter: RecipientFilter,
  limit: number,
  between: Effect.Effect<void, E, R>
) {
  const store = yield* DeliveryStore
  const pages: Array<ReadonlyArray<Recipient>> = []
  for (;;) {
    const { items } = yield* store.recipients(workspace, filter, { limit, offset: pages.length * limit })
    pages.push(items)
    yield* between
    if (items.length < limit) return pages
  }
})

const uuidsOf = (recipients: ReadonlyArray<Recipient>) => recipients.map(({ uuid }) => uuid)

const ever = { broadcast: null, clientReferences: null, updatedAfter: DateTime.makeUnsafe(-1) }

suite(memory)("reading recipients page by page while they change", (test) => {
  test("B14: a reader that continues from the first page's latest change misses no change", function* () {
    const store = yield* DeliveryStore
    yield* forAll(plan, yield* generatedCases, function* (given) {
      const { change, isOver, ref } = yield* changing(given)
      const known = new Map<string, Recipient>()
      let since = ever.updatedAfter
      for (let quiet = 0; quiet < 2; quiet += isOver() ? 1 : 0) {
        const filter = { ...ever, updatedAfter: since }
        const { items } = yield* store.recipients(ref.workspace, filter, { limit: 100, offset: 0 })
        const pages = yield* readPages(ref.workspace, filter, given.limit, change)
        const seen = new Set(uuidsOf(pages.flat()))
        yield* agree(
          "Skipped",
          uuidsOf(items).filter((uuid) => !seen.has(uuid)),
          []
        )
        for (const recipient of pages.flat()) known.set(recipient.uuid, recipient)
        // Others may change at the instant of the latest change that was seen.
        const [first = []] = pages
        for (const { updatedAt } of first) {
          since = DateTime.max(since, DateTime.subtract(updatedAt, { milliseconds: 1 }))
        }
      }
      const { items: all } = yield* store.recipients(ref.workspace, ever, { limit: 100, offset: 0 })
      yield* agree<ReadonlyArray<Recipient | undefined>>(
        "What is known",
        all.map(({ uuid }) => known.get(uuid)),
        all
      )
    })
  })
})
