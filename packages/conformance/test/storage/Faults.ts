import {
  BroadcastStore,
  type Claim,
  type Condition,
  ContactImportStore,
  ContactListStore,
  ContactStore,
  CustomFieldStore,
  DeliveryStore,
  DueWork,
  SegmentStore,
  Transaction,
  type UnmatchedReceipt,
  WebhookStore
} from "@rollcall/core/storage"
import { Context, Duration, Effect, Option } from "effect"
import { PersistedQueue } from "effect/persistence"
import { audienceFaults } from "./AudienceFaults.ts"
import { eventFaults } from "./EventFaults.ts"
import { type Fault, wrong } from "./Fault.ts"

/** A search that misreads a condition. */
const searching = (misread: (condition: Condition) => Condition) =>
  wrong(ContactStore, (right) => ({
    search: (workspace, plan, page, limits) =>
      right.search(workspace, { ...plan, condition: misread(plan.condition) }, page, limits)
  }))

/** Changes the parts of a condition from the inside out. */
const everywhere =
  (change: (condition: Condition) => Condition) =>
  (condition: Condition): Condition => {
    const inside = everywhere(change)
    switch (condition._tag) {
      case "All":
      case "Any":
        return change({ ...condition, conditions: condition.conditions.map(inside) })
      case "Not":
        return change({ ...condition, condition: inside(condition.condition) })
      default:
        return change(condition)
    }
  }

/** Whether the fiber is inside a transaction of {@link faults}. */
const isInside = Context.Reference<boolean>("@rollcall/conformance/storage/test/IsInside", {
  defaultValue: () => false
})

