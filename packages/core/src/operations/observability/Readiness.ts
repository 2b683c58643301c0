import { Context, Duration, Effect, Exit, Latch, Layer, Option } from "effect"
import type { StorageError } from "../../shared/StorageError.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import { askedOnce } from "./AskedOnce.ts"
import { layerOutages, Outages, requests } from "./Outages.ts"
import { type SchemaAge, StoreMonitor } from "./StoreMonitor.ts"

/** The reasons why a process should get no requests, with their meanings. */
export const notReadyReasons = {
  draining: "The process is stopping and finishes its current work.",
  store_unavailable: "The store does not answer.",
  store_unusable: "The store returned data that Rollcall did not write.",
  schema_newer: "A newer release of Rollcall has changed the tables. Update this process.",
  store_full: "The disk of the store is full.",
  work_failing: "Background work has failed for a minute."
} as const

/** A reason why a process should get no requests. */
export type NotReadyReason = keyof typeof notReadyReasons

/** How long the result of a store check is reused, in milliseconds. */
const keepFor = 250

/** The timeout of a check. Together with `keepFor`, the timeout limits how late an outage is noticed. */
const answerWithin = Duration.millis(500)

/** How long background work may fail before the process isn't ready, in milliseconds. */
const failFor = 60_000

/** How long after a write failed because of a full disk the store counts as full, in milliseconds. */
const fullFor = 10_000

/** How a request ended. */
export interface EndedRequest {
  /** When the request began, by the steady clock in milliseconds. */
  readonly begun: number
  /** Whether the request read data, stored data or was refused; or the store error that it failed with. */
  readonly outcome: "read" | "stored" | "refused" | StorageError
}

/** Whether this process should get requests. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /**
     * Returns why the process should get no requests; `Option.none()` if it is ready. Checks the store if the last result
     * is older than 250 ms, once for all concurrent callers. A store that does not respond within 500 ms is unavailable,
     * unless its connections are busy and still responding. The process also isn't ready if background work has failed for
     * a minute. A full disk counts at once, and for 10 seconds after a request's failed write.
     *
     * @example
     * const readiness = yield* Readiness
     * const reason = yield* readiness.notReady
     * return Option.match(reason, { onNone: () => "ready", onSome: (reason) => notReadyReasons[reason] })
     */
    readonly notReady: Effect.Effect<Option.Option<NotReadyReason>>

    /**
     * Records how a request ended. An unavailable or full store is logged once for all requests and background work, and
     * again when it recovers.
     *
     * @example
     * const readiness = yield* Readiness
     * yield* readiness.ended({ begun: 0, outcome: "stored" })
     */
    readonly ended: (request: EndedRequest) => Effect.Effect<void>

    /**
     * Marks the process as `draining` until the process ends, and ends its event streams. Call `drain` before the last
     * requests finish.
     *
     * @example
     * const readiness = yield* Readiness
     * yield* Effect.addFinalizer(() => readiness.drain)
     */
    readonly drain: Effect.Effect<void>

    /**
     * Ends the event streams, which never end by themselves and would keep a stopping process alive.
     *
     * @example
     * const readiness = yield* Readiness
     * yield* Effect.addFinalizer(() => readiness.endStreams)
     */
    readonly endStreams: Effect.Effect<void>

    /**
     * Waits until the event streams must end.
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
      /** Whether the store responds to other calls while the check waits for a connection. */
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

/** The result of checking the store or background work: a reason, or null. */
type Found = Exclude<NotReadyReason, "draining"> | null

const reasonOfSchema: { readonly [Age in SchemaAge]: Found } = {
  current: null,
  newer: "schema_newer",
  other: "store_unusable"
}

const reasonOfError = ({ reason }: StorageError): Found =>
  reason === "Corrupt" ? "store_unusable" : "store_unavailable"
