import { ActorUuid, BroadcastUuid, ContactUuid, RecipientUuid, type WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { ContactErasure, contactWrite, digitForms, makeContact } from "@rollcall/core/people"
import { BroadcastStore, ContactStore, DeliveryStore, Transaction } from "@rollcall/core/storage"
import { DateTime, Duration, Effect } from "effect"

export const address = "4917000000001"

/** A contact with the address. */
export const contactIn = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
  const store = yield* ContactStore
  const uuid = ContactUuid.make(yield* nextId)
  const now = yield* DateTime.now
  const fields = { phoneNumber: address, email: "ana@example.org" }
  const contact = makeContact({ uuid, workspace, fields, customFields: {}, now })
  yield* store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
  return uuid
})

/** A published broadcast to the address. */
export const broadcastIn = Effect.fnUntraced(function* (workspaceUuid: WorkspaceUuid) {
  const store = yield* BroadcastStore
  const now = yield* store.now
  const [uuid, recipient] = [BroadcastUuid.make(yield* nextId), RecipientUuid.make(yield* nextId)]
  const texts = { channelType: "chatapp", name: "", templateName: "", locale: "en", from: "4930", version: 1 }
  const instants = { scheduledAt: now, validUntil: null, createdAt: now }
  const whole = { audience: null, retryOf: null, heldOptOuts: null, isComplete: true, recipientsRemovedAt: null }
  const createdBy = ActorUuid.make(yield* nextId)
  const state = { category: "marketing", status: "scheduled", statusReason: null } as const
  const parameters = { header: null, body: ["Ana"], buttons: [], cards: null }
  const outcome = { _tag: "Accepted", parameters } as const
  const ref = { workspace: workspaceUuid, broadcast: uuid }
  yield* store.stage(
    { uuid, workspaceUuid, createdBy, ...texts, ...state, ...instants, ...whole },
    [{ uuid: recipient, position: 1, identifier: address, address, clientReference: "Order 7", outcome }],
    Duration.minutes(1)
  )
  yield* Transaction.use(({ run }) => run(store.publish(ref, null)))
  const delivery = DeliveryStore.use((deliveries) =>
    deliveries.lock({ deliveries: [{ workspaceUuid, uuid: recipient }] })
  )
  return { ref, delivery: Effect.map(delivery, (rows) => rows[0]) }
})

/** Erases a contact. The service is made anew, of the ports in the context, and outside of any transaction. */
export const erasure = Effect.provide(ContactErasure, ContactErasure.layer, { local: true })
