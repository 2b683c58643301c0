import type { WorkspaceUuid } from "@rollcall/core"
import { nextId, WebhookUuid } from "@rollcall/core/operations"
import { EventStore, WebhookStore } from "@rollcall/core/storage"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { append, appended, newEvent, readUntil } from "../fixtures/EventFixture.ts"
import { agree, type Check, check, conflicts, holds } from "../shared/Check.ts"
import { instantOf, inTransaction, newWorkspace, uuidsOf } from "../shared/Fixture.ts"
import { claimsOf, dueNow, many, onEvents, onlyOurs } from "./Claims.ts"
import { newWebhook, refOf, secretsOf, stored, values } from "./Fixture.ts"
import { webhookDueChecks } from "./WebhookDueChecks.ts"

const rowChecks: ReadonlyArray<Check> = [
  check("find returns a stored webhook, and lock returns it with its secrets", function* () {
    const store = yield* WebhookStore
    for (const [n, changes] of values.entries()) {
      const webhook = yield* newWebhook(changes)
      yield* store.insert({ webhook, secrets: secretsOf(n) })
      yield* agree("Found", yield* store.find(refOf(webhook)), Option.some(webhook))
      const locked = Option.getOrUndefined(yield* inTransaction(store.lock(refOf(webhook))))
      yield* agree("Locked", locked?.webhook, webhook)
      yield* agree("Its secrets", locked?.secrets, secretsOf(n))
      yield* conflicts("A uuid that is taken", store.insert({ webhook, secrets: secretsOf(n) }))
    }
  }),

  check("A1: a workspace's webhooks are listed oldest first, then by uuid", function* () {
    const store = yield* WebhookStore
    const workspaceUuid = yield* newWorkspace
    const webhooks = yield* Effect.forEach([3, 1, 2, 1, 2], (n) =>
      stored({ workspaceUuid, createdAt: instantOf(n), updatedAt: instantOf(n) })
    )
    const other = yield* stored()
    const order = webhooks.toSorted((a, b) => DateTime.Order(a.createdAt, b.createdAt) || (a.uuid < b.uuid ? -1 : 1))
    yield* agree("Listed", uuidsOf(yield* store.list(workspaceUuid)), uuidsOf(order))
    yield* agree("Listed there", uuidsOf(yield* store.list(other.workspaceUuid)), [other.uuid])
    const foreign = { workspace: workspaceUuid, webhook: other.uuid }
    yield* agree("Found elsewhere", yield* store.find(foreign), Option.none())
    yield* agree("Locked elsewhere", yield* inTransaction(store.lock(foreign)), Option.none())
    yield* agree("Removed elsewhere", yield* store.remove(foreign), false)
    yield* agree("Removed", yield* store.remove(refOf(other)), true)
    yield* agree("Removed again", yield* store.remove(refOf(other)), false)
    yield* agree("Unknown", yield* store.find({ ...foreign, webhook: WebhookUuid.make(yield* nextId) }), Option.none())
  }),

  check("replacing secrets changes only the secrets, whatever a worker records", function* () {
    const store = yield* WebhookStore
    yield* onlyOurs(1)
    const webhook = yield* stored()
    yield* dueNow(webhook)
    const [claimed] = yield* claimsOf([webhook])
    const changed = { ...webhook, cursor: null, failure: "no", updatedAt: instantOf(9) }
    yield* inTransaction(
      Effect.andThen(store.lock(refOf(webhook)), store.saveSecrets({ webhook: changed, secrets: secretsOf(2) }))
    )
    if (claimed === undefined) return yield* holds("It is claimed", false)
    const failure = "answered 500"
    yield* agree(
      "Whether it counts",
      yield* store.record({ ...claimed, webhook: { ...webhook, failure } }, onEvents),
      true
    )
    const locked = Option.getOrUndefined(yield* inTransaction(store.lock(refOf(webhook))))
    yield* agree("Its secrets", locked?.secrets, secretsOf(2))
    yield* agree("The webhook", locked?.webhook, { ...webhook, failure, updatedAt: instantOf(9) })
  }),

  check("replacing the URL and the types keeps the webhook's progress", function* () {
    const store = yield* WebhookStore
    for (const [n, changes] of values.entries()) {
      const [webhook, neighbour] = [yield* stored(), yield* stored()]
      const changed = { ...webhook, url: `https://receiver.example/${n}`, ...changes, updatedAt: instantOf(9) }
      yield* inTransaction(
        Effect.andThen(store.lock(refOf(webhook)), store.save({ webhook: changed, secrets: secretsOf(n) }, onEvents))
      )
      const locked = Option.getOrUndefined(yield* inTransaction(store.lock(refOf(webhook))))
      yield* agree("The webhook", locked?.webhook, changed)
      yield* agree("Its secrets", locked?.secrets, secretsOf(n))
      yield* agree("Another one", yield* store.find(refOf(neighbour)), Option.some(neighbour))
    }
  }),

  check("a record for an outdated claim or a removed webhook changes nothing", function* () {
    const store = yield* WebhookStore
    yield* onlyOurs(2)
    const webhook = yield* stored()
    yield* dueNow(webhook)
    const [first] = yield* claimsOf([webhook], many, "1 second")
    yield* TestClock.adjust("2 seconds")
    const [second] = yield* claimsOf([webhook])
    if (first === undefined || second === undefined) return yield* holds("It is claimed twice", false)
    const failure = "of the first"
    yield* agree("The first", yield* store.record({ ...first, webhook: { ...webhook, failure } }, onEvents), false)
    yield* agree("The webhook", yield* store.find(refOf(webhook)), Option.some(webhook))
    yield* agree("The second", yield* store.record(second, onEvents), true)
    yield* inTransaction(
      Effect.andThen(store.lock(refOf(webhook)), store.save({ webhook, secrets: secretsOf(1) }, onEvents))
    )
    yield* agree("After a change", yield* store.record(second, onEvents), false)
    yield* store.remove(refOf(webhook))
    yield* agree("After it was removed", yield* store.record(second, onEvents), false)
  })
]

