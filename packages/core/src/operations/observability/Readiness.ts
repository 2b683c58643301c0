import { Context, Duration, Effect, Exit, Latch, Layer, Option } from "effect"
import type { StorageError } from "../../shared/StorageError.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import { askedOnce } from "./AskedOnce.ts"
import { layerOutages, Outages, requests } from "./Outages.ts"
import { type SchemaAge, StoreMonitor } from "./StoreMonitor.ts"

/** Why a process should get no requests, with what each reason means. */
export const notReadyReasons = {
  draining: "The process is stopping. It finishes what it has begun.",
  store_unavailable: "The store does not answer.",
  store_unusable: "The store returned data that Rollcall did not write.",
  schema_newer: "A newer release has changed the tables.",
  store_full: "The disk of the store is full.",
  work_failing: "Background work has failed for a minute."
} as const

/** Why a process should get no requests. */
export type NotReadyReason = keyof typeof notReadyReasons

/** How long what was found about the store holds, in milliseconds. */
const keepFor = 250

/** How long the store has to answer. With `keepFor` it is the time within which a loss is noticed. */
const answerWithin = Duration.millis(500)

/** For how long background work may fail, in milliseconds. */
const failFor = 60_000

/** For how long a write that failed because the disk is full says so of the store, in milliseconds. */
const fullFor = 10_000

/** How a request ended. */
export interface EndedRequest {
  /** When it began, by the steady clock in milliseconds. */
  readonly begun: number
  /** It read or stored something, was refused, or failed because the store is away or its disk full. */
  readonly outcome: "read" | "stored" | "refused" | StorageError
}

/** Whether this process should get requests now. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /**
     * Returns why the process should get no requests; none if it should. The store is asked when the last answer is
     * older than 250 ms, once for all who ask meanwhile. A store that does not answer within 500 ms is unavailable,
     * unless its connections are busy and it answers on them. Background work that fails for a minute counts, and at once if
     * the disk is full, as a write of a request does for ten seconds.
     *
     * @example
     * const readiness = yield* Readiness
     * const reason = yield* readiness.notReady
     * return Option.match(reason, { onNone: () => "ready", onSome: (reason) => notReadyReasons[reason] })
     */
    readonly notReady: Effect.Effect<Option.Option<NotReadyReason>>

    /**
     * Takes note of how a request ended. A store that is away or full is logged once for all requests and background work,
     * and again when it is back.
     *
     * @example
     * const readiness = yield* Readiness
     * yield* readiness.ended({ begun: 0, outcome: "stored" })
     */
    readonly ended: (request: EndedRequest) => Effect.Effect<void>

    /**
     * Makes the process `draining` until it ends, and ends its streams. Call it before the last requests are finished.
     *
     * @example
     * const readiness = yield* Readiness
     * yield* Effect.addFinalizer(() => readiness.drain)
     */
    readonly drain: Effect.Effect<void>

    /**
     * Ends the streams of events: they have no end, and would keep a process that stops or is replaced.
     *
     * @example
     * const readiness = yield* Readiness
     * yield* Effect.addFinalizer(() => readiness.endStreams)
     */
    readonly endStreams: Effect.Effect<void>

    /**
     * Waits until the streams of events have to end.
     *
     * @example
     * const readiness = yield* Readiness
     * const beats = Stream.interruptWhen(Stream.tick("15 seconds"), readiness.streamsEnd)
     * yield* Stream.runDrain(beats)
     */
    readonly streamsEnd: Effect.Effect<void>
  }
>()("@rollcall/core/operations/observability/Readiness") {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const store = yield* StoreMonitor
      const outages = yield* Outages
      let isDraining = false
      let fullUntil = -Infinity
      const streams = yield* Latch.make()
      const probe = store.schemaAge.pipe(
        Effect.map((age) => reasonOfSchema[age]),
        Effect.catch((error) => Effect.succeed(reasonOfError(error))),
        Effect.catchDefect(() => Effect.succeed("store_unusable" as const))
      )
      const asked = yield* askedOnce(probe, { keepFor, answerWithin })
      /** A store that answers others is busy: the probe waits for its turn. */
      const isBusy = Effect.map(
        Effect.orElseSucceed(store.connections, () => null),
        (connections) => connections !== null && connections.sinceAnswer < Duration.toMillis(answerWithin)
      )
      const ofStore = Effect.flatMap(asked, (answer): Effect.Effect<Found> =>
        Option.isSome(answer) && Exit.isSuccess(answer.value)
          ? Effect.succeed(answer.value.value)
          : Effect.map(isBusy, (busy) => (busy ? null : "store_unavailable"))
      )
      const ofWork = Effect.map(steadyMillis, (now): Found => {
        if (now < fullUntil) return "store_full"
        const fault = outages.fault()
        if (fault === null) return null
        return fault.isFull ? "store_full" : now - fault.since >= failFor ? "work_failing" : null
      })
      const found = Effect.flatMap(ofStore, (reason) => (reason === null ? ofWork : Effect.succeed(reason)))
      return {
        notReady: Effect.suspend(() =>
          isDraining ? Effect.succeed(Option.some<NotReadyReason>("draining")) : Effect.map(found, Option.fromNullOr)
        ),
        ended: ({ begun, outcome }) => {
          if (outcome === "refused") return Effect.void
          if (outcome === "stored") fullUntil = -Infinity
          if (typeof outcome === "string") return outages.any() ? outages.end(requests, begun) : Effect.void
          return Effect.andThen(
            outages.lose(requests, begun, outcome),
            Effect.map(steadyMillis, (now) => {
              if (outcome.isFull === true) fullUntil = now + fullFor
            })
          )
        },
        drain: Effect.suspend(() => {
          isDraining = true
          return Effect.asVoid(streams.open)
        }),
        endStreams: Effect.asVoid(streams.open),
        streamsEnd: streams.await
      }
    })
  ).pipe(Layer.provide(layerOutages))
}

/** What is found of the store or of the background work: a reason, or null. */
type Found = Exclude<NotReadyReason, "draining"> | null

const reasonOfSchema: { readonly [Age in SchemaAge]: Found } = {
  current: null,
  newer: "schema_newer",
  other: "store_unusable"
}

const reasonOfError = ({ reason }: StorageError): Found =>
  reason === "Corrupt" ? "store_unusable" : "store_unavailable"
