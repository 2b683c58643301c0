import type { StorageError, Storage } from "@rollcall/core"
import {
  type BroadcastRef,
  BroadcastStore,
  ContactImportStore,
  DeliveryStore,
  DueWork,
  type ImportRef,
  type WebhookRef,
  WebhookStore,
  type WorkKind
} from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Equal, type Scope } from "effect"
import { TestClock } from "effect/testing"
import {
  abandonedAfter,
  begin,
  newBroadcast,
  publish,
  refOf,
  sending,
  stage,
  stored
} from "../fixtures/BroadcastFixture.ts"
import { rowsOf, storedImport } from "../fixtures/ImportFixture.ts"
import { type Check, check, holds } from "../shared/Check.ts"
import type { Services } from "../shared/Services.ts"
import { appended, readUntil } from "../fixtures/EventFixture.ts"
import { refOf as webhookRef, stored as storedWebhook } from "../webhooks/Fixture.ts"
import { concurrently, inTransaction, letOthersRun } from "../shared/Fixture.ts"

const pollAfter = Duration.millis(500)
const claimOptions = { limit: 100, nextCheckAfter: Duration.hours(6) }

/** The longest acceptable delay of due work, in milliseconds: one poll, plus time for database statements. */
const tolerance = 1_500

const claimBroadcasts = BroadcastStore.use((store) =>
  Effect.map(store.claimDue(claimOptions), (due) => due.map(({ ref }) => ref))
)

const claimStaged = BroadcastStore.use((store) => store.claimAbandoned(claimOptions))

const claimLeases = DeliveryStore.use((store) =>
  Effect.map(store.expireLeases({ limit: 100, askAgainAfter: claimOptions.nextCheckAfter }), (expired) =>
    expired.map(({ ref }) => ref)
  )
)

const claimImports = ContactImportStore.use((store) => store.claimDue(claimOptions))

const claimWebhooks = WebhookStore.use((store) =>
  Effect.map(
    store.claimDue({
      ...{ limit: 100, failing: false, share: 100, underWay: new Map() },
      lease: claimOptions.nextCheckAfter
    }),
    (claimed) => claimed.map(({ webhook }) => webhookRef(webhook))
  )
)

type Ref = BroadcastRef | ImportRef | WebhookRef

/** Starts loops that claim due work and then wait, as workers do. Returns a function that checks the claims. */
const startLoops = Effect.fnUntraced(function* <R>(
  kind: WorkKind,
  claims: Effect.Effect<ReadonlyArray<Ref>, StorageError, R>,
  count: number = 1
) {
  const { awaitDue } = yield* DueWork
  const found: Array<Ref> = []
  const iteration = Effect.gen(function* () {
    found.push(...(yield* claims))
    yield* awaitDue(kind, pollAfter)
  })
  yield* Effect.replicateEffect(Effect.forkScoped(Effect.forever(iteration)), count)
  yield* letOthersRun

  /** Fails unless the work is found when it is due, `after` this duration, and not earlier. */
  return Effect.fnUntraced(function* (ref: Ref, after: Duration.Input = 0) {
    const isFound = () => found.some((one) => Equal.equals(one, ref))
    const wait = Duration.fromInputUnsafe(after)
    if (Duration.isPositive(wait)) {
      yield* TestClock.adjust(Duration.subtract(wait, Duration.millis(1)))
      yield* letOthersRun
      yield* holds("Nothing is found before it is due", !isFound(), found)
      yield* TestClock.adjust("1 millis")
    }
    for (let late = 0; late < tolerance && !isFound(); late += 100) {
      yield* letOthersRun
      yield* TestClock.adjust("100 millis")
    }
    yield* holds("What is due is found", isFound(), { ref, found })
  })
})

const startBroadcastLoops = (count?: number) => startLoops("broadcasts", claimBroadcasts, count)

/** Stages a broadcast that is scheduled after a duration. */
const staged = Effect.fnUntraced(function* (after: Duration.Input) {
  const now = yield* BroadcastStore.use((store) => store.now)
  const broadcast = yield* newBroadcast({ scheduledAt: DateTime.addDuration(now, after) })
  yield* stage(broadcast, [])
  return refOf(broadcast)
})

/** Makes a check with loops that stop when the check ends. */
const checkLoops = (
  title: string,
  run: () => Generator<Effect.Effect<unknown, unknown, Storage | Services | Scope.Scope>, void, never>
): Check => check(title, Effect.scoped(Effect.gen(run)))

/** Checks that loops that wait with `awaitDue` find all work in time. */
export const dueWorkChecks: ReadonlyArray<Check> = [
  checkLoops("B3: a loop finds a scheduled broadcast when it is due, and finds earlier ones before it", function* () {
    const finds = yield* startBroadcastLoops()
    const later = yield* staged("10 minutes")
    yield* publish(later)
    yield* letOthersRun
    const soon = yield* staged("10 seconds")
    yield* publish(soon)
    yield* finds(soon, "10 seconds")
    yield* finds((yield* stored()).ref)
    yield* TestClock.adjust("8 minutes")
    yield* letOthersRun
    yield* TestClock.adjust("2 minutes")
    yield* finds(later)
  }),

  checkLoops("a loop finds a broadcast with a next check that was moved forward", function* () {
    const finds = yield* startBroadcastLoops()
    const { ref } = yield* sending()
    yield* letOthersRun
    yield* BroadcastStore.use((store) => store.update(ref, { nextCheckAfter: Duration.seconds(5) }))
    yield* finds(ref, "5 seconds")
  }),

  checkLoops("B12: a loop finds a lease that expires", function* () {
    const finds = yield* startLoops("leases", claimLeases)
    const { ref } = yield* sending()
    yield* letOthersRun
    yield* begin(ref)
    yield* finds(ref, "1 minute")
  }),

  checkLoops("B9: a loop finds an abandoned staged broadcast", function* () {
    const finds = yield* startLoops("staged", claimStaged)
    yield* finds(yield* staged("0 seconds"), abandonedAfter)
  }),

  checkLoops("I1: a loop finds an import at once", function* () {
    const finds = yield* startLoops("imports", claimImports)
    for (let n = 0; n < 3; n++) yield* finds((yield* storedImport(rowsOf(1))).ref)
  }),

  checkLoops(
    "E2: a loop finds a webhook when an event occurs, or when the new webhook is behind an event",
    function* () {
      const finds = yield* startLoops("webhooks", claimWebhooks)
      const webhook = yield* storedWebhook()
      yield* letOthersRun
      yield* appended(webhook.workspaceUuid, 1)
      // Any other transaction in the Postgres cluster delays an event.
      yield* readUntil(webhook.workspaceUuid, 1)
      yield* finds(webhookRef(webhook))
      yield* finds(webhookRef(yield* storedWebhook({ workspaceUuid: webhook.workspaceUuid, cursor: null })))
    }
  ),

  checkLoops("a loop finds work that a transaction makes due when it commits", function* () {
    const finds = yield* startBroadcastLoops()
    const ref = yield* staged("0 seconds")
    yield* inTransaction(
      Effect.gen(function* () {
        yield* BroadcastStore.use((store) => store.publish(ref, null))
        yield* letOthersRun
      })
    )
    yield* finds(ref)
  }),

  checkLoops("several loops together miss no work from many concurrent commits", function* () {
    const finds = yield* startBroadcastLoops(3)
    const made = yield* Effect.replicateEffect(stored(), 8, concurrently)
    yield* Effect.forEach(made, ({ ref }) => finds(ref), { discard: true })
  })
]
