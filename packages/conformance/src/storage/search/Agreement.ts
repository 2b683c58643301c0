import type { Contact } from "@rollcall/core"
import type { PlacePage, PlaceRequest } from "@rollcall/core/operations"
import { type SearchLimits, withoutLimits } from "@rollcall/core/people"
import { ContactStore, type SearchPlan } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { agree, Discrepancy, show } from "../shared/Check.ts"
import { SearchCorpus } from "./corpus/SearchCorpus.ts"

/** Disables the quick part of a search, so that the slow part returns all results. */
const slowOnly: SearchLimits<never> = { ...withoutLimits, quick: () => Effect.succeedNone }

interface NotQuick {
  readonly _tag: "NotQuick"
}

/** Makes a search fail if its quick part is not sufficient. */
const quickOnly: SearchLimits<NotQuick> = { ...withoutLimits, slow: () => Effect.fail({ _tag: "NotQuick" }) }

/**
 * Fails unless the store returns the oracle's result, and the same result from its quick part if the quick part returns
 * one. Reads a later page both by its offset and by the position before it.
 */
export const agreesOn = Effect.fnUntraced(function* (plan: SearchPlan, page: PlaceRequest) {
  const { oracle } = yield* SearchCorpus
  const { limit, offset } = page
  const before = offset === 0 ? null : oracle.search(plan, { limit: 1, offset: offset - 1 }).next
  if (before !== null) yield* agreesOnPage(plan, { limit, offset: 0, after: before })
  return yield* agreesOnPage(plan, page)
})

const agreesOnPage = Effect.fnUntraced(function* (plan: SearchPlan, page: PlaceRequest) {
  const store = yield* ContactStore
  const { workspace } = yield* SearchCorpus
  const quick = yield* quickAnswer(plan, page)
  if (Option.isSome(quick)) yield* agreesWith(plan, page, quick.value)
  return yield* agreesWith(plan, page, yield* store.search(workspace, plan, page, slowOnly))
})

/** Returns the result of the store's quick part; none if it has no result. */
const quickAnswer = Effect.fnUntraced(function* (plan: SearchPlan, page: PlaceRequest) {
  const store = yield* ContactStore
  const { workspace } = yield* SearchCorpus
  return yield* store.search(workspace, plan, page, quickOnly).pipe(
    Effect.map(Option.some),
    Effect.catchTag("NotQuick", () => Effect.succeedNone)
  )
})

/**
 * Fails unless a result equals the oracle's: the same contacts in the same order, the same total, and the same position
 * for the next page. Returns the total.
 */
export const agreesWith = Effect.fnUntraced(function* (
  plan: SearchPlan,
  page: PlaceRequest,
  actual: PlacePage<Contact>
) {
  const { oracle } = yield* SearchCorpus
  const expected = oracle.search(plan, page)
  const about = () => `${show(plan)}, ${show(page)}`
  if (actual.total !== expected.total || !sameOrder(actual.items, expected.items)) {
    return yield* new Discrepancy({
      message: [
        about(),
        `  expected ${expected.total} in all, on this page ${names(expected.items)}`,
        `  but got  ${actual.total} in all, on this page ${names(actual.items)}`
      ].join("\n")
    })
  }
  yield* agree(about(), actual.items, expected.items)
  yield* agree(`The next of ${about()}`, actual.next, expected.next)
  return expected.total
})

interface Named {
  readonly uuid: string
}

const sameOrder = (a: ReadonlyArray<Named>, b: ReadonlyArray<Named>): boolean =>
  a.length === b.length && a.every(({ uuid }, index) => uuid === b[index]?.uuid)

const names = (items: ReadonlyArray<Named>): string =>
  items.length === 0 ? "none" : show(items.slice(0, 10).map(({ uuid }) => uuid.slice(-6)))
