import type { MetricsReport } from "@rollcall/core/operations"
import { Duration, Effect, Exit, Layer, Predicate, Random, Redacted, References, Schedule, Tracer } from "effect"
import { FetchHttpClient, HttpClient, HttpMiddleware } from "effect/http"
import { OtlpExporter, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import { randomUUID } from "node:crypto"
import type { Settings } from "../settings/Settings.ts"

const exportSpansEvery = Duration.seconds(5)

/** How long the last export may take when the server stops. */
const shutdownTimeout = Duration.seconds(2)

/** How often an unreachable collector is logged again. */
const reportEvery = Duration.minutes(1)

/** The id of this process for the collector. */
const instance = randomUUID()

/**
 * Returns the exporter of a signal; null if the signal isn't exported. A variable for one signal overrides the variable for
 * all signals.
 */
const exporterOf = (settings: Settings, signal: "Traces" | "Metrics") => {
  const own = {
    endpoint: settings[`otlp${signal}Endpoint`],
    headers: settings[`otlp${signal}Headers`],
    protocol: settings[`otlp${signal}Protocol`]
  }
  const { otlpEndpoint: base, otlpHeaders, otlpProtocol } = settings
  const url = own.endpoint ?? (base === undefined ? undefined : `${base.replace(/\/$/, "")}/v1/${signal.toLowerCase()}`)
  if (url === undefined || settings.otelDisabled) return null
  const { "service.name": named, ...attributes } = settings.otelResource
  return {
    options: {
      url,
      headers: Redacted.value(own.headers ?? otlpHeaders),
      resource: {
        serviceName: settings.otelServiceName ?? named ?? "rollcall",
        attributes: { "service.instance.id": instance, ...attributes }
      },
      shutdownTimeout
    },
    transport: transport(
      own.endpoint === undefined
        ? "OTEL_EXPORTER_OTLP_ENDPOINT"
        : `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`,
      own.protocol ?? otlpProtocol
    )
  }
}

/**
 * Exports traces if the settings name a collector; otherwise no spans are created. An unavailable collector doesn't slow
 * down requests: its spans are dropped, and that is logged once a minute.
 */
export const tracesLayer = (settings: Settings): Layer.Layer<never> => {
  const exporter = exporterOf(settings, "Traces")
  if (exporter === null) return Layer.succeed(References.TracerEnabled, false)
  const exported = Effect.zipWith(
    OtlpTracer.make({ ...exporter.options, exportInterval: exportSpansEvery }),
    Random.Random,
    (tracer, random) => plainTracer(tracer, samplerOf(settings, random))
  )
  return Layer.effect(Tracer.Tracer, exported).pipe(
    Layer.provide(OtlpExporter.layerFlusher),
    Layer.provide(exporter.transport),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(References.TracerEnabled, true),
        // The span of the routes has the path template. Effect's span has the URL, which may identify a person.
        Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true),
        // Channel providers don't use trace headers; webhooks get them from their worker.
        Layer.succeed(HttpClient.TracerPropagationEnabled, false)
      )
    )
  )
}

/** Exports the metrics of the caller's registry until the scope closes, if the settings name a collector. */
export const exportMetrics = Effect.fnUntraced(function* (settings: Settings, report: MetricsReport["Service"]) {
  const exporter = exporterOf(settings, "Metrics")
  if (exporter === null) return
  const every = Duration.millis(settings.otelMetricInterval)
  // Refreshes current values as often as they are exported.
  yield* Effect.forkScoped(Effect.repeat(report.refresh, Schedule.spaced(every)))
  yield* Effect.provide(
    OtlpMetrics.make({ ...exporter.options, exportInterval: every }),
    Layer.merge(OtlpExporter.layerFlusher, exporter.transport)
  )
})

/** Makes the HTTP client for the collector. A failure is logged at once, then at most once a minute. */
const transport = (variable: string, protocol: Settings["otlpProtocol"]) => {
  let reportedAt = -Infinity
  const client = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (client) =>
      client.pipe(
        HttpClient.tapError((error) =>
          Effect.suspend(() => {
            const now = performance.now()
            if (now - reportedAt < Duration.toMillis(reportEvery)) return Effect.void
            reportedAt = now
            return Effect.logWarning(`exporting to the collector of ${variable} failed: ${error.message}`)
          })
        )
      )
    )
  ).pipe(Layer.provide(FetchHttpClient.layer))
  const serialization = protocol === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf
  return Layer.merge(client, serialization)
}

/**
 * Makes a function that decides whether a span is exported. A span follows its parent if the parent is in this process or
 * the sampler is parent-based. Otherwise the sampler decides.
 */
const samplerOf = ({ otelSampler, otelSamplerArgument }: Settings, random: (typeof Random.Random)["Service"]) => {
  const isParentBased = otelSampler.startsWith("parentbased_")
  const kind = otelSampler.replace("parentbased_", "")
  const root = () =>
    kind === "always_on" || (kind === "traceidratio" && random.nextDoubleUnsafe() < otelSamplerArgument)
  return (parent: Tracer.AnySpan | undefined): boolean => {
    if (parent === undefined) return root()
    return isParentBased || parent._tag === "Span" ? parent.sampled : root()
  }
}

/** Makes a tracer whose spans have only the kind of an error, because error messages may contain personal data. */
const plainTracer = (
  tracer: Tracer.Tracer,
  isSampled: (parent: Tracer.AnySpan | undefined) => boolean
): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const parent = options.parent._tag === "Some" ? options.parent.value : undefined
      const span = tracer.span({ ...options, sampled: options.sampled && isSampled(parent) })
      const end = span.end.bind(span)
      return Object.assign(span, {
        end: (endTime: bigint, exit: Exit.Exit<unknown, unknown>) =>
          end(endTime, Exit.isSuccess(exit) ? exit : plainExit(exit))
      })
    }
  })

const plainExit = (exit: Exit.Failure<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  const [reason] = exit.cause.reasons
  if (reason === undefined || reason._tag === "Interrupt") return exit
  const error = reason._tag === "Fail" ? reason.error : reason.defect
  const name = Predicate.hasProperty(error, "_tag") ? String(error._tag) : error instanceof Error ? error.name : "Error"
  const plain = new Error(name)
  plain.name = name
  plain.stack = name
  return Exit.fail(plain)
}
