import { assert } from "@effect/vitest"
import { systemCaller, Contacts, type RecipientUuid } from "@rollcall/core"
import { correlationOf, ReceiptStatus } from "@rollcall/core/channel"
import { recordOutcomes } from "@rollcall/core/sending"
import { BroadcastStore, type Delivery } from "@rollcall/core/storage"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { DateTime, Duration, Effect } from "effect"
import * as fc from "fast-check"
import { beginSends } from "./BeginSends.ts"
import { contactsOf, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

const at = (seconds: number) => DateTime.makeUnsafe(seconds * 1_000)
const number = fc.nat({ max: 3 })
const endings = [
  { _tag: "Accepted" },
  { _tag: "Accepted" },
  { _tag: "Accepted" },
  { _tag: "Undeliverable", reason: "undeliverable", error: "no" },
  { _tag: "Unknown", askAfter: null },
  { _tag: "Retry", delay: Duration.seconds(1), counts: true }
] as const

/** What the channel reports before the outcomes of four deliveries that are being sent are recorded, and the outcomes. */
const histories = fc.record({
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
type History = typeof histories extends fc.Arbitrary<infer A> ? A : never

/** A broadcast to three contacts, one of which has two of its addresses, up to the outcomes of a history. */
const begun = Effect.fnUntraced(function* ({ outcomes, receipts }: History) {
  const contacts = yield* Contacts
  const store = yield* BroadcastStore
  const fixture = yield* dispatchFixture(scriptedChannel())
  const { workspace } = fixture
  const request = reminderTo(4)
  const [first, second, third] = request.recipients.map(({ identifier }) => identifier)
  yield* contacts.create(systemCaller(workspace), { phoneNumber: first ?? null, chatappId: second ?? null })
  yield* contacts.create(systemCaller(workspace), { phoneNumber: third ?? null })
  const recipients = request.recipients.map((one) => ({ ...one, clientReference: `to ${one.identifier}` }))
  const ref = { workspace, broadcast: yield* fixture.create({ ...request, recipients }) }
  yield* store.update(ref, { status: "sending", nextCheckAfter: null })
  yield* beginSends(ref, { limit: 4, lease: Duration.hours(1) })
  const uuids = (yield* fixture.recipients(ref.broadcast)).map(({ uuid }) => uuid)
  const messageIdOf = (uuid: RecipientUuid) => `message of ${uuid}`
  yield* fixture.receipts.apply(
    "chatapp",
    receipts.flatMap(({ at, correlated, number, status }) =>
      uuids.slice(number, number + 1).map((uuid) => {
        return {
          workspaces: [workspace],
          correlation: correlated ? correlationOf(workspace, uuid) : null,
          messageId: messageIdOf(uuid),
          status,
          error: null,
          reason: null,
          at
        }
      })
    )
  )
  return {
    ref,
    outcomes: outcomes.flatMap(({ attempt, ending, number }) =>
      uuids
        .slice(number, number + 1)
        .map((uuid): Delivery.SendOutcome =>
          ending._tag === "Accepted"
            ? { ...ending, uuid, attempt, messageId: messageIdOf(uuid) }
            : { ...ending, uuid, attempt }
        )
    ),
    seen: Effect.gen(function* () {
      const rows = yield* fixture.recipients(ref.broadcast)
      return {
        recipients: rows.map(({ broadcastUuid: _broadcast, contactUuid, uuid: _uuid, ...row }) => ({
          ...row,
          isTied: contactUuid !== null
        })),
        contacts: (yield* contactsOf(workspace)).map(({ clientReference, lastEngagedAt }) => [
          clientReference,
          lastEngagedAt
        ])
      }
    })
  }
})

suite(services)("recording outcomes", (test) => {
  test("B10, B11, C5: together has the same result as one after the other", function* () {
    for (const history of fc.sample(histories, 60)) {
      const [together, apart] = [yield* begun(history), yield* begun(history)]
      yield* recordOutcomes(together.ref, together.outcomes)
      yield* Effect.forEach(apart.outcomes, (outcome) => recordOutcomes(apart.ref, [outcome]))
      assert.deepStrictEqual(yield* together.seen, yield* apart.seen, JSON.stringify(history))
    }
  })
})
