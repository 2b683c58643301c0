import { type Contact, ContactLists, Contacts, type ContactUuid, Notes, OptOuts } from "@rollcall/core"
import { ContactErasure, ContactMerges, newestFirst } from "@rollcall/core/people"
import { ContactStore, DeliveryStore, MergeStore, OptOutStore } from "@rollcall/core/storage"
import { Config, DateTime, Effect, Equal, Result } from "effect"
import fc from "fast-check"
import { broadcastTo } from "../fixtures/AddressedBroadcast.ts"
import { accepted, given, workedOff } from "../fixtures/ImportFixture.ts"
import { storedList } from "../fixtures/ListFixture.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { everything, inTransaction, newCaller } from "../shared/Fixture.ts"
import { forAll } from "../shared/ForAll.ts"
import { stateOf } from "./ContactState.ts"

/** The number of histories: `ROLLCALL_SEQUENCES`, or a default that takes a few seconds on a database. */
const histories = Config.Int("ROLLCALL_SEQUENCES").pipe(Config.withDefault(3))

const kinds = [
  ...["merge", "merge", "merge", "undo", "undo", "note", "join", "leave", "opt out"],
  ...["update", "archive", "import", "broadcast", "read", "erase"]
] as const

/** A step on one or two contacts, by index, and on one of two lists or choices. */
const step = fc.record({
  what: fc.constantFrom(...kinds),
  one: fc.nat(5),
  other: fc.nat(5),
  choice: fc.constantFrom(0, 1)
})

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type State = Effect.Success<ReturnType<typeof stateOf>>

/** Returns the parts of a contact that an undo compares, without members that messages and other contacts change. */
const compared = ({ clientReference: _r, formerAddresses: _f, lastEngagedAt: _e, lists: _l, ...state }: State) => state

/** A merge that was not undone: both contacts before the merge, and the result. */
interface Merge {
  readonly from: ContactUuid
  readonly into: ContactUuid
  readonly before: readonly [survivor: State, from: State]
  readonly after: State
  readonly members: readonly [survivor: ReadonlySet<string>, from: ReadonlySet<string>]
}

const emailOf = (n: number) => `p${n}@example.org`
const addressOf = (n: number) => `4917000000${n}`

/** Creates a workspace with four contacts and two lists, and the expected state. */
const newHistory = Effect.gen(function* () {
  const caller = yield* newCaller
  const { workspace } = caller
  const contacts = yield* Contacts
  const people = yield* Effect.forEach([0, 1, 2, 3], (n) =>
    contacts.create(caller, { email: emailOf(n), phoneNumber: `+${addressOf(n)}`, firstName: `${n}` })
  )
  const lists = yield* Effect.replicateEffect(storedList({ workspaceUuid: workspace }), 2)
  return {
    caller,
    lists: lists.map(({ uuid }) => uuid),
    known: people.map(({ uuid }) => uuid),
    merges: new Array<Merge>(),
    erased: new Set<ContactUuid>(),
    notes: new Map<string, ContactUuid>(),
    recipients: new Map<string, ContactUuid>(),
    members: new Map<ContactUuid, ReadonlySet<string>>(),
    optedOut: new Set<string>(),
    steps: { made: 0 }
  }
})
type History = Effect.Success<typeof newHistory>

/** Returns the contact that a uuid now refers to; undefined if it was erased. */
const survivorOf = ({ erased, merges }: History, uuid: ContactUuid): ContactUuid | undefined => {
  let named = uuid
  for (let merge = merges.find(({ from }) => from === named); merge !== undefined;) {
    named = merge.into
    merge = merges.find(({ from }) => from === named)
  }
  return erased.has(named) ? undefined : named
}

const membersIn = ({ members }: History, uuid: ContactUuid) => members.get(uuid) ?? new Set<string>()

