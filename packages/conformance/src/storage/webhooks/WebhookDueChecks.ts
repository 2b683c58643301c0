import { EventStore, inTurn, WebhookStore } from "@rollcall/core/storage"
import type { WebhookTurns } from "@rollcall/core/events"
import { DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { append, appended, newEvent, readUntil } from "../fixtures/EventFixture.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { concurrently, newWorkspace, uuidsOf } from "../shared/Fixture.ts"
import { claimDue, claimInTurn, claimsOf, dueNow, many, onEvents, onlyOurs, put, reclaimInOrder } from "./Claims.ts"
import { secretsOf, stored } from "./Fixture.ts"

export const webhookDueChecks: ReadonlyArray<Check> = [
  check("a webhook is due when an event follows its cursor, and not again while it is claimed", function* () {
    const store = yield* WebhookStore
    yield* onlyOurs(3)
    const workspaceUuid = yield* newWorkspace
    const webhook = yield* stored({ workspaceUuid, cursor: yield* EventStore.use(({ end }) => end(workspaceUuid)) })
    const quiet = yield* stored()
    yield* agree("Without an event", yield* claimsOf([webhook, quiet]), [])
    yield* appended(workspaceUuid, 2)
    const { events, next } = yield* readUntil(workspaceUuid, 2)
    const [claimed, ...others] = yield* claimsOf([webhook, quiet])
    if (claimed === undefined) return yield* holds("It is due", false)
    yield* agree("Others", others, [])
    yield* agree("The webhook", claimed.webhook, webhook)
    yield* agree("Its secrets", claimed.secrets, secretsOf(1))
    yield* agree("Again", yield* claimsOf([webhook]), [])
    const [first] = events
    yield* store.record({ ...claimed, webhook: { ...webhook, cursor: first?.cursor ?? "" } }, onEvents)
    const [again] = yield* claimsOf([webhook])
    if (again === undefined) return yield* holds("It is due for the second event", false)
    yield* store.record({ ...again, webhook: { ...webhook, cursor: next } }, onEvents)
    yield* agree("After all events", yield* claimsOf([webhook]), [])
    yield* append(yield* newEvent(workspaceUuid))
    yield* readUntil(workspaceUuid, 1, { after: next })
    yield* holds("With another one", (yield* claimsOf([webhook])).length === 1)
  }),

  check(
    "a webhook without a cursor is due for every event, and a webhook that is not due on events for none",
    function* () {
      yield* onlyOurs(4)
      const workspaceUuid = yield* newWorkspace
      yield* appended(workspaceUuid, 1)
      yield* readUntil(workspaceUuid, 1)
      const webhook = yield* stored({ workspaceUuid, cursor: null })
      yield* put(webhook, { in: null, onEvents: false })
      yield* agree("Not on events", yield* claimsOf([webhook]), [])
      yield* put(webhook, { in: null, onEvents: true })
      yield* holds("On events", (yield* claimsOf([webhook])).length === 1)
    }
  ),

  check("a webhook is due at its time, and after its lease, by the store's clock", function* () {
    yield* onlyOurs(5)
    const webhook = yield* stored()
    yield* put(webhook, { in: "10 seconds", onEvents: true })
    for (const [wait, due] of [
      ["9999 millis", 0],
      ["1 millis", 1],
      ["59999 millis", 0],
      ["1 millis", 1]
    ] as const) {
      yield* TestClock.adjust(wait)
      yield* agree(`After ${wait}`, (yield* claimsOf([webhook])).length, due)
    }
  }),

  check("the webhooks claimed longest ago are returned first, and at most the requested number", function* () {
    const store = yield* WebhookStore
    yield* onlyOurs(6)
    const webhooks = yield* Effect.replicateEffect(stored(), 4)
    const order = [2, 0, 3, 1].flatMap((n) => webhooks[n] ?? [])
    for (const webhook of order) {
      yield* put(webhook, { in: "1 minute", onEvents: true })
      yield* TestClock.adjust("1 second")
    }
    yield* TestClock.adjust("1 hour")
    const first = yield* claimDue(3)
    yield* agree("Three", uuidsOf(first.map(({ webhook }) => webhook)), uuidsOf(order.slice(0, 3)))
    yield* agree("None", yield* claimDue(0), [])
    // The claimed webhooks are due again at once, but after the webhook that was not claimed.
    for (const one of first) yield* store.record(one, { at: DateTime.makeUnsafe(0), onEvents: true })
    yield* TestClock.adjust("1 second")
    const next = yield* claimDue(2)
    yield* holds("The last one", next[0]?.webhook.uuid === order[3]?.uuid)
    yield* agree("The others", (yield* claimDue(3)).length, 2)
  }),

  check("H7: claims equal `inTurn`: by workspace, its share, and whether the last request failed", function* () {
    const store = yield* WebhookStore
    yield* onlyOurs(9)
    yield* claimInTurn({ failing: true }, Duration.days(1_000))
    const workspaces = yield* Effect.replicateEffect(newWorkspace, 4)
    const [a, b, c] = workspaces
    if (a === undefined || b === undefined || c === undefined) return
    // The first workspace has the most webhooks, and its last claim is the oldest.
    const owners = [a, a, a, a, a, b, b, c, a, b, a]
    const webhooks = yield* Effect.forEach(owners, (workspaceUuid, n) =>
      Effect.gen(function* () {
        const webhook = yield* stored({ workspaceUuid, failure: n % 4 === 1 ? "answered 500" : null })
        yield* put(webhook, { in: "1 minute", onEvents: true })
        yield* TestClock.adjust("1 second")
        return { webhook, claimedAt: DateTime.makeUnsafe(1_000 * n) }
      })
    )
    yield* TestClock.adjust("1 hour")
    for (const turns of [
      { limit: 4, failing: false, share: 2, underWay: new Map() },
      { limit: many, failing: false, share: 2, underWay: new Map([[a, 1]]) },
      {
        limit: 3,
        failing: false,
        share: 3,
        underWay: new Map([
          [b, 1],
          [c, 3]
        ])
      },
      {
        limit: many,
        failing: false,
        share: 1,
        underWay: new Map([
          [a, 1],
          [b, 2]
        ])
      },
      { limit: 0, failing: false, share: 1, underWay: new Map() },
      { limit: many, failing: true, share: 1, underWay: new Map() },
      { limit: many, failing: true, share: many, underWay: new Map([[a, 7]]) }
    ] satisfies ReadonlyArray<WebhookTurns>) {
      const expected = inTurn(webhooks, turns).map(({ webhook }) => webhook.uuid)
      const claimed = yield* claimInTurn(turns)
      yield* agree(
        `Claimed by ${JSON.stringify(turns)}`,
        claimed.map(({ webhook }) => webhook.uuid),
        expected
      )
      // The claimed webhooks are due again, in the order of their earlier claims.
      for (const one of claimed) yield* store.record(one, { at: DateTime.makeUnsafe(0), onEvents: true })
      yield* reclaimInOrder(webhooks.map(({ webhook }) => webhook))
    }
  }),

  check("each webhook goes to one of many concurrent claims", function* () {
    yield* onlyOurs(7)
    const webhooks = yield* Effect.replicateEffect(stored(), 12)
    yield* Effect.forEach(webhooks, dueNow)
    const asked = yield* Effect.all(
      Array.from({ length: 8 }, () => claimDue(5)),
      concurrently
    )
    const claimed = [...asked.flat(), ...(yield* claimDue())]
    yield* agree("Claimed", claimed.map(({ webhook }) => webhook.uuid).toSorted(), uuidsOf(webhooks).toSorted())
  }),

  check("a wait from before the clock was set back is shortened to the longest wait", function* () {
    const store = yield* WebhookStore
    yield* onlyOurs(8)
    const [late, soon] = [yield* stored(), yield* stored()]
    yield* put(late, { in: "3 hours", onEvents: false })
    yield* put(soon, { in: "30 minutes", onEvents: false })
    yield* store.shortenWaits(Duration.hours(1))
    yield* TestClock.adjust("31 minutes")
    yield* agree("Before", uuidsOf((yield* claimsOf([late, soon])).map(({ webhook }) => webhook)), [soon.uuid])
    yield* TestClock.adjust("30 minutes")
    yield* holds("After", (yield* claimsOf([late])).length === 1)
  })
]
