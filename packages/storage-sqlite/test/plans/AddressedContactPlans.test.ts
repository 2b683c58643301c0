import { assert, it } from "@effect/vitest"
import { claimAlone } from "@rollcall/conformance/storage"
import { correlationOf, type DeliveryReceipt } from "@rollcall/core/channel"
import { applyReceipts, recordOutcomes, transition } from "@rollcall/core/sending"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore, DeliveryStore } from "@rollcall/core/storage"
import { Duration, Effect } from "effect"
import { accept, broadcastOf, contactOf, instant, layerWithClient, recipientsUpTo, refOf } from "../Fixture.ts"
import { exhaustiveSteps, explain } from "./Plans.ts"

const broadcast = broadcastOf(1)
const ref = refOf(broadcast)

/** Accepts a broadcast to 100 recipients and claims all of them. */
const sending = Effect.fnUntraced(function* (references: boolean) {
  const deliveries = yield* DeliveryStore
  const recipients = recipientsUpTo(100).map((one) => (references ? one : { ...one, clientReference: null }))
  yield* accept(broadcast, recipients)
  yield* transition(ref, "start")
  const claim = yield* claimAlone(ref, { begin: 0, limit: 100, lease: Duration.hours(1) })
  const claimed = claim._tag === "Claimed" ? claim.deliveries : []
  yield* deliveries.beginSends(ref, claimed, Duration.hours(1))
  return recipients
})

const record = (recipients: ReturnType<typeof recipientsUpTo>) =>
  recordOutcomes(
    ref,
    recipients.map(({ uuid }) => ({ _tag: "Accepted", uuid, attempt: 1, messageId: uuid }) as const)
  )

const receive = (recipients: ReturnType<typeof recipientsUpTo>, status: DeliveryReceipt["status"]) =>
  applyReceipts(
    "chatapp",
    recipients.map(({ uuid }) => ({
      workspaces: "all",
      correlation: correlationOf(ref.workspace, uuid),
      messageId: uuid,
      status,
      error: null,
      reason: null,
      at: instant
    }))
  )

/** The statements on contacts that an effect runs. Asserts that none of them scans all contacts. */
const onContacts = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const plans = yield* explain(effect)
  assert.deepStrictEqual(exhaustiveSteps(plans), [])
  return plans.filter(({ text }) => /\bcontacts\b/.test(text))
})

it.effect("C5: outcomes without references, and receipts other than read, run no statement on contacts", () =>
  Effect.gen(function* () {
    const recipients = yield* sending(false)
    assert.deepStrictEqual(yield* onContacts(record(recipients)), [])
    assert.deepStrictEqual(yield* onContacts(receive(recipients, "delivered")), [])
  }).pipe(Effect.provide(layerWithClient(":memory:")))
)

it.effect("C5, C6: addresses without contacts are searched by indexes in one statement", () =>
  Effect.gen(function* () {
    const recipients = yield* sending(true)
    for (const step of [Effect.asVoid(record(recipients)), Effect.asVoid(receive(recipients, "read"))]) {
      const plans = yield* onContacts(step)
      assert.lengthOf(plans, 1)
      const steps = plans.flatMap(({ steps }) => steps).join()
      assert.include(steps, "contacts_by_chatapp_id_key (workspace_uuid=? AND chatapp_id_key=?)")
      assert.include(steps, "contacts_by_phone_number_key (workspace_uuid=? AND phone_number_key=?)")
    }
  }).pipe(Effect.provide(layerWithClient(":memory:")))
)

it.effect("C5, C6: contacts with the addresses take three statements, and none if nothing changes", () =>
  Effect.gen(function* () {
    const contacts = yield* ContactStore
    const recipients = yield* sending(true)
    yield* contacts.save({
      created: recipients.map(({ identifier }, n) =>
        contactWrite(digitForms, "contact.created", contactOf(n, { phoneNumber: identifier }))
      ),
      changed: []
    })
    assert.lengthOf(yield* onContacts(record(recipients)), 3)
    assert.lengthOf(yield* onContacts(receive(recipients, "read")), 3)
    assert.lengthOf(yield* onContacts(receive(recipients, "read")), 0)
  }).pipe(Effect.provide(layerWithClient(":memory:")))
)

it.effect("C10: people's other and former addresses are found by indexes", () =>
  Effect.gen(function* () {
    const contacts = yield* ContactStore
    const contact = contactOf(1, { phoneNumber: "493023125001" })
    const plans = yield* onContacts(
      contacts.relatedAddressesOf(contact.workspaceUuid, ["493023125001", "493023125002"])
    )
    const steps = plans.flatMap(({ steps }) => steps).join()
    for (const index of ["contacts_by_chatapp_id_key", "contacts_by_phone_number_key", "former USING PRIMARY KEY"]) {
      assert.include(steps, index)
    }
  }).pipe(Effect.provide(layerWithClient(":memory:")))
)
