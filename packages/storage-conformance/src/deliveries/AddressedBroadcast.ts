import type { Contact, WorkspaceUuid } from "@rollcall/core"
import type { ReceiptStatus } from "@rollcall/core/channel"
import { addressOf, digitForms } from "@rollcall/core/contacts"
import { applyReceipts, recordOutcomes } from "@rollcall/core/delivery"
import { BroadcastStore } from "@rollcall/core/storage"
import { type DateTime, Duration, Effect, Option } from "effect"
import { begin, newBroadcast, newRecipients, publish, refOf, stage } from "../broadcasts/Fixture.ts"
import { current } from "../contacts/Fixture.ts"
import { Discrepancy } from "../shared/Check.ts"
import { messageIdOf, receiptOf } from "./DeliveryArbitrary.ts"

/** A `sending` broadcast to these identifiers, each with a client reference. */
export const broadcastTo = Effect.fnUntraced(function* (
  workspaceUuid: WorkspaceUuid,
  ...recipients: ReadonlyArray<readonly [identifier: string, clientReference: string | null]>
) {
  const store = yield* BroadcastStore
  const broadcast = yield* newBroadcast({ workspaceUuid })
  const ref = refOf(broadcast)
  const rows = (yield* newRecipients(recipients.length)).map((recipient, n) => {
    const [identifier = "", clientReference = null] = recipients[n] ?? []
    return { ...recipient, identifier, address: addressOf(digitForms, identifier), clientReference }
  })
  yield* stage(broadcast, rows)
  yield* publish(ref)
  yield* store.update(ref, { status: "sending", nextCheckAfter: Duration.hours(1) })
  return { ref, uuids: rows.map(({ uuid }) => uuid) }
})

/** A broadcast all of whose deliveries are being sent. */
export const claimedBroadcast = Effect.fnUntraced(function* (...options: Parameters<typeof broadcastTo>) {
  const { ref, uuids } = yield* broadcastTo(...options)
  yield* begin(ref)
  return {
    ref,
    uuids,
    /** Records that the channel accepted the messages to these recipients, in this order; to all if none is given. */
    accept: (...numbers: ReadonlyArray<number>) =>
      Effect.asVoid(
        recordOutcomes(
          ref,
          (numbers.length === 0 ? uuids : numbers.flatMap((n) => uuids[n] ?? [])).map((uuid) => {
            return { _tag: "Accepted", uuid, attempt: 1, messageId: messageIdOf(uuid) } as const
          })
        )
      ),
    /** Applies receipts for recipients that carry message ids, and no correlation. */
    receive: (...reports: ReadonlyArray<readonly [number, ReceiptStatus, DateTime.Utc]>) =>
      Effect.asVoid(
        applyReceipts(
          "chatapp",
          reports.flatMap(([n, status, at]) =>
            uuids
              .slice(n, n + 1)
              .map((uuid) =>
                receiptOf(
                  [ref.workspace],
                  { workspaceUuid: ref.workspace, uuid },
                  { correlated: false, status, error: null, reason: null, at }
                )
              )
          )
        )
      )
  }
})

/** Returns a stored contact, and fails if it does not exist. */
export const present = Effect.fnUntraced(function* (contact: Contact) {
  const found = yield* current(contact)
  return Option.isSome(found) ? found.value : yield* new Discrepancy({ message: "The contact is not there" })
})
