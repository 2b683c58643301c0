import { assert, it } from "@effect/vitest"
import { BroadcastStore, ContactStore, neverSent, type Receipt } from "@rollcall/core"
import { Duration, Effect } from "effect"
import { broadcastOf, contactOf, instant, layerWithClient, recipientsUpTo, refOf } from "./Fixture.ts"
import { exhaustiveSteps, explain } from "./Plans.ts"

const broadcast = broadcastOf(1)

/** A broadcast to these recipients, all of which are being handed over. */
const handingOver = Effect.fnUntraced(function* (references: boolean) {
  const store = yield* BroadcastStore
  const recipients = recipientsUpTo(100).map((one) => (references ? one : { ...one, clientReference: null }))
  yield* store.insert(broadcast, recipients)
  yield* store.takeDue({ limit: 1, lookAgainAfter: Duration.hours(1) })
  yield* store.claim(refOf(broadcast), { limit: 100, lease: Duration.hours(1) })
  return recipients
})

const take = Effect.fnUntraced(function* (recipients: ReturnType<typeof recipientsUpTo>) {
  const store = yield* BroadcastStore
  const outcomes = recipients.map(({ uuid }) => ({ _tag: "Taken", uuid, attempt: 1, messageId: uuid }) as const)
  yield* store.recordOutcomes(refOf(broadcast), outcomes, neverSent)
})

const receive = Effect.fnUntraced(function* (recipients: ReturnType<typeof recipientsUpTo>, status: Receipt["status"]) {
  const store = yield* BroadcastStore
  yield* store.applyReceipts(
    recipients.map(({ uuid }) => ({ correlation: uuid, messageId: uuid, status, error: null, at: instant }))
  )
})

/** The statements on contacts among those that an effect ran, none of which may look at all of them. */
const onContacts = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const plans = yield* explain(effect)
  assert.deepStrictEqual(exhaustiveSteps(plans), [])
  return plans.filter(({ text }) => /\bcontacts\b/.test(text))
})

it.effect("C5: outcomes without references, and receipts that are no reads, ask nothing of contacts", () =>
  Effect.gen(function* () {
    const recipients = yield* handingOver(false)
    assert.deepStrictEqual(yield* onContacts(take(recipients)), [])
    assert.deepStrictEqual(yield* onContacts(receive(recipients, "delivered")), [])
  }).pipe(Effect.provide(layerWithClient(":memory:")))
)

it.effect("C5, C6: where nobody has an address it is one statement for all, which looks into the indexes", () =>
  Effect.gen(function* () {
    const recipients = yield* handingOver(true)
    for (const step of [take(recipients), receive(recipients, "read")]) {
      const plans = yield* onContacts(step)
      assert.lengthOf(plans, 1)
      const steps = plans.flatMap(({ steps }) => steps).join()
      assert.include(steps, "contacts_by_chatapp_id_digits (workspace_uuid=? AND chatapp_id_digits=?)")
      assert.include(steps, "contacts_by_phone_number_digits (workspace_uuid=? AND phone_number_digits=?)")
    }
  }).pipe(Effect.provide(layerWithClient(":memory:")))
)

it.effect("C5, C6: where all have one it is three, and none more when nothing changes", () =>
  Effect.gen(function* () {
    const contacts = yield* ContactStore
    const recipients = yield* handingOver(true)
    yield* contacts.save({
      created: recipients.map(({ identifier }, n) => ({
        contact: contactOf(n, { phoneNumber: identifier }),
        changes: []
      })),
      changed: []
    })
    assert.lengthOf(yield* onContacts(take(recipients)), 3)
    assert.lengthOf(yield* onContacts(receive(recipients, "read")), 3)
    assert.lengthOf(yield* onContacts(receive(recipients, "read")), 0)
  }).pipe(Effect.provide(layerWithClient(":memory:")))
)
