import {
  ActorUuid,
  type BroadcastRequest,
  Broadcasts,
  type BroadcastUuid,
  ContactImports,
  Contacts,
  Deliveries,
  DispatchSettings,
  OptOuts,
  Rollcall,
  type Storage,
  systemCaller,
  WorkspaceUuid
} from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import {
  type AudienceBroadcast,
  AudienceWalks,
  type BroadcastDetails,
  type BroadcastMethods,
  type DueResolution,
  HeldOptOuts,
  Inbox,
  ReceivedMessages,
  runResolution,
  sendDue,
  transition
} from "@rollcall/core/sending"
import { Events } from "@rollcall/core/events"
import { Channels, Receipts, TemplateCatalog } from "@rollcall/core/channel"
import { ContactErasure, ContactMerges, layerContactSets, type OptOutMethods, Settings } from "@rollcall/core/people"
import { WorkspaceStore, type BroadcastRef, BroadcastStore } from "@rollcall/core/storage"
import { Clock, Context, DateTime, Duration, Effect, Layer, Struct } from "effect"
import { TestClock } from "effect/testing"
import type { ScriptedChannel } from "./ScriptedChannel.ts"

/** Settings with which a broadcast to a few dozen recipients takes a few virtual seconds. */
export const quickSettings: DispatchSettings = {
  ...DispatchSettings.defaultValue(),
  rate: { perSecond: 100_000, burst: 100_000 },
  chunk: 10,
  lease: Duration.seconds(20)
}

const reminder = { kind: "plain", locale: "en", status: "approved", header: null, body: 1, buttons: 0 } as const

/** Two templates: a reminder, which counts as marketing, and a utility template. */
const catalog = TemplateCatalog.layerOf([
  { ...reminder, name: "reminder" },
  { ...reminder, name: "receipt", category: "utility" }
])

/** A broadcast to `count` recipients. Their numbers start at 4917000000000. */
export const reminderTo = (count: number, change: Partial<BroadcastRequest> = {}): BroadcastRequest => ({
  channelType: "chatapp",
  name: "Reminder",
  templateName: "reminder",
  locale: "en",
  validUntil: null,
  scheduledFor: null,
  from: "4915100000000",
  version: null,
  clientUniqueIdentifier: null,
  parameters: { header: null, bodyOrder: ["name"], buttonOrder: [], cards: null },
  recipients: Array.from({ length: count }, (_, index) => ({
    identifier: String(4_917_000_000_000 + index),
    clientReference: null,
    parameters: { header: null, body: { name: "Ana" }, button: null, cards: null }
  })),
  ...change
})