/** Runs a step, and fails unless it succeeds exactly when expected. */
const make = Effect.fnUntraced(function* (history: History, { choice, one, other, what }: Step) {
  const { caller, known, lists, merges: made } = history
  const { workspace } = caller
  const uuid = known[one % known.length]
  const second = known[other % known.length]
  const list = lists[choice]
  if (uuid === undefined || second === undefined || list === undefined) return
  const [contacts, merges, store] = [yield* Contacts, yield* ContactMerges, yield* ContactStore]
  const contact = survivorOf(history, uuid)
  const from = survivorOf(history, second)
  const text = `${++history.steps.made}`
  switch (what) {
    case "merge": {
      const isPossible = contact !== undefined && from !== undefined && contact !== from
      const read = Effect.forEach(isPossible ? [contact, from] : [], (one) => stateOf(workspace, one))
      const [survivorState, fromState] = yield* read
      const optOuts = yield* OptOuts
      const isOut = yield* Effect.forEach(isPossible ? [contact, from] : [], (one) => optOuts.get(caller, one))
      const keep = choice === 0 ? {} : ({ phoneNumber: "from", email: "from" } as const)
      const result = yield* Effect.result(merges.merge(caller, uuid, { from: second, keep }))
      yield* holds("A merge", Result.isSuccess(result) === isPossible, result)
      if (!isPossible || survivorState === undefined || fromState === undefined) return
      const members = [membersIn(history, contact), membersIn(history, from)] as const
      const after = yield* stateOf(workspace, contact)
      made.push({ from, into: contact, before: [survivorState, fromState], after, members })
      history.members.set(contact, new Set(members.flatMap((some) => [...some])))
      history.members.delete(from)
      const { optOut } = yield* optOuts.get(caller, contact)
      const wasOut = isOut.some((one) => one.optOut !== null)
      return yield* agree("M3: opted out after the merge", optOut !== null, wasOut)
    }
    case "undo": {
      const last = made.findLast(({ into }) => into === contact)
      const now = last === undefined ? null : compared(yield* stateOf(workspace, last.into))
      const isPossible = last !== undefined && Equal.equals(now, compared(last.after))
      const result = yield* Effect.result(merges.undoMerge(caller, uuid, {}))
      yield* holds("An undo", Result.isSuccess(result) === isPossible, result)
      if (!isPossible) return
      made.splice(made.indexOf(last), 1)
      history.members.set(last.into, last.members[0])
      history.members.set(last.from, last.members[1])
      const again = yield* Effect.forEach([last.into, last.from], (one) => stateOf(workspace, one))
      return yield* agree("M4: both again", again.map(compared), last.before.map(compared))
    }
    case "import": {
      const ref = yield* accepted(caller, [given({ email: emailOf(one), lastName: text })])
      yield* workedOff(ref, { batch: 10 })
      const { items } = yield* contacts.list(caller, newestFirst, everything)
      for (const { uuid } of items) if (!known.includes(uuid)) known.push(uuid)
      return
    }
    case "broadcast": {
      const address = addressOf(one)
      const [holder] = yield* store.holders(workspace, [address])
      const { uuids } = yield* broadcastTo(workspace, [address, null])
      if (holder !== undefined) for (const uuid of uuids) history.recipients.set(uuid, holder.contact)
      return
    }
    case "read": {
      const engage = Effect.flatMap(store.lockAddressed([{ workspace, address: addressOf(one) }]), (found) =>
        Effect.flatMap(DateTime.now, (lastEngagedAt) =>
          store.saveEngagements(found.map((one) => ({ ...one, lastEngagedAt })))
        )
      )
      return yield* inTransaction(engage)
    }
    default:
      if (contact !== undefined) yield* change(history, { choice, contact, list, text, uuid, what })
  }
})

/** Changes an existing contact, by any uuid that refers to it. */
const change = Effect.fnUntraced(function* (
  history: History,
  given: {
    readonly what: "note" | "join" | "leave" | "opt out" | "update" | "archive" | "erase"
    readonly uuid: ContactUuid
    readonly contact: ContactUuid
    readonly list: History["lists"][number]
    readonly choice: number
    readonly text: string
  }
) {
  const { caller } = history
  const { workspace } = caller
  const { choice, contact, list, text, uuid, what } = given
  const [contacts, lists] = [yield* Contacts, yield* ContactLists]
  const members = new Set(membersIn(history, contact))
  switch (what) {
    case "note": {
      const note = yield* (yield* Notes).create(caller, uuid, { content: { text } })
      return void history.notes.set(note.uuid, contact)
    }
    case "join":
      yield* lists.addMembers(caller, list, [uuid])
      return void history.members.set(contact, members.add(list))
    case "leave":
      yield* lists.removeMembers(caller, list, [uuid])
      members.delete(list)
      return void history.members.set(contact, members)
    case "opt out": {
      const result = yield* Effect.result((yield* OptOuts).optOut(caller, uuid))
      if (Result.isFailure(result)) return
      const { formerAddresses, phoneNumber } = yield* stateOf(workspace, contact)
      for (const address of formerAddresses) history.optedOut.add(address)
      if (phoneNumber !== null) history.optedOut.add(phoneNumber.slice(1))
      return
    }
    case "update":
      return void (yield* contacts.update(caller, uuid, { firstName: text }))
    case "archive":
      return void (yield* contacts[choice === 0 ? "archive" : "restore"](caller, uuid))
    case "erase": {
      const gone = history.known.filter((one) => survivorOf(history, one) === contact)
      yield* (yield* ContactErasure).erase(caller, uuid)
      for (const one of gone) history.erased.add(one)
      const isGone = ({ from }: Merge) => gone.includes(from)
      for (const merge of history.merges.filter(isGone)) history.merges.splice(history.merges.indexOf(merge), 1)
      for (const places of [history.notes, history.recipients])
        for (const [place, owner] of places) if (gone.includes(owner)) places.delete(place)
    }
  }
})

