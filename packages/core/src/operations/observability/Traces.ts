import { Context, Effect, Option, References, Tracer } from "effect"
import { makeLruCache } from "../../shared/LruCache.ts"
import { StoreMonitor, type TracedEntity } from "./StoreMonitor.ts"

/** Returns the W3C `traceparent` of a span. */
export const traceparentOf = ({ sampled, spanId, traceId }: Tracer.AnySpan): string =>
  `00-${traceId.padStart(32, "0")}-${spanId}-${sampled ? "01" : "00"}`

const written = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Parses a `traceparent`. Returns `Option.none()` for a malformed string. */
export const readTraceparent = (text: string): Option.Option<Tracer.ExternalSpan> => {
  const [, traceId = "", spanId = "", flags = ""] = written.exec(text) ?? []
  if (traceId === "" || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return Option.none()
  return Option.some(Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }))
}

/**
 * Stores the current request's trace for an entity, in the transaction that creates the entity, so that background work
 * continues the trace. Does nothing without a current span or without a {@link StoreMonitor}.
 *
 * @see docs/contributing/decisions.md, O4
 */
export const keepTrace = (entity: TracedEntity) =>
  Effect.flatMap(Effect.serviceOption(StoreMonitor), (store) => keepTraceIn(store, entity))

/** Works like {@link keepTrace}, with the given store. */
export const keepTraceIn = Effect.fnUntraced(function* (
  store: Option.Option<StoreMonitor["Service"]>,
  entity: TracedEntity
) {
  if (!(yield* References.TracerEnabled)) return
  const span = yield* Effect.option(Effect.currentParentSpan)
  if (Option.isSome(span) && Option.isSome(store)) yield* store.value.keepTrace(entity, traceparentOf(span.value))
})

/** The maximum number of traces cached by a process. A broadcast has thousands of messages, and each looks up its trace. */
const kept = 1_000

const remembered = makeLruCache<Option.Option<Tracer.ExternalSpan>>(kept)

const traceOf = Effect.fnUntraced(function* (entity: TracedEntity) {
  const known = remembered.get(entity.uuid)
  if (known !== undefined) return known
  const store = yield* Effect.serviceOption(StoreMonitor)
  if (Option.isNone(store)) return Option.none()
  const stored = yield* Effect.orElseSucceed(store.value.traceOf(entity), () => Option.none<string>())
  const found = Option.flatMap(stored, readTraceparent)
  remembered.set(entity.uuid, found)
  return found
})

interface SpanOptions {
  readonly kind?: Tracer.SpanKind
  readonly attributes?: Readonly<Record<string, string | number>>
}

/**
 * Runs an effect in a span that continues the trace of the request that created an entity. Without a stored trace, the span
 * starts a new trace. If tracing is disabled, the only cost is one reference lookup.
 */
export const inTraceOf =
  (entity: TracedEntity, name: string, options: SpanOptions = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(References.TracerEnabled, (isEnabled) =>
      isEnabled
        ? Effect.flatMap(traceOf(entity), (parent) =>
            Effect.useSpan(
              name,
              { ...options, ...(Option.isSome(parent) ? { parent: parent.value } : { root: true }) },
              (span) =>
                Effect.updateContext(effect, (context: Context.Context<R>) =>
                  Context.add(context, Tracer.ParentSpan, span)
                )
            )
          )
        : effect
    )
