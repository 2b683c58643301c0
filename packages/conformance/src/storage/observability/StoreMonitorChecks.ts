import { refKey } from "@rollcall/core/sending"
import type { Workload } from "@rollcall/core/operations"
import { BroadcastStore, ContactImportStore, Delivery, StoreMonitor } from "@rollcall/core/storage"
import { Duration, Option } from "effect"
import { TestClock } from "effect/testing"
import { sending, stored } from "../fixtures/BroadcastFixture.ts"
import { populate, populationArbitrary } from "../fixtures/Population.ts"
import { appended } from "../fixtures/EventFixture.ts"
import { rowsOf, storedImport } from "../fixtures/ImportFixture.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { forAll } from "../shared/ForAll.ts"
import { stored as storedWebhook } from "../webhooks/Fixture.ts"

const workload = StoreMonitor.use((store) => store.workload)

/** Returns the increase of each count. */
const grown = <Name extends string>(
  before: { readonly [Key in Name]: number },
  after: { readonly [Key in Name]: number },
  names: ReadonlyArray<Name>
) => names.map((name) => [name, after[name] - before[name]])

const states = ["sent", "delivered", "read", "rejected", "failed", "unfinished"] as const

/** The tolerated lag of an adapter's clock, in milliseconds. */
const tolerance = 1_000

const lasts = (what: string, actual: number, expected: number) =>
  holds(`${what} should be due for ${expected} ms`, actual >= expected && actual < expected + tolerance, actual)

export const storeMonitorChecks: ReadonlyArray<Check> = [
  check("O1: an open store has this release's tables", function* () {
    const { schemaAge } = yield* StoreMonitor
    yield* agree("The age", yield* schemaAge, "current")
  }),

  check("O2: an empty store has no due work", function* () {
    const expected: Workload = {
      lag: {
        broadcasts: 0,
        resolutions: 0,
        staged: 0,
        leases: 0,
        imports: 0,
        webhooks: 0,
        inbox: 0,
        erasures: 0,
        jobs: 0
      },
      broadcasts: { resolving: 0, scheduled: 0, sending: 0, paused: 0 },
      recipients: { sent: 0, delivered: 0, read: 0, rejected: 0, failed: 0, unfinished: 0 },
      unknown: 0,
      webhooks: { enabled: 0, failing: 0, disabled: 0 },
      webhookLag: 0
    }
    yield* agree("The workload", yield* workload, expected)
  }),

  check("O2: work counts as late from the time it was due", function* () {
    const { update } = yield* BroadcastStore
    const { ref } = yield* sending()
    yield* update(ref, { nextCheckAfter: Duration.zero })
    yield* storedImport(rowsOf(1))
    yield* TestClock.adjust("5 minutes")
    const { lag } = yield* workload
    yield* lasts("A broadcast", lag.broadcasts, 300_000)
    yield* lasts("An import", lag.imports, 300_000)
    const imports = yield* ContactImportStore
    yield* imports.claimDue({ limit: 100, nextCheckAfter: Duration.hours(1) })
    yield* agree("An import that was claimed", (yield* workload).lag.imports, 0)
    yield* update(ref, { nextCheckAfter: Duration.hours(1) })
    yield* agree("A broadcast that is not due", (yield* workload).lag.broadcasts, 0)
  }),

  check(
    "O2: recipients are counted as in their broadcasts' counters until these are over, and unknown ones always",
    forAll(populationArbitrary, 20, function* (plans) {
      const { update } = yield* BroadcastStore
      const before = yield* workload
      const { before: rows, ref } = yield* populate(plans)
      const after = yield* workload
      const nothing = Delivery.countersOf([])
      const counted = (some: typeof rows) => grown(nothing, Delivery.countersOf(some), states)
      yield* agree("The recipients", grown(before.recipients, after.recipients, states), counted(rows))
      yield* update(ref, { status: "completed", nextCheckAfter: null })
      const later = yield* workload
      const others = rows.filter((row) => refKey(Delivery.broadcastOf(row)) !== refKey(ref))
      yield* agree("Those of others", grown(before.recipients, later.recipients, states), counted(others))
      const unknown = rows.filter(({ status }) => status === "unknown").length
      yield* agree("The unknown ones", after.unknown - before.unknown, unknown)
      yield* agree("The same", later.unknown, after.unknown)
    })
  ),

  check("O2: broadcasts are counted by status until they are over", function* () {
    const { update } = yield* BroadcastStore
    const counted = ["resolving", "scheduled", "sending", "paused"] as const
    const before = yield* workload
    yield* stored()
    const { ref } = yield* sending()
    const during = yield* workload
    yield* agree("Two", grown(before.broadcasts, during.broadcasts, counted), [
      ["resolving", 0],
      ["scheduled", 1],
      ["sending", 1],
      ["paused", 0]
    ])
    yield* update(ref, { status: "completed", nextCheckAfter: null })
    yield* agree("One", grown(before.broadcasts, (yield* workload).broadcasts, counted)[2], ["sending", 0])
  }),

  check("O4: a broadcast and an import each keep their own trace", function* () {
    const { keepTrace, traceOf } = yield* StoreMonitor
    const { broadcast } = yield* stored()
    const other = yield* stored({ workspaceUuid: broadcast.workspaceUuid })
    const { contactImport } = yield* storedImport(rowsOf(1))
    const traced = { kind: "broadcast", workspace: broadcast.workspaceUuid, uuid: broadcast.uuid } as const
    const imported = { kind: "import", workspace: contactImport.workspaceUuid, uuid: contactImport.uuid } as const
    yield* agree("Nothing", yield* traceOf(traced), Option.none())
    yield* keepTrace(traced, "00-one")
    yield* keepTrace(imported, "00-other")
    yield* agree("The broadcast's", yield* traceOf(traced), Option.some("00-one"))
    yield* agree("The import's", yield* traceOf(imported), Option.some("00-other"))
    yield* agree("Another's", yield* traceOf({ ...traced, uuid: other.broadcast.uuid }), Option.none())
  }),

  check("O2: a webhook's lag is the age of the first event after its cursor", function* () {
    const before = yield* workload
    const { workspaceUuid } = yield* storedWebhook()
    yield* storedWebhook({ status: "disabled", cursor: null })
    yield* storedWebhook({ failure: "answered 500" })
    const after = yield* workload
    yield* agree("The webhooks", grown(before.webhooks, after.webhooks, ["enabled", "failing", "disabled"]), [
      ["enabled", 2],
      ["failing", 1],
      ["disabled", 1]
    ])
    yield* agree("Without an event", after.webhookLag, 0)
    yield* appended(workspaceUuid, 1)
    yield* TestClock.adjust("7 minutes")
    yield* appended(workspaceUuid, 1)
    yield* lasts("The first event", (yield* workload).webhookLag, 420_000)
  })
]