/** Reads the deliveries of a contact. */
const deliveriesOf = Effect.fnUntraced(function* ({ uuid, workspaceUuid: workspace }: Contact) {
  const [deliveries, merges, store] = [yield* DeliveryStore, yield* MergeStore, yield* ContactStore]
  const mergedFrom = (yield* merges.all(workspace, uuid)).map(({ from }) => from)
  const { formerAddresses, phoneNumber } = yield* stateOf(workspace, uuid)
  const held = yield* store.holders(workspace, [...formerAddresses])
  const former = [...formerAddresses].filter((address) => !held.some((holder) => holder.address === address))
  const addresses = [...former, ...(phoneNumber === null ? [] : [phoneNumber.slice(1)])]
  const until = DateTime.makeUnsafe("9999-01-01")
  const found = yield* deliveries.ofPerson({ workspace, contact: uuid, mergedFrom, addresses, until }, 1_000)
  return found.map(({ uuid }) => uuid)
})

/**
 * Fails unless every uuid refers to the expected contact, and each note, membership, message and opt-out exists exactly
 * once, on the expected contact.
 */
const isExact = Effect.fnUntraced(function* (history: History) {
  const { caller, known, notes, optedOut, recipients } = history
  const { workspace } = caller
  const [contacts, noted, merges] = [yield* Contacts, yield* Notes, yield* MergeStore]
  for (const uuid of known) {
    const found = yield* Effect.result(contacts.get(caller, uuid))
    const name = Result.isSuccess(found) ? found.success.uuid : undefined
    yield* agree("M2: the contact that a uuid names", name, survivorOf(history, uuid))
  }
  const { items } = yield* contacts.list(caller, newestFirst, everything)
  const present = new Set(known.flatMap((uuid) => survivorOf(history, uuid) ?? []))
  yield* agree("All contacts", new Set(items.map(({ uuid }) => uuid)), present)
  const places = new Map<string, Array<ContactUuid>>()
  for (const contact of items) {
    const { uuid } = contact
    const own = yield* noted.list(caller, uuid, everything)
    const sent = yield* deliveriesOf(contact)
    for (const place of [...own.items.map(({ uuid }) => uuid), ...sent])
      places.set(place, [...(places.get(place) ?? []), uuid])
    const { memberships } = yield* merges.belongings(workspace, uuid)
    const on = new Set<string>(memberships.map(({ list }) => list))
    yield* agree("Lists", on, new Set(membersIn(history, uuid)))
    yield* agree("Each list once", memberships.length, on.size)
  }
  for (const [place, owners] of places) yield* holds("Nothing is doubled", owners.length === 1, { owners, place })
  for (const [place, owner] of [...notes, ...recipients]) {
    const contact = survivorOf(history, owner)
    yield* agree("Where a note or a message is", places.get(place)?.[0], contact)
  }
  const kept = yield* OptOutStore.use((store) => store.find(workspace, [...optedOut]))
  yield* agree("C8: opted-out addresses", new Set(kept.keys()), new Set(optedOut))
})

/** Checks merges that are interleaved with other changes of contacts. */
export const mergeHistoryChecks: ReadonlyArray<Check> = [
  check(
    "M2, M3, M4: in every history, each note, message and opt-out exists once, and each uuid leads to its contact",
    function* () {
      yield* forAll(fc.array(step, { minLength: 4, maxLength: 24 }), yield* histories, function* (steps) {
        const history = yield* newHistory
        for (const one of steps) {
          yield* make(history, one)
          yield* isExact(history)
        }
      })
    }
  )
]
