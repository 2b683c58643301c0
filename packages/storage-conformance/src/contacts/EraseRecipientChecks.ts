import {
  type AccessTokenStore,
  BroadcastStore,
  type BroadcastRef,
  ContactStore,
  type HandOverOutcome,
  Ledger,
  neverSent,
  type WorkspaceUuid
} from "@rollcall/core"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { accounts, newBroadcast, newRecipients, refOf, takeAllDue } from "../broadcasts/Fixture.ts"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { storedContact } from "./Fixture.ts"

type Needs = ContactStore | BroadcastStore | AccessTokenStore

/** A broadcast that has begun to recipients with these identifiers. */
const broadcastTo = Effect.fnUntraced(function* (
  workspaceUuid: WorkspaceUuid,
  accepted: ReadonlyArray<string>,
  refused: ReadonlyArray<string> = []
) {
  const store = yield* BroadcastStore
  const broadcast = yield* newBroadcast({ workspaceUuid })
  const identifiers = [...accepted, ...refused]
  const recipients = (yield* newRecipients(accepted.length, refused.length)).map((recipient, n) => ({
    ...recipient,
    identifier: identifiers[n] ?? ""
  }))
  yield* store.insert(broadcast, recipients)
  yield* takeAllDue
  return refOf(broadcast)
})

const claim = Effect.fnUntraced(function* (ref: BroadcastRef, limit: number) {
  const store = yield* BroadcastStore
  const claimed = yield* store.claim(ref, { limit, lease: Duration.hours(1) })
  return claimed._tag === "Claimed" ? claimed.recipients : []
})

const counters = Effect.fnUntraced(function* ({ broadcast, workspace }: BroadcastRef) {
  const store = yield* BroadcastStore
  return Option.map(yield* store.details(workspace, broadcast), ({ counters }) => counters)
})

/** What becomes of the recipients that a contact was when it is erased (C7). */
export const eraseRecipientChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "C7: blanks the contact's recipients in its workspace, rejects those that are pending, and counts them so (B13)",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const workspace = yield* newWorkspace
      const contact = yield* storedContact({
        workspaceUuid: workspace,
        phoneNumber: "+49 (170) 111",
        chatappId: "49 170 222"
      })
      const identifiers = ["49170111", "49170222", "49170333"]
      const ref = yield* broadcastTo(workspace, identifiers, ["49170111", "+49170111", "7".repeat(5_000)])
      const other = yield* broadcastTo(workspace, ["49170333"])
      const foreign = yield* broadcastTo(yield* newWorkspace, identifiers)
      const [before, otherBefore, foreignBefore] = yield* Effect.all([
        accounts(ref),
        accounts(other),
        accounts(foreign)
      ])
      yield* TestClock.adjust("1 second")
      yield* agree("Erased", yield* store.erase(workspace, contact.uuid), true)
      const after = yield* accounts(ref)
      const expected = before.map((account, n) =>
        [0, 1, 3].includes(n)
          ? {
              ...account,
              identifier: "",
              clientReference: null,
              status: "rejected" as const,
              error: n === 3 ? account.error : Ledger.erasedError,
              updatedAt: after[n]?.updatedAt ?? account.updatedAt
            }
          : account
      )
      yield* agree("The recipients", after, expected)
      for (const n of [0, 1, 3]) {
        const [old, now] = [before[n], after[n]].map((account) => account?.updatedAt.epochMilliseconds ?? 0)
        yield* holds("The instant of the update grows", (now ?? 0) > (old ?? 0), [old, now])
      }
      yield* agree("Another broadcast", yield* accounts(other), otherBefore)
      yield* agree("Another workspace", yield* accounts(foreign), foreignBefore)
      const expectedCounters = { recipients: 3, sent: 0, delivered: 0, read: 0, rejected: 5, failed: 0 }
      yield* agree("The counters", yield* counters(ref), Option.some(expectedCounters))
      const left = yield* claim(ref, 100)
      yield* agree(
        "Who is left to be sent to",
        left.map(({ identifier }) => identifier),
        ["49170333"]
      )
    })
  ),

  check(
    "C7: a hand-over that is under way goes on, and is not tried again: its outcome counts as ever",
    Effect.gen(function* () {
      const contacts = yield* ContactStore
      const store = yield* BroadcastStore
      const workspace = yield* newWorkspace
      const contact = yield* storedContact({ workspaceUuid: workspace, phoneNumber: "49170111", chatappId: "49170222" })
      const ref = yield* broadcastTo(workspace, ["49170111", "49170222"])
      const claimed = yield* claim(ref, 100)
      yield* agree("Claimed", claimed.length, 2)
      yield* contacts.erase(workspace, contact.uuid)
      const statuses = (yield* accounts(ref)).map(({ clientReference, identifier, status }) => [
        identifier,
        clientReference,
        status
      ])
      yield* agree("While they are under way", statuses, [
        ["", null, "sending"],
        ["", null, "sending"]
      ])
      const outcomes = claimed.map(({ attempt, uuid }, n): HandOverOutcome =>
        n === 0
          ? { _tag: "Taken", uuid, attempt, messageId: `message of ${uuid}` }
          : { _tag: "Retry", uuid, attempt, delay: Duration.zero, counts: true }
      )
      yield* store.recordOutcomes(ref, outcomes, neverSent)
      const after = (yield* accounts(ref)).map(({ error, identifier, status }) => [identifier, status, error])
      yield* agree("After them", after, [
        ["", "sent", null],
        ["", "rejected", Ledger.erasedError]
      ])
      const expected = { recipients: 2, sent: 1, delivered: 0, read: 0, rejected: 1, failed: 0 }
      yield* agree("The counters", yield* counters(ref), Option.some(expected))
      yield* agree("Nobody is claimed again", yield* claim(ref, 100), [])
      yield* agree("It completes", yield* store.completeIfDone(ref), true)
    })
  ),

  check(
    "C7: contacts that are erased while a broadcast is claimed are either sent to or rejected, each once",
    Effect.gen(function* () {
      const contacts = yield* ContactStore
      const workspace = yield* newWorkspace
      const identifiers = Array.from({ length: 40 }, (_, n) => `${49_170_000_000 + n}`)
      const refs = [yield* broadcastTo(workspace, identifiers), yield* broadcastTo(workspace, identifiers.toReversed())]
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
        "Nobody without an identifier is sent to",
        sent.every(({ identifier }) => identifier !== ""),
        sent
      )
      const uuids = new Set<string>(sent.map(({ uuid }) => uuid))
      yield* agree("Nobody is sent to twice", uuids.size, sent.length)
      for (const account of (yield* Effect.forEach(refs, accounts)).flat()) {
        yield* agree("Every recipient was a contact's", account.identifier, "")
        yield* agree(
          "What became of it",
          [account.status, account.error],
          uuids.has(account.uuid) ? ["sending", null] : ["rejected", Ledger.erasedError]
        )
      }
    })
  )
]
