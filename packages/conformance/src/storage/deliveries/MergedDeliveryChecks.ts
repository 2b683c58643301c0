import { Contacts, type WorkspaceUuid } from "@rollcall/core"
import { addressOf, ContactMerges, digitForms } from "@rollcall/core/people"
import { DeliveryStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import { begin, claim, deliveriesOf, newBroadcast, newRecipients, stage } from "../fixtures/BroadcastFixture.ts"
import { storedContact } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { inTransaction, newCaller, newWorkspace } from "../shared/Fixture.ts"
import { broadcastTo } from "../fixtures/AddressedBroadcast.ts"

const to = (workspace: WorkspaceUuid, ...identifiers: ReadonlyArray<string>) =>
  broadcastTo(workspace, ...identifiers.map((identifier) => [identifier, null] as const))

/** A broadcast with recipients that are not visible yet. */
const staged = Effect.fnUntraced(function* (workspaceUuid: WorkspaceUuid, ...identifiers: ReadonlyArray<string>) {
  const rows = (yield* newRecipients(identifiers.length)).map((recipient, n) => {
    const identifier = identifiers[n] ?? ""
    return { ...recipient, identifier, address: addressOf(digitForms, identifier) }
  })
  yield* stage(yield* newBroadcast({ workspaceUuid }), rows)
  return { uuids: rows.map(({ uuid }) => uuid) }
})

/** Checks which deliveries move or are shared when contacts are merged. */
export const mergedDeliveryChecks: ReadonlyArray<Check> = [
  check("M2: giveBack moves a contact's deliveries to some addresses to another contact, and no others", function* () {
    const store = yield* DeliveryStore
    const workspaceUuid = yield* newWorkspace
    const contact = yield* storedContact({ workspaceUuid, phoneNumber: "49170111", chatappId: "49170222" })
    const other = yield* storedContact({ workspaceUuid, phoneNumber: "49170333" })
    const restored = yield* storedContact({ workspaceUuid, phoneNumber: "49170444" })
    const elsewhere = yield* storedContact({ phoneNumber: "49170111" })
    const identifiers = ["49170111", "+49 (170) 111", "49170222", "49170333", "49170999"]
    const made = yield* to(workspaceUuid, ...identifiers)
    const foreign = yield* to(elsewhere.workspaceUuid, ...identifiers)
    const before = yield* deliveriesOf(workspaceUuid, made.uuids)
    yield* agree(
      "The contacts before",
      before.map(({ contactUuid }) => contactUuid),
      [contact.uuid, contact.uuid, contact.uuid, other.uuid, null]
    )
    const addresses = ["49170111", "49170333", "49170999"]
    yield* inTransaction(store.giveBack(workspaceUuid, { from: contact.uuid, to: restored.uuid, addresses }))
    yield* agree(
      "The deliveries",
      yield* deliveriesOf(workspaceUuid, made.uuids),
      before.map((row, n) => (n < 2 ? { ...row, contactUuid: restored.uuid } : row))
    )
    const rows = yield* deliveriesOf(elsewhere.workspaceUuid, foreign.uuids)
    yield* agree("In another workspace (A1)", rows[0]?.contactUuid, elsewhere.uuid)
  }),

  check(
    "M2: sharedBroadcasts returns the deliveries in broadcasts with several recipients of the person, one not begun",
    function* () {
      const store = yield* DeliveryStore
      const caller = yield* newCaller
      const { workspace } = caller
      const contacts = yield* Contacts
      const [one, two, three, four] = ["49170111", "49170222", "49170333", "49170444"] as const
      const ada = yield* contacts.create(caller, { phoneNumber: one })
      const beth = yield* contacts.create(caller, { phoneNumber: two })
      const merged = yield* contacts.create(caller, { phoneNumber: three })
      yield* contacts.create(caller, { phoneNumber: four })
      const pending = yield* to(workspace, one, two, four)
      const claimed = yield* to(workspace, one, two)
      yield* claim(claimed.ref)
      const partlySent = yield* to(workspace, one, two)
      yield* begin(partlySent.ref, 1)
      const ofMerged = yield* to(workspace, three, two)
      const hidden = yield* staged(workspace, two, one)
      // These broadcasts have nothing left to reject: they are sent, or only one of their recipients is the merged
      // person.
      yield* begin((yield* to(workspace, one, two)).ref)
      yield* to(workspace, one, four)
      yield* to(yield* newWorkspace, one, two)
      yield* ContactMerges.use((merges) => merges.merge(caller, ada.uuid, { from: merged.uuid }))
      const shared = yield* store.sharedBroadcasts(workspace, [ada.uuid, beth.uuid])
      const expected = [pending.uuids.slice(0, 2), claimed.uuids, partlySent.uuids, ofMerged.uuids, hidden.uuids].flat()
      yield* agree("The deliveries", shared.map(({ uuid }) => uuid).toSorted(), expected.toSorted())
      const refs = new Map(shared.map(({ ref, uuid }) => [uuid, ref]))
      yield* agree(
        "Their broadcasts",
        pending.uuids.slice(0, 2).map((uuid) => refs.get(uuid)),
        [pending.ref, pending.ref]
      )
      yield* agree("Of another workspace (A1)", yield* store.sharedBroadcasts(yield* newWorkspace, [ada.uuid]), [])
    }
  )
]