/** Creates a workspace on the store in the context, with the library's services over scripted channels. */
export const dispatchFixture = Effect.fnUntraced(function* (
  channels: ScriptedChannel | ReadonlyArray<ScriptedChannel>,
  settings: DispatchSettings = quickSettings
) {
  const ports = yield* Effect.context<Storage>()
  const workspaces = yield* WorkspaceStore
  const store = yield* BroadcastStore
  const candidate = WorkspaceUuid.make(yield* nextId)
  const workspace = (yield* workspaces.ensure(candidate, candidate)).uuid
  const caller = { workspace, actor: ActorUuid.make(yield* nextId) }
  const registered = [channels].flat().map(({ layer }) => Layer.merge(layer, catalog))
  const outside = Layer.mergeAll(Layer.succeedContext(ports), Layer.orDie(Channels.layerOf(registered)))
  const services = yield* Layer.build(Layer.provide(Layer.merge(Rollcall.layer, layerContactSets), outside))
  const made = yield* Effect.provideContext(
    Effect.all({
      broadcasts: Broadcasts,
      contacts: Contacts,
      erasure: ContactErasure,
      merges: ContactMerges,
      deliveries: Deliveries,
      heldOptOuts: HeldOptOuts,
      events: Events,
      imports: ContactImports,
      inbox: Inbox,
      messages: ReceivedMessages,
      optOuts: OptOuts,
      receipts: Receipts,
      settings: Settings
    }),
    services
  )
  const { broadcasts, deliveries, optOuts } = made

  /** Starts another process on the store, with the given clock. It runs until the test's scope closes. */
  const startProcessBy = (clock: Clock.Clock) =>
    Effect.asVoid(
      Layer.build(
        Layer.provide(Rollcall.layerWorkers, [
          outside,
          Layer.succeed(DispatchSettings, settings),
          Layer.succeed(Clock.Clock, clock)
        ])
      )
    )

  /** Starts another process with the test clock. */
  const startProcess = Effect.flatMap(Clock.Clock, startProcessBy)

  /** Resolves due audiences, as a worker does. */
  const resolveDue = Effect.gen(function* () {
    for (;;) {
      const due: ReadonlyArray<DueResolution> = yield* store.claimUnresolved({
        limit: 10,
        dueAfter: Duration.minutes(1)
      })
      if (due.length === 0) return
      yield* Effect.provide(Effect.forEach(due, runResolution, { discard: true }), AudienceWalks.layer)
    }
  }).pipe(Effect.provideContext(Context.merge(ports, services)))

  /** Sends all due messages, as processes do. Returns when no work is due. */
  const sendAllDue = sendDue.pipe(
    Effect.provideContext(Context.merge(ports, services)),
    Effect.provideService(DispatchSettings, settings)
  )

  const cancelled = (ref: BroadcastRef) => Effect.provideContext(transition(ref, "cancel"), ports)

  /** Cancels a broadcast when the scope closes, so that no other test sends it. */
  const cancelAtEnd = (broadcast: BroadcastUuid) =>
    Effect.addFinalizer(() => Effect.ignore(cancelled({ workspace, broadcast })))

  /** Creates a broadcast for this test only. */
  const create = Effect.fnUntraced(function* (request: BroadcastRequest | AudienceBroadcast) {
    const { uuid } = yield* broadcasts.create(caller, request)
    yield* cancelAtEnd(uuid)
    return uuid
  })

  /**
   * Adjusts the test clock, and waits in real time for a few round trips to the store, because leases and deadlines run
   * in virtual time while database statements take real time.
   */
  const pass = Effect.fnUntraced(function* (duration: Duration.Input) {
    const [roundTrip] = yield* TestClock.withLive(Effect.timed(store.now))
    yield* TestClock.adjust(duration)
    yield* TestClock.withLive(Effect.sleep(Duration.sum(Duration.millis(1), Duration.times(roundTrip, 4))))
  })

  /** Adjusts the test clock until the broadcast satisfies `reached`. */
  const until = Effect.fnUntraced(function* (uuid: BroadcastUuid, reached: (details: BroadcastDetails) => boolean) {
    for (let round = 0; round < 400; round++) {
      const details = yield* deliveries.get(systemCaller(workspace), uuid)
      if (reached(details)) return details
      yield* pass("250 millis")
    }
    const { broadcast, counters } = yield* deliveries.get(systemCaller(workspace), uuid)
    return yield* Effect.die(new Error(`not reached: ${broadcast.status} ${JSON.stringify(counters)}`))
  })

  /** Like `until`, but waits for the channel's record, for less time than a send may take. */
  const eventually = Effect.fnUntraced(function* (reached: () => boolean) {
    for (let round = 0; round < 200 && !reached(); round++) yield* pass("40 millis")
    if (!reached()) return yield* Effect.die(new Error("not reached"))
  })

  const recipients = (uuid: BroadcastUuid) =>
    Effect.map(
      deliveries.recipients(systemCaller(workspace), uuid, {}, { limit: 1_000, offset: 0 }),
      (page) => page.items
    )

  return {
    ...made,
    heldOptOuts: Struct.pick(made.heldOptOuts, ["applyOptOuts", "dismissOptOuts"]),
    broadcasts: broadcasts satisfies BroadcastMethods,
    caller,
    cancelAtEnd,
    create,
    eventually,
    optOuts: optOuts satisfies OptOutMethods,
    later: (duration: Duration.Input) => Effect.map(store.now, DateTime.addDuration(duration)),
    pass,
    recipients,
    resolveDue,
    sendDue: sendAllDue,
    startProcess,
    startProcessBy,
    store,
    until,
    workspace
  }
})
