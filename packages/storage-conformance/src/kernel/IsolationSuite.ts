import {
  AccessTokenStore,
  type BroadcastRef,
  BroadcastStore,
  ContactStore,
  neverSent,
  newestFirst,
  type Storage,
  Transaction
} from "@rollcall/core"
import { DateTime, Duration, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { accessTokenArbitrary } from "../access/AccessTokenArbitrary.ts"
import { accounts, sending, stored } from "../broadcasts/Fixture.ts"
import { current, replaceContact, storedContact } from "../contacts/Fixture.ts"
import { agree, type Check, check, Discrepancy } from "./Check.ts"
import { sample } from "./ForAll.ts"
import { register } from "./Register.ts"
import { newWorkspace } from "./Workspaces.ts"

type Needs = Transaction | ContactStore | BroadcastStore | AccessTokenStore

const page = { limit: 10, offset: 0 }
const everyone = { condition: { _tag: "All", conditions: [] }, sort: newestFirst } as const

/** A broadcast under way, one recipient claimed, and a reference to it from another workspace. */
const foreignBroadcast = Effect.gen(function* () {
  const store = yield* BroadcastStore
  const { ref, recipients } = yield* sending()
  const claim = yield* store.claim(ref, { limit: 1, lease: Duration.minutes(1) })
  const foreign: BroadcastRef = { ...ref, workspace: yield* newWorkspace }
  const uuid = recipients[0]?.uuid
  if (uuid === undefined || claim._tag !== "Claimed") return yield* new Discrepancy({ message: "Nobody was claimed" })
  /** Everything that a reader in its own workspace sees of it. */
  const seen = Effect.all([store.details(ref.workspace, ref.broadcast), accounts(ref)])
  return { foreign, ref, claimed: { uuid, attempt: 1 }, seen }
})

/** Another workspace's resource answers exactly like a missing one, and nobody else can change it (A1). */
export const isolationChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "A1: a contact is found in its own workspace alone",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const transaction = yield* Transaction
      const { uuid } = yield* storedContact()
      const other = yield* newWorkspace
      yield* agree("find", yield* store.find(other, uuid), Option.none())
      yield* agree("lock", yield* transaction.run(store.lock(other, [uuid])), [])
      yield* agree("search", yield* store.search(other, everyone, page), { items: [], total: 0 })
    })
  ),

  check(
    "A1: a contact cannot be replaced from another workspace",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const contact = yield* storedContact()
      const other = yield* newWorkspace
      // Whether this is an error or nothing is the store's affair.
      yield* Effect.result(replaceContact({ ...contact, workspaceUuid: other, firstName: "Mallory" }))
      yield* agree("The contact", yield* current(contact), Option.some(contact))
      yield* agree("In the other workspace", yield* store.find(other, contact.uuid), Option.none())
      yield* agree("A search there", yield* store.search(other, everyone, page), { items: [], total: 0 })
    })
  ),

  check(
    "A1: workspaces with the same contacts do not see each other's",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const mine = yield* storedContact({ firstName: "Ada" })
      const theirs = yield* storedContact({ firstName: "Ada" })
      for (const contact of [mine, theirs]) {
        const condition = { _tag: "TextEquals", field: "first_name", text: "ada" } as const
        const found = yield* store.search(contact.workspaceUuid, { ...everyone, condition }, page)
        yield* agree("What is found", found, { items: [contact], total: 1 })
      }
    })
  ),

  check(
    "A1: a broadcast is read in its own workspace alone",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { foreign, ref } = yield* foreignBroadcast
      const { broadcast, workspace } = foreign
      yield* agree("find", yield* store.find(workspace, broadcast), Option.none())
      yield* agree("details", yield* store.details(workspace, broadcast), Option.none())
      const recipients = yield* store.recipients(workspace, broadcast, null, page)
      yield* agree("recipients", recipients, { items: [], total: 0 })
      const updatedAfter = DateTime.makeUnsafe(-1)
      for (const filter of [
        { broadcast, clientReferences: null, updatedAfter: null },
        { broadcast: null, clientReferences: ["reference 0"], updatedAfter: null },
        { broadcast: null, clientReferences: null, updatedAfter }
      ]) {
        yield* agree("statuses", yield* store.statuses(workspace, filter, page), { items: [], total: 0 })
        yield* agree("In its own", (yield* store.statuses(ref.workspace, filter, page)).total > 0, true)
      }
    })
  ),

  check(
    "A1: a broadcast cannot be moved, claimed, completed or hurried from another workspace",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { foreign, seen } = yield* foreignBroadcast
      const before = yield* seen
      for (const to of ["paused", "cancelled", "expired", "failed", "completed"] as const) {
        const moved = yield* store.move(foreign, to, { reason: "Mallory", pendingError: neverSent(to) })
        yield* agree(`move to ${to}`, moved, Option.none())
      }
      const claim = yield* store.claim(foreign, { limit: 10, lease: Duration.minutes(1) })
      yield* agree("claim", claim, { _tag: "Stopped" })
      yield* agree("completeIfDone", yield* store.completeIfDone(foreign), false)
      yield* store.lookAgain(foreign, Duration.zero)
      const due = yield* store.takeDue({ limit: 100_000, lookAgainAfter: Duration.hours(1) })
      yield* agree(
        "takeDue",
        due.filter(({ broadcast }) => broadcast === foreign.broadcast),
        []
      )
      yield* agree("The broadcast", yield* seen, before)
    })
  ),

  check(
    "A1: an account cannot be written to through another workspace, nor through another broadcast",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { claimed, foreign, ref, seen } = yield* foreignBroadcast
      const neighbour = yield* sending({ workspaceUuid: ref.workspace })
      const before = yield* seen
      for (const wrong of [foreign, neighbour.ref]) {
        yield* store.recordOutcomes(wrong, [{ ...claimed, _tag: "Undeliverable", error: "Mallory" }], neverSent)
        yield* store.recordOutcomes(wrong, [{ ...claimed, _tag: "Taken", messageId: "Mallory's" }], neverSent)
      }
      yield* agree("After outcomes", yield* seen, before)

      yield* TestClock.adjust("1 minute")
      const askAgainAfter = Duration.hours(1)
      const given = yield* store.surrenderLeases({ limit: 100_000, askAgainAfter })
      const mine = given.filter(({ uuid }) => uuid === claimed.uuid)
      yield* agree("Whose it is", mine, [{ ...claimed, ref }])
      const unsettled = yield* seen
      for (const wrong of [foreign, neighbour.ref]) {
        const record = { _tag: "Taken", messageId: "Mallory's" } as const
        yield* store.settle([{ ...claimed, ref: wrong, record }], neverSent)
        yield* store.settle([{ ...claimed, ref: wrong, record: { _tag: "NeverTaken" } }], neverSent)
      }
      yield* agree("After settlements", yield* seen, unsettled)
    })
  ),

  check(
    "A1: an idempotency key is the workspace's own (B4)",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const transaction = yield* Transaction
      const [mine, theirs] = [yield* newWorkspace, yield* newWorkspace]
      for (const workspace of [mine, theirs]) {
        const record = { fingerprint: workspace, response: "{}" }
        yield* agree("Before", yield* store.findIdempotencyKey(workspace, "key"), Option.none())
        const spent = yield* transaction.run(store.claimIdempotencyKey(workspace, "key", record))
        yield* agree("The key", spent, Option.none())
        yield* agree("After", yield* store.findIdempotencyKey(workspace, "key"), Option.some(record))
      }
    })
  ),

  check(
    "A1: a sender's token bucket is the workspace's own (B15)",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      for (const workspace of [yield* newWorkspace, yield* newWorkspace]) {
        const slots = yield* store.takeSendSlots(workspace, "4930", 5, { perSecond: 1, burst: 5 })
        yield* agree("The slots", slots.granted, 5)
      }
    })
  ),

  check(
    "A1: a token cannot be revoked from another workspace",
    Effect.gen(function* () {
      const store = yield* AccessTokenStore
      const [token] = sample(accessTokenArbitrary(yield* newWorkspace), 1, 2)
      if (token === undefined) return
      yield* store.insert(token)
      const revoked = yield* store.revoke(yield* newWorkspace, token.uuid, token.createdAt)
      yield* agree("The answer", revoked, false)
      yield* agree("The token", yield* store.findByHash(token.hash), Option.some(token))
    })
  ),

  check(
    "A1: what is due is told with its workspace",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const made = yield* Effect.replicateEffect(stored(), 2)
      const due = yield* store.takeDue({ limit: 100_000, lookAgainAfter: Duration.hours(1) })
      for (const { ref } of made) {
        yield* agree(
          "The broadcast",
          due.filter(({ broadcast }) => broadcast === ref.broadcast),
          [ref]
        )
      }
    })
  )
]

export const isolationSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: workspaces`, layer, isolationChecks)
