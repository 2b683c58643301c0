import {
  BroadcastStore,
  type Contact,
  neverSent,
  type Receipt,
  type ReceiptStatus,
  type RecipientUuid,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Duration, Effect, Option } from "effect"
import { current } from "../contacts/Fixture.ts"
import { Discrepancy } from "../kernel/Check.ts"
import { newBroadcast, newRecipients, refOf, takeAllDue } from "./Fixture.ts"
import { messageIdOf } from "./ReceiptArbitrary.ts"

/** An instant on a day long before the clock of a test. */
export const at = (seconds: number): DateTime.Utc => DateTime.makeUnsafe(Date.UTC(2020, 0, 1) + seconds * 1_000)

/** A broadcast whose recipients, an identifier and a reference each, are all being handed over. */
export const handingOver = Effect.fnUntraced(function* (
  workspaceUuid: WorkspaceUuid,
  ...recipients: ReadonlyArray<readonly [identifier: string, clientReference: string | null]>
) {
  const store = yield* BroadcastStore
  const broadcast = yield* newBroadcast({ workspaceUuid })
  const ref = refOf(broadcast)
  const rows = (yield* newRecipients(recipients.length)).map((recipient, n) => {
    const [identifier = "", clientReference = null] = recipients[n] ?? []
    return { ...recipient, identifier, clientReference }
  })
  const uuids = rows.map(({ uuid }) => uuid)
  yield* store.insert(broadcast, rows)
  yield* takeAllDue
  yield* store.claim(ref, { limit: rows.length, lease: Duration.hours(1) })
  return {
    ref,
    uuids,
    /** The channel takes the messages of these recipients over, in this order; of all if none is given. */
    take: (...numbers: ReadonlyArray<number>) =>
      store.recordOutcomes(
        ref,
        (numbers.length === 0 ? uuids : numbers.flatMap((n) => uuids[n] ?? [])).map((uuid) => ({
          _tag: "Taken",
          uuid,
          attempt: 1,
          messageId: messageIdOf(uuid)
        })),
        neverSent
      ),
    receive: (...words: ReadonlyArray<readonly [number, ReceiptStatus, DateTime.Utc]>) =>
      store.applyReceipts(words.flatMap(([n, ...word]) => receiptsOf(uuids[n], ...word)))
  }
})

/** What the channel says of a recipient, by the message id alone. */
export const receiptsOf = (
  uuid: RecipientUuid | undefined,
  status: ReceiptStatus,
  at: DateTime.Utc
): ReadonlyArray<Receipt> =>
  uuid === undefined ? [] : [{ correlation: null, messageId: messageIdOf(uuid), status, error: null, at }]

/** A contact that is there, as it is now. */
export const present = Effect.fnUntraced(function* (contact: Contact) {
  const found = yield* current(contact)
  return Option.isSome(found) ? found.value : yield* new Discrepancy({ message: "The contact is not there" })
})
