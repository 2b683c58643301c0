import { Contacts, systemCaller, type WorkspaceUuid } from "@rollcall/core"
import { erasedProblem } from "@rollcall/core/sending"
import { ContactErasure, eraseDelivery } from "@rollcall/core/people"
import { type BroadcastRef, ContactStore, Delivery, DeliveryStore } from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { begin, claim, deliveriesOf, recipientsOf } from "../fixtures/BroadcastFixture.ts"
import { broadcastTo } from "../fixtures/AddressedBroadcast.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { newWorkspace } from "../shared/Fixture.ts"
import { storedContact } from "../fixtures/ContactFixture.ts"

const referenced = (identifiers: ReadonlyArray<string>) =>
  identifiers.map((identifier, n) => [identifier, `reference ${n}`] as const)

type Made = ReadonlyArray<Effect.Success<ReturnType<typeof broadcastTo>>>

const deliveriesIn = (made: Made) =>
  Effect.map(
    Effect.forEach(made, ({ ref, uuids }) => deliveriesOf(ref.workspace, uuids)),
    (rows) => rows.flat()
  )

const countersOf = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const store = yield* DeliveryStore
  return yield* store.counters(ref)
})

export const eraseRecipientChecks: ReadonlyArray<Check> = [
  check("C7: erase has the effect of eraseDelivery, only on the deliveries to the contact's addresses", function* () {
    const erasure = yield* ContactErasure
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
    const before = yield* deliveriesIn(made)
    yield* TestClock.adjust("1 second")
    yield* erasure.erase(systemCaller(workspace), contact.uuid)
    const now = yield* DateTime.now
    const digest = yield* DeliveryStore.use((store) => store.messageDigest)
    const expected = before.map((row) =>
      row.workspaceUuid === workspace && ["49170111", "49170222", "+49170111"].includes(row.identifier)
        ? eraseDelivery(row, digest, now)
        : row
    )
    const after = yield* deliveriesIn(made)
    yield* agree("The deliveries", after, expected)
    for (const { ref } of made) {
      const rows = after.filter((row) => row.broadcastUuid === ref.broadcast)
      yield* agree("The counters", yield* countersOf(ref), Delivery.countersOf(rows))
      const { reasons } = yield* DeliveryStore.use((store) => store.outcomes(ref))
      yield* agree("The reasons", reasons, Delivery.reasonsOf(rows))
      const left = (yield* claim(ref)).map(({ identifier }) => identifier)
      yield* holds("None without an address is sent to", !left.includes(""), left)
    }
  }),

  check("C7: contacts that are erased while their broadcast is claimed are sent to once or rejected", function* () {
    const erasure = yield* ContactErasure
    const workspace = yield* newWorkspace
    const identifiers = Array.from({ length: 40 }, (_, n) => `${49_170_000_000 + n}`)
    const refs = [
      yield* broadcastTo(workspace, ...referenced(identifiers)),
      yield* broadcastTo(workspace, ...referenced(identifiers.toReversed()))
    ].map(({ ref }) => ref)
    const stored = yield* Effect.forEach(identifiers.slice(0, 20), (phoneNumber, n) =>
      storedContact({ workspaceUuid: workspace, phoneNumber, chatappId: identifiers[39 - n] ?? null })
    )
    const erasures = stored.map(({ uuid }) => erasure.erase(systemCaller(workspace), uuid))
    const claims = Array.from({ length: 24 }, (_, n) => refs.slice(n % 2, (n % 2) + 1).map((ref) => begin(ref, 3)))
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
        : { status: "rejected", ...erasedProblem }
      yield* agree<unknown>("What became of it", { status, reason, error }, expected)
    }
  }),

  check("C7: a recipient is tied to the contact with its address in any spelling, the first by uuid", function* () {
    const workspace = yield* newWorkspace
    const first = yield* storedContact({ workspaceUuid: workspace, phoneNumber: "+49 (170) 111" })
    const second = yield* storedContact({ workspaceUuid: workspace, chatappId: "49170111", archived: true })
    const third = yield* storedContact({ workspaceUuid: workspace, chatappId: "49170222" })
    yield* storedContact({ phoneNumber: "49170333" })
    const { uuids } = yield* broadcastTo(
      workspace,
      ...referenced(["49170111", "+49 170 111", "49170222", "49170333", "none"])
    )
    const rows = yield* deliveriesOf(workspace, uuids)
    const earliest = [first.uuid, second.uuid].toSorted()[0] ?? null
    yield* agree(
      "The contacts",
      rows.map(({ contactUuid }) => contactUuid),
      [earliest, earliest, third.uuid, null, null]
    )
  }),

  check("C7: erase finds recipients with earlier addresses, tied to the contact or to no contact", function* () {
    const contacts = yield* Contacts
    const erasure = yield* ContactErasure
    const workspace = yield* newWorkspace
    const early = yield* broadcastTo(workspace, ...referenced(["49170111", "49170999"]))
    const contact = yield* contacts.create(systemCaller(workspace), { phoneNumber: "+49 170 111" })
    const tied = yield* broadcastTo(workspace, ...referenced(["49170111"]))
    yield* contacts.update(systemCaller(workspace), contact.uuid, { phoneNumber: "49170222" })
    const later = yield* broadcastTo(workspace, ...referenced(["49170222"]))
    yield* contacts.update(systemCaller(workspace), contact.uuid, { phoneNumber: null, chatappId: "49170333" })
    yield* contacts.update(systemCaller(workspace), contact.uuid, { phoneNumber: "49170222" })
    const store = yield* ContactStore
    const former = yield* store.formerAddresses(workspace, [contact.uuid])
    yield* agree("The former addresses", former.map(({ address }) => address).toSorted(), ["49170111", "49170222"])
    yield* erasure.erase(systemCaller(workspace), contact.uuid)
    yield* agree("The former addresses then", yield* store.formerAddresses(workspace, [contact.uuid]), [])
    const rows = yield* deliveriesOf(workspace, [...early.uuids, ...tied.uuids, ...later.uuids])
    yield* agree(
      "The identifiers",
      rows.map(({ identifier }) => identifier),
      ["", "49170999", "", ""]
    )
  })
]
