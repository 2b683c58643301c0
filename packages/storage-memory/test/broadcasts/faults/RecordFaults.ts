import { type BroadcastRef, type Page, type Recipient, type RecipientUuid, slice, StorageError } from "@rollcall/core"
import { DateTime, Duration, Effect, Option } from "effect"
import { all, type Faults } from "./Fault.ts"

const everyone = { limit: all, offset: 0 }

const ofPage = <A>({ items }: Page<A>): Page<A> => ({ items, total: items.length })

const byUpdate = (a: Recipient, b: Recipient) => DateTime.Order(a.updatedAt, b.updatedAt)

/** Faults in what is kept and shown: uuids, listings, counters, idempotency keys and token buckets. */
export const recordFaults: Faults = {
  "a uuid that another workspace has taken": (store) => {
    const taken = new Set<string>()
    return {
      insert: (broadcast, recipients) => {
        if (taken.has(broadcast.uuid)) return Effect.fail(new StorageError({ reason: "Conflict", cause: broadcast }))
        taken.add(broadcast.uuid)
        return store.insert(broadcast, recipients)
      }
    }
  },
  "an outcome that counts through another workspace's broadcast of the same uuid": (store) => {
    const owners = new Map<RecipientUuid, BroadcastRef>()
    return {
      insert: (broadcast, recipients) => {
        const ref = { workspace: broadcast.workspaceUuid, broadcast: broadcast.uuid }
        for (const { uuid } of recipients) owners.set(uuid, ref)
        return store.insert(broadcast, recipients)
      },
      recordOutcomes: (ref, outcomes, overError) => {
        const [owner] = outcomes.flatMap(({ uuid }) => owners.get(uuid) ?? [])
        return store.recordOutcomes(owner?.broadcast === ref.broadcast ? owner : ref, outcomes, overError)
      }
    }
  },
  "a broadcast that is there already, and no conflict": (store) => ({
    insert: (broadcast, recipients) => Effect.ignore(store.insert(broadcast, recipients))
  }),
  "a recipient that comes twice and is kept once": (store) => ({
    insert: (broadcast, recipients) =>
      store.insert(broadcast, Array.from(new Map(recipients.map((one) => [one.uuid, one])).values()))
  }),
  "recipients in the order of their update": (store) => ({
    recipients: (workspace, uuid, updatedAfter, page) =>
      Effect.map(store.recipients(workspace, uuid, updatedAfter, everyone), ({ items }) =>
        slice(items.toSorted(byUpdate), page)
      )
  }),
  "the total of the page alone": (store) => ({
    recipients: (...args) => Effect.map(store.recipients(...args), ofPage)
  }),
  "recipients updated at the instant too": (store) => ({
    recipients: (workspace, uuid, updatedAfter, page) =>
      store.recipients(workspace, uuid, updatedAfter && DateTime.subtract(updatedAfter, { milliseconds: 1 }), page)
  }),
  "statuses that are latest first": (store) => ({
    statuses: (workspace, filter, page) =>
      Effect.map(store.statuses(workspace, filter, everyone), ({ items }) => slice(items.toReversed(), page))
  }),
  "an empty list of references that is no filter": (store) => ({
    statuses: (workspace, filter, page) => {
      const { clientReferences } = filter
      return store.statuses(
        workspace,
        { ...filter, clientReferences: clientReferences?.length === 0 ? null : clientReferences },
        page
      )
    }
  }),
  "a counter without those who were never handed over": (store) => ({
    details: Effect.fnUntraced(function* (workspace, uuid) {
      const { items } = yield* store.recipients(workspace, uuid, null, everyone)
      const never = items.filter(({ error }) => error?.endsWith("before sending")).length
      return Option.map(yield* store.details(workspace, uuid), ({ broadcast, counters }) => ({
        broadcast,
        counters: { ...counters, rejected: counters.rejected - never }
      }))
    })
  }),
  "a key that is never spent": (store) => ({
    claimIdempotencyKey: (...args) => Effect.as(store.claimIdempotencyKey(...args), Option.none())
  }),
  "keys that differ in case and are one": (store) => ({
    claimIdempotencyKey: (workspace, key, record) => store.claimIdempotencyKey(workspace, key.toLowerCase(), record),
    findIdempotencyKey: (workspace, key) => store.findIdempotencyKey(workspace, key.toLowerCase())
  }),
  "a wait of at most a second": (store) => ({
    takeSendSlots: (...args) =>
      Effect.map(store.takeSendSlots(...args), ({ granted, retryAfter }) => ({
        granted,
        retryAfter: Duration.min(retryAfter, Duration.seconds(1))
      }))
  }),
  "a wait of no time": (store) => ({
    takeSendSlots: (...args) =>
      Effect.map(store.takeSendSlots(...args), ({ granted }) => ({ granted, retryAfter: Duration.zero }))
  }),
  "one bucket for all senders": (store) => ({
    takeSendSlots: (workspace, _sender, wanted, rate) => store.takeSendSlots(workspace, "anyone", wanted, rate)
  })
}
