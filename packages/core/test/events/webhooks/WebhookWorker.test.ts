import { assert, describe, it } from "@effect/vitest"
import { ContactUuid, systemCaller, type WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { EventStore, WebhookStore } from "@rollcall/core/storage"
import { type Webhook, WebhookSettings, Webhooks } from "@rollcall/core/events"
import { Duration, Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import {
  answered,
  eventsOf,
  firstCursors,
  fixture,
  happen,
  makeReceiver,
  messageOf,
  newContact,
  newWorkspace,
  services,
  startWorkers,
  test,
  url
} from "./Receiver.ts"

const create = (workspace: WorkspaceUuid, types: Parameters<Webhooks["Service"]["create"]>[1]["types"] = null) =>
  Effect.map(
    Webhooks.use((webhooks) => webhooks.create(systemCaller(workspace), { url, types })),
    ({ webhook }) => webhook
  )

const get = (webhook: { readonly workspaceUuid: WorkspaceUuid; readonly uuid: Webhook["uuid"] }) =>
  Webhooks.use((webhooks) => webhooks.get(systemCaller(webhook.workspaceUuid), webhook.uuid))

const cursorsOf = (workspace: WorkspaceUuid) =>
  Effect.map(eventsOf(workspace), (events) => events.map((one) => one.cursor))

describe("the workers of webhooks", () => {
  test("H1: send each event that occurs after a webhook's creation once", function* () {
    const receiver = makeReceiver()
    yield* startWorkers(receiver)
    const workspace = yield* newWorkspace
    const [early, ...contacts] = yield* Effect.replicateEffect(newContact, 250)
    yield* happen(workspace, ...(early === undefined ? [] : [early]))
    yield* create(workspace)
    yield* happen(workspace, ...contacts)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(firstCursors(receiver.received), (yield* cursorsOf(workspace)).slice(1))
    assert.strictEqual(receiver.requests.length, 249)
  })

  test("send only uuids, with the event's type and timestamp", function* () {
    const receiver = makeReceiver()
    yield* startWorkers(receiver)
    const workspace = yield* newWorkspace
    const contact = yield* newContact
    yield* create(workspace)
    yield* happen(workspace, contact)
    yield* TestClock.adjust("1 second")
    const [request] = receiver.requests
    assert.deepStrictEqual(messageOf(request?.body), {
      type: "contact.updated",
      timestamp: "1970-01-01T00:00:00.000Z",
      data: { workspace_uuid: workspace, contact_uuid: contact, by: null, actor: null, cursor: "1" }
    })
    assert.strictEqual(request?.url, url)
  })

  test("send only the requested types", function* () {
    const receiver = makeReceiver()
    yield* startWorkers(receiver)
    const workspace = yield* newWorkspace
    const webhook = yield* create(workspace, ["contact.erased"])
    yield* happen(workspace, yield* newContact)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(receiver.requests, [])
    assert.strictEqual((yield* get(webhook)).cursor, "1")
  })

  test("H1, H2, H4: deliver every event to a receiver that was down for a day, in each entity's order", function* () {
    const { get, receiver, workspace } = yield* fixture
    const contacts = yield* Effect.replicateEffect(newContact, 40)
    receiver.answer = () => Effect.succeed({ _tag: "Unanswered", message: "refused the connection" })
    for (let hour = 0; hour < 24; hour++) {
      yield* happen(workspace, ...contacts)
      yield* TestClock.adjust("1 hour")
    }
    const down = yield* get
    assert.strictEqual(down.status, "enabled")
    assert.strictEqual(down.failure, "refused the connection")
    const perEntity = receiver.requests.length / down.waiting.length
    assert.isBelow(perEntity, 50)
    receiver.answer = () => Effect.succeed(answered(200))
    yield* TestClock.adjust("1 hour")
    const got = receiver.received.map(({ body }) => messageOf(body).data)
    for (const contact of contacts) {
      const its = got.filter((data) => data["contact_uuid"] === contact).map(({ cursor }) => Number(cursor))
      assert.strictEqual(its.length, 24)
      assert.deepStrictEqual(
        its,
        its.toSorted((a, b) => a - b)
      )
    }
    const back = yield* get
    assert.deepStrictEqual([back.waiting, back.failure, back.missedAt], [[], null, null])
  })

  test("H4: disable a webhook after a day with a failing event, and continue without a gap once it is enabled", function* () {
    const { get, receiver, replay, workspace } = yield* fixture
    const [one, other] = [yield* newContact, yield* newContact]
    receiver.answer = () => Effect.succeed(answered(500))
    yield* happen(workspace, one, other, one)
    yield* TestClock.adjust("25 hours")
    assert.strictEqual((yield* get).status, "enabled")
    yield* TestClock.adjust("1 hour")
    const disabled = yield* get
    assert.deepStrictEqual(
      [disabled.status, disabled.statusReason, disabled.failure],
      ["disabled", "gave_up", "answered 500"]
    )
    const tried = receiver.requests.length
    yield* happen(workspace, other)
    yield* TestClock.adjust("2 days")
    assert.strictEqual(receiver.requests.length, tried)
    const events = yield* eventsOf(workspace)
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      [...Array.from({ length: 3 }, () => "contact.updated"), "webhook.disabled", "contact.updated"]
    )
    receiver.answer = () => Effect.succeed(answered(204))
    const again = yield* replay({})
    assert.strictEqual(again.status, "enabled")
    yield* TestClock.adjust("1 second")
    const late = receiver.requests.slice(tried)
    assert.deepStrictEqual(
      firstCursors(late).toSorted((a, b) => Number(a) - Number(b)),
      events.map(({ cursor }) => cursor)
    )
    assert.strictEqual(late.length, events.length)
  })

  test("H4: disable a webhook at once if its endpoint returns 410", function* () {
    const receiver = makeReceiver()
    receiver.answer = () => Effect.succeed(answered(410))
    yield* startWorkers(receiver)
    const workspace = yield* newWorkspace
    const webhook = yield* create(workspace)
    yield* happen(workspace, yield* newContact)
    yield* TestClock.adjust("1 second")
    const { status, statusReason } = yield* get(webhook)
    assert.deepStrictEqual([status, statusReason], ["disabled", "gone"])
  })

  test("H2: delay no other entity while one entity's event fails", function* () {
    const { get, receiver, workspace } = yield* fixture
    const [bad, ...good] = yield* Effect.replicateEffect(newContact, 5)
    if (bad === undefined) return
    receiver.answer = ({ body }) => Effect.succeed(answered(messageOf(body).data["contact_uuid"] === bad ? 500 : 200))
    for (let n = 0; n < 10; n++) yield* happen(workspace, bad, ...good)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(receiver.received.length, 40)
    const { waiting } = yield* get
    assert.deepStrictEqual(
      waiting.map(({ attempts, entity }) => ({ attempts, entity: ContactUuid.make(entity) })),
      [{ attempts: 1, entity: bad }]
    )
    receiver.answer = () => Effect.succeed(answered(200))
    yield* TestClock.adjust("5 seconds")
    const its = receiver.received.map(({ body }) => messageOf(body).data).filter((one) => one["contact_uuid"] === bad)
    assert.deepStrictEqual(
      its.map(({ cursor }) => Number(cursor)),
      Array.from({ length: 10 }, (_, n) => 5 * n + 1)
    )
  })

  test("H1: send events after a cursor again, with the same identifiers", function* () {
    const { receiver, replay, workspace } = yield* fixture
    yield* happen(workspace, ...(yield* Effect.replicateEffect(newContact, 5)))
    yield* TestClock.adjust("1 second")
    const ids = receiver.requests.map(({ headers }) => headers["webhook-id"])
    yield* replay({ after: "2" })
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(
      receiver.requests.slice(5).map(({ headers }) => headers["webhook-id"]),
      ids.slice(2)
    )
    yield* replay({ oldest: true })
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(
      receiver.requests.slice(8).map(({ headers }) => headers["webhook-id"]),
      ids
    )
  })

  test("H5: tell a webhook that events were removed before it received them, and continue", function* () {
    const { get, receiver, replay, workspace } = yield* fixture
    receiver.answer = () => Effect.succeed(answered(500))
    yield* happen(workspace, ...(yield* Effect.replicateEffect(newContact, 30)))
    yield* TestClock.adjust("2 days")
    yield* EventStore.use((store) => store.prune({ keepFor: Duration.days(1), limit: 1_000 }))
    receiver.answer = () => Effect.succeed(answered(200))
    yield* replay({})
    yield* TestClock.adjust("1 second")
    const types = receiver.received.map(({ body }) => messageOf(body).type)
    assert.deepStrictEqual(types, ["webhook.disabled", "webhook.events_missed"])
    assert.notStrictEqual((yield* get).missedAt, null)
  })

  it.effect("H1: lose no event if one of two processes is killed during a request", () =>
    Effect.gen(function* () {
      const [killed, other] = [makeReceiver(), makeReceiver()]
      const scope = yield* Scope.make()
      // The process is frozen while it sends, and never records what it has sent.
      killed.answer = () => Effect.never
      yield* Scope.provide(startWorkers(killed), scope)
      const workspace = yield* newWorkspace
      yield* create(workspace)
      const contacts = yield* Effect.replicateEffect(newContact, 8)
      yield* happen(workspace, ...contacts, ...contacts)
      yield* TestClock.adjust("1 second")
      assert.isAbove(killed.requests.length, 0)
      yield* startWorkers(other)
      yield* TestClock.adjust("50 seconds")
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust("2 minutes")
      assert.sameMembers(firstCursors(other.received), [...(yield* cursorsOf(workspace))])
    }).pipe(
      Effect.provide(services),
      Effect.provideService(WebhookSettings, {
        ...WebhookSettings.defaultValue(),
        timeout: Duration.hours(1)
      })
    )
  )

  test("record nothing for a claim that has ended", function* () {
    const store = yield* WebhookStore
    const workspace = yield* newWorkspace
    const webhook = yield* create(workspace)
    yield* happen(workspace, yield* newContact)
    const [claimed] = yield* store.claimDue({
      ...{ limit: 1, failing: false, share: 1, underWay: new Map() },
      lease: Duration.seconds(60)
    })
    if (claimed === undefined) return assert.fail("the webhook is due")
    yield* Webhooks.use((webhooks) => webhooks.replay(systemCaller(workspace), webhook.uuid, { oldest: true }))
    const due = { at: null, onEvents: true }
    assert.isFalse(yield* store.record({ ...claimed, webhook: { ...webhook, cursor: "1" } }, due))
    assert.strictEqual((yield* get(webhook)).cursor, null)
  })
})

/** What happens to some contacts, and what the receiver answers at which minute. */
const histories = fc.record({
  steps: fc.array(
    fc.record({
      contacts: fc.array(fc.nat(5), { maxLength: 12 }),
      statuses: fc.array(fc.constantFrom(200, 200, 200, 204, 429, 500, 302), { minLength: 1, maxLength: 7 }),
      minutes: fc.nat(30)
    }),
    { minLength: 1, maxLength: 12 }
  ),
  maxWaiting: fc.integer({ min: 1, max: 4 }),
  chunk: fc.integer({ min: 1, max: 9 })
})

describe("the order of each entity", () => {
  it.effect("H2: holds in a random history of two processes, one of which is killed and restarted", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(histories, ({ chunk, maxWaiting, steps }) =>
          Effect.gen(function* () {
            const receiver = makeReceiver()
            const workspace = yield* newWorkspace
            const contacts = yield* Effect.replicateEffect(
              Effect.map(nextId, (id) => ContactUuid.make(id)),
              6
            )
            yield* create(workspace)
            yield* startWorkers(receiver)
            for (const { contacts: places, minutes, statuses } of steps) {
              let at = 0
              receiver.answer = () => Effect.succeed(answered(statuses[at++ % statuses.length] ?? 200))
              const scope = yield* Scope.make()
              yield* Scope.provide(startWorkers(receiver), scope)
              yield* happen(workspace, ...places.flatMap((place) => contacts[place] ?? []))
              yield* TestClock.adjust(Duration.minutes(minutes))
              yield* Scope.close(scope, Exit.void)
            }
            receiver.answer = () => Effect.succeed(answered(200))
            yield* TestClock.adjust("3 hours")
            const events = yield* eventsOf(workspace)
            const order = firstCursors(receiver.received)
            assert.strictEqual(order.length, events.length)
            for (const contact of contacts) {
              const its = events.flatMap((one) =>
                "contactUuid" in one && one.contactUuid === contact ? [one.cursor] : []
              )
              assert.deepStrictEqual(
                order.filter((cursor) => its.includes(cursor)),
                its
              )
            }
          }).pipe(
            Effect.scoped,
            Effect.provide([services, TestClock.layer()]),
            Effect.provideService(WebhookSettings, { ...WebhookSettings.defaultValue(), chunk, maxWaiting }),
            Effect.runPromise
          )
        ),
        { numRuns: 60 }
      )
    )
  )
})
