import type { HandOverOutcome, RecipientUuid, Settlement } from "@rollcall/core"
import { DateTime, Duration, Effect } from "effect"
import { type Faults, keyOf, type Store } from "./Fault.ts"

/** What a store does otherwise that knows the latest attempt of every recipient. */
const knowingAttempts = (store: Store, change: (latest: ReadonlyMap<RecipientUuid, number>) => Partial<Store>) => {
  const latest = new Map<RecipientUuid, number>()
  return {
    claim: (...args: Parameters<Store["claim"]>) =>
      Effect.tap(store.claim(...args), (claim) =>
        Effect.sync(() => {
          if (claim._tag !== "Claimed") return
          for (const { attempt, uuid } of claim.recipients) latest.set(uuid, attempt)
        })
      ),
    ...change(latest)
  }
}

/** What a store does otherwise that knows the channel's ids of messages that were taken. */
const knowingMessages = (store: Store, change: (owners: ReadonlyMap<string, RecipientUuid>) => Partial<Store>) => {
  const owners = new Map<string, RecipientUuid>()
  return {
    recordOutcomes: (...args: Parameters<Store["recordOutcomes"]>) => {
      for (const outcome of args[1]) if (outcome._tag === "Taken") owners.set(outcome.messageId, outcome.uuid)
      return store.recordOutcomes(...args)
    },
    ...change(owners)
  }
}

const eachOutcome = (store: Store, change: (outcome: HandOverOutcome) => HandOverOutcome): Partial<Store> => ({
  recordOutcomes: (ref, outcomes, overError) => store.recordOutcomes(ref, outcomes.map(change), overError)
})

const eachSettlement = (store: Store, change: (record: Settlement) => Settlement): Partial<Store> => ({
  settle: (settlements, overError) =>
    store.settle(
      settlements.map((one) => ({ ...one, record: change(one.record) })),
      overError
    )
})

/** Faults in how accounts move: by claims, outcomes, settlements and receipts. */
export const ledgerFaults: Faults = {
  "a claim of the last first": (store) => ({
    claim: (...args) =>
      Effect.map(store.claim(...args), (claim) =>
        claim._tag === "Claimed" ? { ...claim, recipients: claim.recipients.toReversed() } : claim
      )
  }),
  "a claim of one more than was asked for": (store) => ({
    claim: (ref, { lease, limit }) => store.claim(ref, { lease, limit: limit + 1 })
  }),
  "a lease of twice the time": (store) => ({
    claim: (ref, { lease, limit }) => store.claim(ref, { limit, lease: Duration.times(lease, 2) })
  }),
  "a wait for the retry that was recorded last": (store) => {
    const retries = new Map<string, DateTime.Utc>()
    return {
      recordOutcomes: Effect.fnUntraced(function* (ref, outcomes, overError) {
        const now = yield* store.now
        for (const outcome of outcomes) {
          if (outcome._tag === "Retry") retries.set(keyOf(ref), DateTime.addDuration(now, outcome.delay))
        }
        yield* store.recordOutcomes(ref, outcomes, overError)
      }),
      claim: (ref, options) =>
        Effect.map(store.claim(ref, options), (claim) =>
          claim._tag === "Waiting" ? { ...claim, until: retries.get(keyOf(ref)) ?? claim.until } : claim
        )
    }
  },
  "an outcome of an earlier claim that counts": (store) =>
    knowingAttempts(store, (latest) =>
      eachOutcome(store, (outcome) => ({ ...outcome, attempt: latest.get(outcome.uuid) ?? outcome.attempt }))
    ),
  "a retry that always counts as a try": (store) =>
    eachOutcome(store, (outcome) => (outcome._tag === "Retry" ? { ...outcome, counts: true } : outcome)),
  "a retry that does not wait": (store) =>
    eachOutcome(store, (outcome) => (outcome._tag === "Retry" ? { ...outcome, delay: Duration.zero } : outcome)),
  "a lost answer that is handed over again": (store) =>
    eachOutcome(store, (outcome) =>
      outcome._tag === "Unknown" ? { ...outcome, _tag: "Retry", delay: Duration.zero, counts: true } : outcome
    ),
  "a lease that is given once and never again": (store) => ({
    surrenderLeases: ({ limit }) => store.surrenderLeases({ limit, askAgainAfter: Duration.days(9) })
  }),
  "a settlement of an earlier claim that counts": (store) =>
    knowingAttempts(store, (latest) => ({
      settle: (settlements, overError) =>
        store.settle(
          settlements.map((settlement) => ({
            ...settlement,
            attempt: latest.get(settlement.uuid) ?? settlement.attempt
          })),
          overError
        )
    })),
  "somebody of whom the channel cannot tell, and who is asked for again": (store) => ({
    settle: (settlements, overError) =>
      store.settle(
        settlements.filter(({ record }) => record._tag !== "Untold"),
        overError
      )
  }),
  "a lost answer that is never asked for": (store) =>
    eachOutcome(store, (outcome) => (outcome._tag === "Unknown" ? { ...outcome, askAfter: null } : outcome)),
  "somebody who is sent to again without end": (store) =>
    eachSettlement(store, (record) => (record._tag === "Resend" ? { _tag: "NeverTaken" } : record)),
  "somebody given up who stays unknown": (store) =>
    eachSettlement(store, (record) => (record._tag === "GiveUp" ? { _tag: "Untold" } : record)),
  "receipts by message id before correlation": (store) =>
    knowingMessages(store, (owners) => ({
      applyReceipts: (receipts) =>
        store.applyReceipts(
          receipts.map((receipt) => ({ ...receipt, correlation: owners.get(receipt.messageId) ?? receipt.correlation }))
        )
    })),
  "a receipt that is lost where nobody knows its correlation": (store) => {
    const known = new Set<RecipientUuid>()
    return {
      insert: (broadcast, recipients) => {
        for (const { uuid } of recipients) known.add(uuid)
        return store.insert(broadcast, recipients)
      },
      applyReceipts: (receipts) =>
        store.applyReceipts(receipts.filter(({ correlation }) => correlation === null || known.has(correlation)))
    }
  },
  "a receipt that is lost where nobody knows its message id yet": (store) =>
    knowingMessages(store, (owners) => ({
      applyReceipts: (receipts) =>
        store.applyReceipts(
          receipts.filter(({ correlation, messageId }) => correlation !== null || owners.has(messageId))
        )
    })),
  "receipts applied from the last to the first": (store) => ({
    applyReceipts: (receipts) => store.applyReceipts(receipts.toReversed())
  })
}
