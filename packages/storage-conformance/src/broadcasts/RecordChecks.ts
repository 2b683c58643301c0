import { BroadcastStore, type HandOverOutcome, neverSent, ReceiptStatus, type RecipientUuid } from "@rollcall/core"
import { Duration, Effect } from "effect"
import fc from "fast-check"
import { storedContact } from "../contacts/Fixture.ts"
import { agree, check } from "../kernel/Check.ts"
import { forAll, generatedCases } from "../kernel/ForAll.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { at, handingOver, present } from "./AddressedBroadcast.ts"
import { accounts, statusesOf } from "./Fixture.ts"
import type { Ending } from "./LoneRecipient.ts"
import { messageIdOf } from "./ReceiptArbitrary.ts"

/** Whom a message goes to; the first two are one contact. */
const addressed = ["49170111", "49170222", "49170333", "49170444"].map((phone) => [phone, `to ${phone}`] as const)

const number = fc.nat({ max: addressed.length - 1 })

/** What comes of a hand-over; the id of a message is made for it. */
const endings: ReadonlyArray<Exclude<Ending, { readonly _tag: "Taken" }> | { readonly _tag: "Taken" }> = [
  { _tag: "Taken" },
  { _tag: "Taken" },
  { _tag: "Taken" },
  { _tag: "Undeliverable", error: "no" },
  { _tag: "Unknown", askAfter: null },
  { _tag: "Retry", delay: Duration.seconds(1), counts: true }
]

/** What the channel says of recipients before their outcomes are told, and the outcomes. */
const history = fc.record({
  receipts: fc.array(
    fc.record({
      number,
      correlated: fc.boolean(),
      status: fc.constantFrom(...ReceiptStatus.literals),
      at: fc.nat({ max: 100 }).map(at)
    }),
    { maxLength: 3 }
  ),
  outcomes: fc.array(
    fc.record({
      number,
      attempt: fc.constantFrom(0, 1, 1, 1, 1, 2),
      ending: fc.constantFrom(...endings)
    }),
    { minLength: 1, maxLength: 8 }
  )
})
type History = typeof history extends fc.Arbitrary<infer A> ? A : never

/** A workspace in which everything of a history has happened up to its outcomes. */
const worldOf = Effect.fnUntraced(function* ({ outcomes, receipts }: History) {
  const store = yield* BroadcastStore
  const workspaceUuid = yield* newWorkspace
  const contact = yield* storedContact({ workspaceUuid, phoneNumber: "49170111", chatappId: "49170222" })
  const other = yield* storedContact({ workspaceUuid, phoneNumber: "49170333" })
  const { ref, uuids } = yield* handingOver(workspaceUuid, ...addressed)
  const receiptOf = ({ at, correlated, status }: History["receipts"][number], uuid: RecipientUuid) => ({
    correlation: correlated ? uuid : null,
    messageId: messageIdOf(uuid),
    status,
    error: null,
    at
  })
  yield* store.applyReceipts(
    receipts.flatMap((receipt) => {
      const uuid = uuids[receipt.number]
      return uuid === undefined ? [] : [receiptOf(receipt, uuid)]
    })
  )
  const told = outcomes.flatMap(({ attempt, ending, number }): ReadonlyArray<HandOverOutcome> => {
    const uuid = uuids[number]
    if (uuid === undefined) return []
    return ending._tag === "Taken"
      ? [{ ...ending, uuid, attempt, messageId: messageIdOf(uuid) }]
      : [{ ...ending, uuid, attempt }]
  })
  return {
    record: (outcomes: ReadonlyArray<HandOverOutcome>) => store.recordOutcomes(ref, outcomes, neverSent),
    told,
    now: Effect.gen(function* () {
      const items = yield* accounts(ref)
      const contacts = yield* Effect.forEach([contact, other], present)
      return {
        accounts: items.map(({ broadcastUuid: _broadcast, uuid: _uuid, ...account }) => account),
        contacts: contacts.map(({ clientReference, lastEngagedAt }) => ({ clientReference, lastEngagedAt }))
      }
    })
  }
})

/** What `recordOutcomes` promises of many outcomes. */
export const recordChecks = [
  check(
    "B12: outcomes of recipients that are not the broadcast's are passed over",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const workspaceUuid = yield* newWorkspace
      const first = yield* handingOver(workspaceUuid, ["49170111", null])
      const second = yield* handingOver(workspaceUuid, ["49170222", null])
      const both = [...first.uuids, ...second.uuids]
      for (const _tag of ["Taken", "Undeliverable"] as const) {
        const outcomes = both.map((uuid) => ({ _tag, uuid, attempt: 1, messageId: messageIdOf(uuid), error: "no" }))
        yield* store.recordOutcomes(second.ref, outcomes, neverSent)
        yield* agree<ReadonlyArray<string>>("Of the first", yield* statusesOf(first.ref), ["sending"])
        yield* agree<ReadonlyArray<string>>("Of the second", yield* statusesOf(second.ref), ["sent"])
      }
    })
  ),

  check(
    "B10, B11, C5: outcomes that are recorded together come to what they come to one after the other",
    Effect.gen(function* () {
      yield* forAll(history, Math.ceil((yield* generatedCases) / 10), (history) =>
        Effect.gen(function* () {
          const together = yield* worldOf(history)
          const apart = yield* worldOf(history)
          yield* together.record(together.told)
          yield* Effect.forEach(apart.told, (outcome) => apart.record([outcome]))
          yield* agree("Together", yield* together.now, yield* apart.now)
        })
      )
    })
  )
]