/** Hazards of stores, each in a store that is correct otherwise. */
export const faults: { readonly [hazard: string]: Fault } = {
  "a LIKE whose wildcards are not escaped": {
    seenBy: "search",
    port: searching(
      everywhere((condition) =>
        condition._tag === "TextContains" && /^[%_]+$/.test(condition.text)
          ? { _tag: "TextPresent", field: condition.field }
          : condition
      )
    )
  },

  "a negation that is null where the value is missing": {
    seenBy: "search",
    port: searching(
      everywhere((condition) =>
        condition._tag === "Not" && condition.condition._tag === "TextEquals"
          ? { _tag: "All", conditions: [condition, { _tag: "TextPresent", field: condition.condition.field }] }
          : condition
      )
    )
  },

  "an index of substrings without the exact test": {
    seenBy: "search",
    port: searching(
      everywhere((condition) =>
        condition._tag === "TextEndsWith" ? { ...condition, _tag: "TextContains" } : condition
      )
    )
  },

  "missing values first where the order is descending": {
    seenBy: "pages",
    port: wrong(ContactStore, (right) => ({
      search: (workspace, plan, page, limits) => {
        if (plan.sort.direction === "asc") return right.search(workspace, plan, page, limits)
        const sort = { ...plan.sort, direction: "asc" } as const
        return Effect.map(
          right.search(workspace, { ...plan, sort }, { limit: 1e6, offset: 0 }, limits),
          ({ items, total }) => ({
            items: items.toReversed().slice(page.offset, page.offset + page.limit),
            total,
            next: null
          })
        )
      }
    }))
  },

  "a total that counts the page": {
    seenBy: "pages",
    port: wrong(ContactStore, (right) => ({
      search: (workspace, plan, page, limits) =>
        Effect.map(right.search(workspace, plan, page, limits), ({ items }) => ({
          items,
          total: items.length,
          next: null
        }))
    }))
  },

  "a uuid that is looked for in every workspace": {
    seenBy: "contacts",
    port: wrong(ContactStore, (right) => {
      const homes = new Map<string, Parameters<typeof right.find>[0]>()
      return {
        find: (workspace, uuid) => right.find(homes.get(uuid) ?? workspace, uuid),
        save: (writes) => {
          for (const { contact } of writes.created) homes.set(contact.uuid, contact.workspaceUuid)
          return right.save(writes)
        }
      }
    })
  },

  "a second contact with one uuid that replaces the first": {
    seenBy: "contacts",
    port: wrong(ContactStore, (right) => ({
      save: (writes) =>
        Effect.catch(right.save(writes), () =>
          right.save({ created: [], changed: [...writes.created, ...writes.changed] })
        )
    }))
  },

  "an inner transaction that is not undone alone": {
    seenBy: "transactions",
    port: wrong(Transaction, (right) => ({
      run: (effect) =>
        Effect.flatMap(isInside, (inside) =>
          inside ? effect : right.run(Effect.provideService(effect, isInside, true))
        )
    }))
  },

  "a job that is offered before the commit": {
    seenBy: "queue",
    port: PersistedQueue.layerStoreMemory
  },

  "a field key that two definitions have": {
    seenBy: "custom fields",
    port: wrong(CustomFieldStore, (right) => ({ insert: (field) => Effect.as(right.insert(field), true) }))
  },

  "archived members that are listed": {
    seenBy: "contact lists",
    port: wrong(ContactListStore, (right) => ({
      members: (workspace, list, listing, page) =>
        right.members(workspace, list, { ...listing, includeArchived: true }, page)
    }))
  },

  "archived segments among the active ones": {
    seenBy: "segments",
    port: wrong(SegmentStore, (right) => ({
      list: (workspace, filter, sort, page) => right.list(workspace, { ...filter, status: null }, sort, page)
    }))
  },

  "a list that every contact is on": {
    seenBy: "segments",
    port: wrong(ContactListStore, () => ({ among: (_workspace, _contact, lists) => Effect.succeed(lists) }))
  },

  "an import that two processes claim": {
    seenBy: "import store",
    port: wrong(ContactImportStore, (right) => ({
      claimDue: (options) => right.claimDue({ ...options, nextCheckAfter: Duration.zero })
    }))
  },

  "rows of imports that are removed too early": {
    seenBy: "import store",
    port: wrong(ContactImportStore, (right) => ({
      pruneRows: ({ limit }) => right.pruneRows({ keepFor: Duration.zero, limit })
    }))
  },

  "idempotency keys that are removed too early": {
    seenBy: "broadcasts",
    port: wrong(BroadcastStore, (right) => ({
      pruneIdempotencyKeys: ({ limit }) => right.pruneIdempotencyKeys({ keepFor: Duration.minutes(29), limit })
    }))
  },

  "a broadcast that is visible before all of it is stored": {
    seenBy: "broadcasts",
    port: wrong(BroadcastStore, (right) => ({
      stage: Effect.fnUntraced(function* (broadcast, recipients, abandonedAfter) {
        yield* right.stage(broadcast, recipients, abandonedAfter)
        yield* right.publish({ workspace: broadcast.workspaceUuid, broadcast: broadcast.uuid }, null)
      })
    }))
  },

  "an idempotency key with two winners": {
    seenBy: "broadcasts",
    port: wrong(BroadcastStore, (right) => ({ publish: (ref) => Effect.as(right.publish(ref, null), Option.none()) }))
  },

  "a send that begins although its claim is over": {
    seenBy: "deliveries",
    port: wrong(DeliveryStore, (right) => ({
      beginSends: (ref, attempts, lease) =>
        Effect.map(right.beginSends(ref, attempts, lease), () => attempts.map(({ uuid }) => uuid))
    }))
  },

  "a delivery that is claimed twice": {
    seenBy: "deliveries",
    port: wrong(DeliveryStore, (right) => {
      const claims = new Map<string, Claim>()
      return {
        claim: (ref, options) =>
          Effect.map(right.claim(ref, options), (claim) => {
            const last = claims.get(ref.broadcast)
            claims.set(ref.broadcast, claim)
            return claim._tag === "Drained" && last?._tag === "Claimed" ? last : claim
          })
      }
    })
  },

  "an outcome of an earlier attempt that is recorded": {
    seenBy: "deliveries",
    port: wrong(DeliveryStore, (right) => ({
      recordAccepted: Effect.fnUntraced(function* (ref, accepted) {
        const rows = yield* right.lock({
          deliveries: accepted.map(({ uuid }) => ({ workspaceUuid: ref.workspace, uuid }))
        })
        const latest = new Map(rows.map(({ attempt, uuid }) => [uuid, attempt]))
        return yield* right.recordAccepted(
          ref,
          accepted.map((message) => ({ ...message, attempt: latest.get(message.uuid) ?? message.attempt }))
        )
      })
    }))
  },

  "a receipt that comes before its message id and is lost": {
    seenBy: "deliveries",
    port: wrong(DeliveryStore, () => ({ keepUnmatched: () => Effect.void }))
  },

  "a receipt of one workspace in the place of another's": {
    seenBy: "deliveries",
    port: wrong(DeliveryStore, (right) => ({
      keepUnmatched: (receipts) =>
        Effect.gen(function* () {
          const kept = yield* right.unmatched(receipts.map(({ messageId }) => messageId))
          const isKept = ({ messageId, status }: UnmatchedReceipt) =>
            kept.some((other) => other.messageId === messageId && other.status === status)
          yield* right.keepUnmatched(receipts.filter((receipt) => !isKept(receipt)))
        })
    }))
  },

  "a broadcast that has the channel of another": {
    seenBy: "broadcasts",
    port: wrong(BroadcastStore, (right) => ({
      channelTypes: (refs) =>
        Effect.map(right.channelTypes(refs), (found) =>
          found.map(({ ref }) => ({
            ref,
            channelType: found.find((other) => other.ref.broadcast === ref.broadcast)?.channelType ?? ""
          }))
        )
    }))
  },

  "a token bucket that every process has for itself": {
    seenBy: "deliveries",
    port: wrong(DeliveryStore, (right) => {
      let process = 0
      return {
        takePermits: (workspace, sender, wanted, rate) =>
          right.takePermits(workspace, `${sender} of process ${process++ % 2}`, wanted, rate)
      }
    })
  },

  "a wait that no commit ends": {
    seenBy: "due work",
    port: wrong(DueWork, () => ({ awaitDue: () => Effect.sleep("1 day") }))
  },

  "pending recipients that stay when a broadcast is over": {
    seenBy: "deliveries",
    port: wrong(BroadcastStore, () => ({ rejectUnsent: () => Effect.succeed([]) }))
  },

  "a literal reason that a bulk statement does not write": {
    seenBy: "deliveries",
    port: wrong(BroadcastStore, (right) => ({
      rejectUnsent: (ref, { error }) => right.rejectUnsent(ref, { reason: "failed", error })
    }))
  },

  "a webhook that two processes claim": {
    seenBy: "webhooks",
    port: wrong(WebhookStore, (right) => ({
      claimDue: (options) => right.claimDue({ ...options, lease: Duration.zero })
    }))
  },

  "a workspace that has every turn of webhooks": {
    seenBy: "webhooks",
    port: wrong(WebhookStore, (right) => ({
      claimDue: (options) => right.claimDue({ ...options, share: Infinity })
    }))
  },

  ...eventFaults,
  ...audienceFaults
}
