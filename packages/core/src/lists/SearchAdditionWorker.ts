import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { forkSweep, runForever } from "../background/BackgroundLoop.ts"
import { planIn } from "../contacts/ContactSearch.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import type { SearchPlan } from "../search/Plan.ts"
import { withoutLimits } from "../search/SearchLimit.ts"
import type { Sort } from "../search/Sort.ts"
import type { PlacePage } from "../shared/Page.ts"
import type { Contact } from "../contacts/Contact.ts"
import { Transaction } from "../shared/Transaction.ts"
import { ContactListStore } from "./ContactListStore.ts"
import { isAdditionOver, type SearchAddition, type StoredSearchAddition } from "./SearchAddition.ts"
import { type SearchAdditionRef, SearchAdditionStore } from "./SearchAdditionStore.ts"

/** How many contacts one step adds, in one transaction. */
const contactsAtOnce = 1_000

/** How many additions one sweep claims; the next one claims the others. */
const additionsAtOnce = 10

/** How long after its last step an addition is due for any worker, should the one that works on it have died. */
const dueAfter = Duration.seconds(30)

/** How often additions are looked for, if the store does not know when one is due. */
const sweepEvery = Duration.seconds(1)

/** An order that nothing changes, so that each contact that stays is looked at once (S16). */
const byCreation: Sort = { field: { kind: "instant", name: "createdAt" }, direction: "asc" }

/**
 * The background work that adds the contacts of searches to lists. Any number of processes may run it on one store. If one
 * dies, another continues behind the last step that was committed. A host that leaves it out only accepts searches. Searches
 * that name sets of contacts need `ContactSets`.
 */
export const layerSearchAdditionWorker = Layer.effectDiscard(
  Effect.suspend(() => forkSweep("additions to lists", "additions", runDueAdditions, sweepEvery))
)

/** Runs the additions that are due. One that fails costs itself, and is due again later. */
const runDueAdditions = Effect.gen(function* () {
  const store = yield* SearchAdditionStore
  const due = yield* store.claimDue({ limit: additionsAtOnce, dueAfter })
  yield* Effect.forEach(
    due,
    (ref) => Effect.annotateLogs(runForever("additions to lists", runAddition(ref)), { addition: ref.addition }),
    {
      discard: true
    }
  )
})

/** Adds the contacts of a search to its list, step by step, until all are added or another process does it. */
export const runAddition = Effect.fn("SearchAddition.run")((ref: SearchAdditionRef, atOnce: number = contactsAtOnce) =>
  Effect.repeat(additionStep(ref, atOnce), { until: (hasMore) => !hasMore })
)

/**
 * Adds the next contacts, and returns whether there may be more. They are searched for before the transaction, which is
 * short that way, and added if no other process has meanwhile made this step.
 */
const additionStep = Effect.fn("SearchAddition.step")(function* (ref: SearchAdditionRef, atOnce: number) {
  const store = yield* SearchAdditionStore
  const transaction = yield* Transaction
  const before = Option.getOrUndefined(yield* store.find(ref))
  if (before === undefined || isAdditionOver(before)) return false
  const plan = yield* planOf(before)
  const page = Option.isSome(plan) ? yield* readNext(before, plan.value, atOnce) : null
  return yield* transaction.run(
    Effect.gen(function* () {
      const locked = Option.getOrUndefined(yield* store.lock(ref))
      if (locked === undefined || isAdditionOver(locked)) return false
      if (locked.processed !== before.processed || locked.after?.uuid !== before.after?.uuid) return true
      const after = yield* advanced(locked, page)
      yield* store.replace(after, dueAfter)
      return !isAdditionOver(after)
    })
  )
})

/** The plan of an addition's search; none if it cannot be made any more. */
const planOf = ({ search, workspaceUuid }: StoredSearchAddition) =>
  search === null
    ? Effect.succeedNone
    : planIn(workspaceUuid, search).pipe(
        Effect.map(Option.some),
        Effect.catchTag("InvalidInput", () => Effect.succeedNone)
      )

const readNext = ({ after, workspaceUuid }: StoredSearchAddition, { condition }: SearchPlan, limit: number) =>
  ContactStore.use((store) =>
    store.search(
      workspaceUuid,
      { condition, sort: byCreation },
      { limit, offset: 0, ...(after && { after }) },
      withoutLimits
    )
  )

/** Adds the contacts of a page to the list of a locked addition, and returns it as it is then. */
const advanced = Effect.fnUntraced(function* (addition: StoredSearchAddition, page: PlacePage<Contact> | null) {
  const lists = yield* ContactListStore
  const { contactListUuid, createdBy, workspaceUuid } = addition
  const now = DateTime.max(yield* DateTime.now, addition.updatedAt)
  const list = Option.getOrUndefined(yield* lists.lock(workspaceUuid, contactListUuid))
  if (list === undefined || list.status === "archived") return over(addition, "failed", "list_archived", now)
  if (page === null) return over(addition, "failed", "search_invalid", now)
  const uuids = page.items.map(({ uuid }) => uuid)
  const joinedAt = DateTime.max(now, list.updatedAt)
  const outcomes =
    uuids.length === 0
      ? []
      : Array.from(
          yield* lists.addMembers(workspaceUuid, contactListUuid, uuids, createdBy, joinedAt),
          ([, one]) => one
        )
  const last = page.items[page.items.length - 1]
  const counted: StoredSearchAddition = {
    ...addition,
    status: "running",
    processed: addition.processed + uuids.length,
    added: addition.added + outcomes.filter((outcome) => outcome === "added").length,
    present: addition.present + outcomes.filter((outcome) => outcome === "present").length,
    after: last === undefined ? addition.after : { key: last.createdAt.epochMilliseconds, uuid: last.uuid },
    updatedAt: now
  }
  return page.next === null ? over(counted, "completed", null, now) : counted
})

const over = (
  addition: StoredSearchAddition,
  status: "completed" | "failed",
  reason: SearchAddition["reason"],
  now: DateTime.Utc
): StoredSearchAddition => ({ ...addition, status, reason, updatedAt: now, search: null, after: null })
