import { type Broadcast, RecipientUuid } from "@rollcall/core"
import { refKey } from "@rollcall/core/broadcasts"
import { addressOf, digitForms } from "@rollcall/core/contacts"
import { nextId } from "@rollcall/core/shared"
import { BroadcastStore, Delivery, DeliveryStore, type StoredRecipient, Transaction } from "@rollcall/core/storage"
import { DateTime, Duration, Effect } from "effect"
import fc from "fast-check"
import { identifierOf, newBroadcast, noGood, publish, refOf, stage } from "../broadcasts/Fixture.ts"
import { afterChanges, changesArbitrary } from "./DeliveryArbitrary.ts"

/** References that a store may confuse, for example by case, accents or wildcards. */
export const alikeReferences = ["a", "A", "a ", "á", "a\u0301", "%", "_", "a'", "😀", "\\"] as const

/** Deliveries after changes, and which of the three broadcasts of a {@link populate | population} each belongs to. */
export const populationOf = (changes: typeof changesArbitrary) =>
  fc.array(
    fc.record({
      broadcast: fc.constantFrom(0, 0, 0, 1, 2),
      isRefused: fc.constantFrom(false, false, false, false, true),
      clientReference: fc.option(fc.constantFrom(...alikeReferences)),
      changes
    }),
    { minLength: 1, maxLength: 12 }
  )

/** Deliveries in any state. */
export const populationArbitrary = populationOf(changesArbitrary)
type PopulationPlan = typeof populationArbitrary extends fc.Arbitrary<infer A> ? A : never

const parameters = { header: null, body: ["Ada", "%s", "😀"], buttons: [], cards: null }

const recipientOf = (
  { clientReference, isRefused }: PopulationPlan[number],
  position: number,
  uuid: string
): StoredRecipient => ({
  uuid: RecipientUuid.make(uuid),
  position,
  identifier: identifierOf(position),
  address: addressOf(digitForms, identifierOf(position)),
  clientReference,
  outcome: isRefused ? { _tag: "Rejected", problems: [noGood] } : { _tag: "Accepted", parameters }
})

const byUuid = (a: { readonly uuid: string }, b: { readonly uuid: string }) => (a.uuid < b.uuid ? -1 : 1)

/**
 * Stores deliveries in any state: of a broadcast that is `sending`, of its neighbour in the same workspace, and of one
 * with its uuid in another workspace. Their last changes were up to 20 seconds ago, or are yet to come.
 */
export const populate = Effect.fnUntraced(function* (plans: PopulationPlan, fields: Partial<Broadcast> = {}) {
  const broadcasts = yield* BroadcastStore
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const mine = yield* newBroadcast(fields)
  const neighbour = yield* newBroadcast({ workspaceUuid: mine.workspaceUuid, channelType: "sms" })
  const twin = yield* newBroadcast({ uuid: mine.uuid, channelType: "email" })
  const now = yield* broadcasts.now
  const begin = DateTime.subtract(now, { seconds: 20 })
  const all = [mine, neighbour, twin]
  const refs = all.map(refOf)
  const rows: Array<Delivery.Delivery> = []
  for (const [index, broadcast] of all.entries()) {
    const ref = refOf(broadcast)
    const own = plans.filter((plan) => plan.broadcast === index)
    const recipients = yield* Effect.forEach(own, (plan, at) =>
      Effect.map(nextId, (id) => recipientOf(plan, at + 1, id))
    )
    yield* stage(broadcast, recipients)
    yield* publish(ref)
    for (const [at, { changes }] of own.entries()) {
      const recipient = recipients[at]
      if (recipient !== undefined) rows.push(afterChanges(Delivery.newDelivery(ref, recipient, begin), changes, begin))
    }
  }
  const uuids = rows.map(({ uuid }) => uuid)
  yield* transaction.run(Effect.andThen(store.lock({ deliveries: rows }), store.save(rows)))
  yield* broadcasts.update(refOf(mine), { status: "sending", nextCheckAfter: Duration.hours(1) })
  const channelTypes = new Map(all.map((broadcast) => [refKey(refOf(broadcast)), broadcast.channelType]))
  return {
    ref: refOf(mine),
    refs,
    now,
    uuids,
    /** The channel of the broadcast of a delivery. */
    channelTypeOf: (row: Delivery.Delivery) => channelTypes.get(refKey(Delivery.broadcastOf(row))),
    before: rows.toSorted(byUuid),
    after: transaction.run(store.lock({ deliveries: rows }))
  }
})
