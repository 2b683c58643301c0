import { layer as simulatorLayer, SimulatorRecord } from "@rollcall/channel-simulator"
import { isLong, planFailed, seedOfRun } from "@rollcall/testing/kills"
import { Console, Context, Deferred, Effect, Layer, Random, type Scope } from "effect"
import { lacksPooler } from "../../../../storage-postgres/test/pooler/PgBouncer.ts"
import { openJournal } from "../../../src/serve/channel/FileJournal.ts"
import { live } from "../Calls.ts"
import { type Fleet, type Role, startFleet } from "./Fleet.ts"
import { type Store, stores } from "./Store.ts"

/** The work during which processes are killed. */
export interface Subject {
  /** What clients do as long as processes are killed, each again and again. */
  readonly clients: ReadonlyArray<Effect.Effect<void>>
  /** Each waits for a moment to kill the process of a place at. They take turns. */
  readonly moments: ReadonlyArray<(place: number) => Effect.Effect<void>>
  /** Waits until the work is done, with no more kills, checks its results and returns its figures. */
  readonly verdict: Effect.Effect<string>
}

/** Processes that are killed. */
export interface Case {
  readonly name: string
  readonly store: keyof typeof stores
  readonly roles: ReadonlyArray<Role>
  /** Whether they are left out of a run that does not say how many kills it wants. */
  readonly longOnly?: true
}

export const casesOf = (cases: ReadonlyArray<Case>) =>
  cases.filter(({ longOnly, store }) => (isLong || longOnly !== true) && !(store === "Pooler" && lacksPooler))

/** Kills the processes of a case so many times during the work of a subject, and then judges what it left. */
export const killProcesses = Effect.fnUntraced(function* (
  { name, roles, store: storeName }: Case,
  kills: number,
  makeSubject: (fleet: Fleet, seed: number) => Effect.Effect<Subject, never, ChannelRecord>,
  makeChannel: (store: Store) => Effect.Effect<KilledChannel, never, Scope.Scope> = simulated
) {
  const seed = Number(seedOfRun)
  const store = yield* stores[storeName]
  const figures = yield* Effect.gen(function* () {
    const channel = yield* makeChannel(store)
    const fleet = yield* startFleet(store, roles, channel.env)
    return yield* Effect.gen(function* () {
      yield* channel.connect(fleet)
      const subject = yield* makeSubject(fleet, seed)
      yield* killDuring(fleet, kills, subject)
      return yield* subject.verdict
    }).pipe(Effect.provideService(ChannelRecord, channel.record))
  }).pipe(
    Random.withSeed(`${seed}`),
    Effect.onError((cause) => Console.log(planFailed(cause).message))
  )
  if (isLong) yield* Console.log(`${name}: ${kills} kills; ${figures}`)
}, Effect.provide(live))

/** What a channel itself records of the messages that it accepted. */
export class ChannelRecord extends Context.Service<
  ChannelRecord,
  SimulatorRecord["Service"] & {
    /** Returns how many sends have arrived since the last call. */
    readonly newSends: Effect.Effect<number>
  }
>()("@rollcall/cli/serve/test/kill/ChannelRecord") {}

/** The channel of processes that are killed: what they have to know of it, and its record. */
export interface KilledChannel {
  readonly env: Readonly<Record<string, string>>
  readonly record: ChannelRecord["Service"]
  /** Has what the provider reports reach the processes. */
  readonly connect: (fleet: Fleet) => Effect.Effect<void, never, Scope.Scope>
}

/** The simulator, with one journal for all processes. */
const simulated = Effect.fnUntraced(function* ({ journal }: Store) {
  const record = yield* Layer.build(simulatorLayer(yield* openJournal(journal)))
  const sends = yield* openJournal(journal)
  const newSends = Effect.sync(() => Array.from(sends.readNew()).filter((line) => line.includes('"identifier"')).length)
  return {
    env: { ROLLCALL_SIMULATOR_JOURNAL: journal },
    record: { ...Context.get(record, SimulatorRecord), newSends },
    connect: () => Effect.void
  } satisfies KilledChannel
}, Effect.orDie)

const killDuring = Effect.fnUntraced(function* (fleet: Fleet, kills: number, { clients, moments }: Subject) {
  const enough = yield* Deferred.make<void>()
  let [begun, killed] = [0, 0]

  const keepOn = (client: Effect.Effect<void>) =>
    Effect.repeat(Effect.andThen(client, Effect.sleep("10 millis")), { while: () => killed < kills })

  const keepKilling = Effect.fnUntraced(function* (place: number) {
    for (;;) {
      const moment = moments[begun++ % moments.length]?.(place) ?? Effect.void
      yield* Effect.raceFirst(moment, Deferred.await(enough))
      if (killed === kills) return
      if (++killed === kills) yield* Deferred.succeed(enough, undefined)
      yield* fleet.kill(place)
      yield* fleet.start(place)
    }
  })

  const all = [...clients.map(keepOn), ...Array.from(fleet.roles.keys(), keepKilling)]
  yield* Effect.all(all, { concurrency: "unbounded", discard: true })
})