const readingChecks: ReadonlyArray<Check> = [
  check("E2: the end is after every event that can be read, and before all later events", function* () {
    const store = yield* EventStore
    const workspace: WorkspaceUuid = yield* newWorkspace
    const empty = yield* store.end(workspace)
    yield* appended(workspace, 3)
    const { next } = yield* readUntil(workspace, 3, { after: empty })
    const end = yield* store.end(workspace)
    const [later] = yield* appended(workspace, 1)
    const { events } = yield* readUntil(workspace, 1, { after: end })
    yield* agree("After it", events.length, 1)
    yield* holds("It is the later one", later !== undefined && "contactUuid" in (events[0] ?? {}))
    const reading = yield* store.read(workspace, { after: next, until: end, types: null, limit: 10 })
    yield* agree("Up to it", reading._tag === "Read" ? reading.events : null, [])
  }),

  check("E2: the events about one entity are read up to a cursor", function* () {
    const store = yield* EventStore
    const workspace = yield* newWorkspace
    const [one, other] = [yield* newEvent(workspace), yield* newEvent(workspace, "contact.updated")]
    for (const event of [one, other, other, one, other, one]) yield* append(event)
    const { events: all } = yield* readUntil(workspace, 6)
    const cursors = all.map(({ cursor }) => cursor)
    const read = Effect.fnUntraced(function* (after: number | null, until: number | null, limit: number = 10) {
      const reading = yield* store.read(workspace, {
        after: after === null ? null : (cursors[after] ?? ""),
        until: until === null ? null : (cursors[until] ?? ""),
        types: null,
        subject: one.contactUuid,
        limit
      })
      if (reading._tag !== "Read") return yield* holds("It is read", false, reading)
      return { at: reading.events.map(({ cursor }) => cursors.indexOf(cursor)), hasMore: reading.hasMore }
    })
    yield* agree("All", yield* read(null, null), { at: [0, 3, 5], hasMore: false })
    yield* agree("Up to one", yield* read(null, 3), { at: [0, 3], hasMore: false })
    yield* agree("Up to another's", yield* read(0, 4), { at: [3], hasMore: false })
    yield* agree("Up to where it begins", yield* read(3, 3), { at: [], hasMore: false })
    yield* agree("The first", (yield* read(0, 5, 1))?.at, [3])
  })
]

export const webhookChecks: ReadonlyArray<Check> = [...rowChecks, ...webhookDueChecks, ...readingChecks]
