import { ContactErasure } from "@rollcall/core/people"
import { systemCaller, type WorkspaceUuid } from "@rollcall/core"
import { nextId, ReceivedMessageUuid } from "@rollcall/core/operations"
import {
  type BroadcastRef,
  BroadcastStore,
  DeliveryStore,
  ReceivedMessageStore,
  Transaction
} from "@rollcall/core/storage"
import { DateTime, Effect, Option } from "effect"
import { deliveriesOf, instantAt, newBroadcast, refOf, stored } from "../fixtures/BroadcastFixture.ts"
import { claimedBroadcast } from "../fixtures/AddressedBroadcast.ts"
import { messageIdOf } from "../fixtures/DeliveryArbitrary.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { newWorkspace } from "../shared/Fixture.ts"
import { storedContact } from "../fixtures/ContactFixture.ts"

const received = Effect.fnUntraced(function* (workspaceUuid: WorkspaceUuid, from: string) {
  const store = yield* ReceivedMessageStore
  const [uuid, channelMessageId] = [ReceivedMessageUuid.make(yield* nextId), yield* nextId]
  const at = yield* DateTime.now
  const said = { kind: "text", text: "Hello", username: "ana.lima", asksToStop: null }
  yield* store.add([{ uuid, workspaceUuid, channelMessageId, from, to: "1", at, ...said }])
  return Effect.map(store.find(workspaceUuid, uuid), Option.isSome)
})

const audienceOf = (searchTerm: string) => ({
  request: { include: [{ search: { searchTerm } }] },
  parameters: { header: null, bodyOrder: [], buttonOrder: [], cards: null },
  expect: null
})

export const erasedMessageChecks: ReadonlyArray<Check> = [
  check(
    "C7, B11: an erased recipient keeps its message id's digest, by which late receipts find the recipient",
    function* () {
      const erasure = yield* ContactErasure
      const store = yield* DeliveryStore
      const workspace = yield* newWorkspace
      const contact = yield* storedContact({ workspaceUuid: workspace, phoneNumber: "49170111" })
      const other = yield* storedContact({ workspaceUuid: workspace, phoneNumber: "49170222" })
      const { accept, receive, uuids } = yield* claimedBroadcast(
        workspace,
        ...[contact, other, contact].map(({ phoneNumber }) => [phoneNumber ?? "", null] as const)
      )
      yield* accept(0, 1)
      yield* erasure.erase(systemCaller(workspace), contact.uuid)
      // The last message's outcome is recorded after the contact is erased; its receipt arrives before.
      yield* receive([0, "delivered", instantAt(0)], [1, "delivered", instantAt(0)], [2, "read", instantAt(0)])
      yield* accept(2)
      const digest = yield* store.messageDigest
      const rows = yield* deliveriesOf(workspace, uuids)
      const byUuid = new Map(rows.map((row) => [row.uuid, row]))
      yield* agree(
        "The message ids",
        uuids.map((uuid) => byUuid.get(uuid)?.messageId),
        uuids.map((uuid, n) => (n === 1 ? messageIdOf(uuid) : digest(messageIdOf(uuid))))
      )
      yield* agree(
        "The statuses",
        uuids.map((uuid) => byUuid.get(uuid)?.status),
        ["delivered", "delivered", "read"]
      )
      yield* agree(
        "What waits for a message",
        yield* store.unmatched(uuids.map((uuid) => digest(messageIdOf(uuid)))),
        []
      )
    }
  ),

  check(
    "C7, C10: messages from the person's other address are erased, and from other people's addresses kept",
    function* () {
      const erasure = yield* ContactErasure
      const store = yield* DeliveryStore
      const workspace = yield* newWorkspace
      const numbers = ["49170111", "49170222", "49170333"] as const
      const [contact] = yield* Effect.forEach(numbers, (phoneNumber) =>
        storedContact({ workspaceUuid: workspace, phoneNumber })
      )
      // The second address belongs to another contact. A different recipient also writes from the third address.
      const writers = ["49170119", "49170222", "49170339"] as const
      const to = [numbers[0], numbers[0], numbers[0], numbers[2]] as const
      const { ref, uuids } = yield* claimedBroadcast(workspace, ...to.map((number) => [number, null] as const))
      const kept = uuids.map((uuid, n) => ({ uuid, writesFrom: writers[n] ?? writers[2] }))
      yield* store.keepWriters(ref, kept)
      const keys = uuids.map((uuid) => ({ workspaceUuid: workspace, uuid }))
      yield* agree("The writers", (yield* store.writersOf(keys)).toSorted(), [...writers])
      const isThere = yield* Effect.forEach(writers, (writer) => received(workspace, writer))
      const elsewhere = yield* received(yield* newWorkspace, writers[0])
      const receipt = contact === undefined ? undefined : yield* erasure.erase(systemCaller(workspace), contact.uuid)
      yield* agree("How many are erased", receipt?.messages, 1)
      yield* agree("Which are there", yield* Effect.all(isThere), [false, true, true])
      yield* agree("One of another workspace (A1)", yield* elsewhere, true)
    }
  ),

  check(
    "C7: once its recipients are decided, an audience is shown without a search that names the person",
    function* () {
      const erasure = yield* ContactErasure
      const store = yield* BroadcastStore
      const workspaceUuid = yield* newWorkspace
      const contact = yield* storedContact({ workspaceUuid, firstName: "Rosalind", phoneNumber: "49170111555" })
      const terms = ["rosalind", "Grace", "170 111 555", "0111555"]
      const fields = (term: string) => ({ workspaceUuid, audience: audienceOf(term) })
      const made = yield* Effect.forEach(terms, (term) => stored(fields(term)))
      const foreign = yield* stored({ audience: audienceOf("rosalind") })
      const resolving = { ...fields("rosalind"), status: "resolving", isComplete: false } as const
      const undecided = yield* newBroadcast(resolving)
      yield* Transaction.use(({ run }) => run(store.open(undecided, null)))
      const isSearched = Effect.map(store.searchedAudiences(workspaceUuid), (found) => found.map(({ uuid }) => uuid))
      const uuidsOf = (some: typeof made) => some.map(({ ref }) => ref.broadcast).toSorted()
      yield* agree("Which have a search", (yield* isSearched).toSorted(), uuidsOf(made))
      yield* erasure.erase(systemCaller(workspaceUuid), contact.uuid)
      const shown = Effect.fnUntraced(function* (ref: BroadcastRef) {
        const found = yield* store.find(ref.workspace, ref.broadcast)
        return Option.getOrUndefined(found)?.audience?.request.include
      })
      yield* agree<unknown>(
        "The audiences",
        yield* Effect.forEach([...made.map(({ ref }) => ref), foreign.ref, refOf(undecided)], shown),
        [null, "Grace", null, null, "rosalind", "rosalind"].map((term) => [
          term === null ? { contactUuids: [] } : { search: { searchTerm: term } }
        ])
      )
    }
  )
]
