import type { Contact, Page, PageRequest } from "@rollcall/core"
import { type SearchLimits, withoutLimits } from "@rollcall/core/search"
import { ContactStore, type SearchPlan } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { agree, Discrepancy, show } from "../shared/Check.ts"
import { SearchCorpus } from "./corpus/SearchCorpus.ts"

/** No part of a search is quick, so that it is answered by the others. */
const slowOnly: SearchLimits<never> = { ...withoutLimits, quick: () => Effect.succeedNone }

interface NotQuick {
  readonly _tag: "NotQuick"
}

/** A search fails if it needs more than its quick part. */
const quickOnly: SearchLimits<NotQuick> = { ...withoutLimits, slow: () => Effect.fail({ _tag: "NotQuick" }) }

/** Fails unless the store answers a search as the oracle does, also quickly if it has a quick answer. */
export const agreesOn = Effect.fnUntraced(function* (plan: SearchPlan, page: PageRequest) {
  const store = yield* ContactStore
  const { workspace } = yield* SearchCorpus
  const quick = yield* quickAnswer(plan, page)
  if (Option.isSome(quick)) yield* agreesWith(plan, page, quick.value)
  return yield* agreesWith(plan, page, yield* store.search(workspace, plan, page, slowOnly))
})

/** The quick answer of the store; none if it gives none. */
const quickAnswer = Effect.fnUntraced(function* (plan: SearchPlan, page: PageRequest) {
  const store = yield* ContactStore
  const { workspace } = yield* SearchCorpus
  return yield* store.search(workspace, plan, page, quickOnly).pipe(
    Effect.map(Option.some),
    Effect.catchTag("NotQuick", () => Effect.succeedNone)
  )
})

/** Fails unless an answer is that of the oracle: the same contacts in the same order, and the total. Returns the total. */
export const agreesWith = Effect.fnUntraced(function* (plan: SearchPlan, page: PageRequest, actual: Page<Contact>) {
  const { oracle } = yield* SearchCorpus
  const expected = oracle.search(plan, page)
  const about = () => `${show(plan)}, limit ${page.limit} offset ${page.offset}`
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
  return expected.total
})

interface Named {
  readonly uuid: string
}

const sameOrder = (a: ReadonlyArray<Named>, b: ReadonlyArray<Named>): boolean =>
  a.length === b.length && a.every(({ uuid }, index) => uuid === b[index]?.uuid)

const names = (items: ReadonlyArray<Named>): string =>
  items.length === 0 ? "none" : show(items.slice(0, 10).map(({ uuid }) => uuid.slice(-6)))
