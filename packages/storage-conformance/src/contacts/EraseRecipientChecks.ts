import { Contacts, type WorkspaceUuid } from "@rollcall/core"
import { type BroadcastRef, Delivery, DeliveryStore } from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { claim, deliveriesOf, recipientsOf } from "../broadcasts/Fixture.ts"
import { broadcastTo } from "../deliveries/AddressedBroadcast.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { newWorkspace } from "../shared/Fixture.ts"
import { storedContact } from "./Fixture.ts"

const referenced = (identifiers: ReadonlyArray<string>) =>
  identifiers.map((identifier, n) => [identifier, `reference ${n}`] as const)

const countersOf = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const store = yield* DeliveryStore
  return yield* store.counters(ref)
})

/** How erasing a contact changes the recipients with its identifiers (C7). */
export const eraseRecipientChecks: ReadonlyArray<Check> = [
  check("C7: erase equals Delivery.erase on the deliveries to the contact's addresses alone", function* () {
    const contacts = yield* Contacts
    const workspace = yield* newWorkspace
    const contact = yield* storedContact({
      workspaceUuid: workspace,
      phoneNumber: "+49 (170) 111",
      chatappId: "49 170 222"
    })
    const identifiers = ["49170111", "49170222", "49170333", "491701110", "+49170111", "7".repeat(5_000)]
    const to = Effect.fnUntraced(function* (workspace: WorkspaceUuid, isClaimed: boolean) {
      const made = yield* broadcastTo(workspace, ...referenced(identifiers))
      if (isClaimed) yield* claim(made.ref, 1)
      return made
    })
    const made = [yield* to(workspace, true), yield* to(workspace, false), yield* to(yield* newWorkspace, true)]
    const before = yield* deliveriesOf(made.flatMap(({ uuids }) => uuids))
    yield* TestClock.adjust("1 second")
    yield* contacts.erase(workspace, contact.uuid)
    const now = yield* DateTime.now
    const expected = before.map((row) =>
      row.workspaceUuid === workspace && ["49170111", "49170222"].includes(row.identifier)
        ? Delivery.erase(row, now)
        : row
    )
    const after = yield* deliveriesOf(made.flatMap(({ uuids }) => uuids))
    yield* agree("The deliveries", after, expected)
    for (const { ref } of made) {
      const rows = after.filter((row) => row.broadcastUuid === ref.broadcast)
      yield* agree("The counters", yield* countersOf(ref), Delivery.countersOf(rows))
      const left = (yield* claim(ref)).map(({ identifier }) => identifier)
      yield* holds("None without an address is sent to", !left.includes(""), left)
    }
  }),

  check("C7: contacts that are erased while a broadcast is claimed are sent to or rejected, once", function* () {
    const contacts = yield* Contacts
    const workspace = yield* newWorkspace
    const identifiers = Array.from({ length: 40 }, (_, n) => `${49_170_000_000 + n}`)
    const refs = [
      yield* broadcastTo(workspace, ...referenced(identifiers)),
      yield* broadcastTo(workspace, ...referenced(identifiers.toReversed()))
    ].map(({ ref }) => ref)
    const stored = yield* Effect.forEach(identifiers, (phoneNumber, n) =>
      storedContact({ workspaceUuid: workspace, phoneNumber, chatappId: identifiers[39 - n] ?? null })
    )
    const erasures = stored.filter((_, n) => n % 2 === 0).map(({ uuid }) => contacts.erase(workspace, uuid))
    const claims = Array.from({ length: 24 }, (_, n) => refs.slice(n % 2, (n % 2) + 1).map((ref) => claim(ref, 3)))
    const [claimed] = yield* Effect.all(
      [
        Effect.all(claims.flat(), { concurrency: "unbounded" }),
        Effect.all(erasures, { concurrency: "unbounded", discard: true })
      ],
      { concurrency: "unbounded" }
    )
    const sent = claimed.flat()
    yield* holds(
      "None without an identifier is sent to",
      sent.every(({ identifier }) => identifier !== ""),
      sent
    )
    const uuids = new Set<string>(sent.map(({ uuid }) => uuid))
    yield* agree("None is sent to twice", uuids.size, sent.length)
    for (const row of (yield* Effect.forEach(refs, recipientsOf)).flat()) {
      yield* agree("Every recipient was a contact's", row.identifier, "")
      const { error, reason, status } = row
      const expected = uuids.has(row.uuid)
        ? { status: "sending", reason: null, error: null }
        : { status: "rejected", ...Delivery.erasedProblem }
      yield* agree<unknown>("What became of it", { status, reason, error }, expected)
    }
  })
]
