import { Duration, Redacted, Result, Schema, SchemaGetter } from "effect"
import { variable } from "./Variable.ts"
import { flag, wholeNumber } from "./VariableSchemas.ts"

/** An absolute HTTP or HTTPS URL. */
const HttpUrl = Schema.String.check(Schema.makeFilter((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? "")))

/** A list of `name=value` pairs, with URL-encoded values. */
const Pairs = Schema.String.check(
  Schema.isPattern(/^\s*(?:[^=,\s]+\s*=[^,]*(?:,|$)\s*)*$/),
  Schema.makeFilter((text) => Result.isSuccess(Result.try(() => decodeURIComponent(text))))
).pipe(
  Schema.decodeTo(Schema.Record(Schema.String, Schema.String), {
    decode: SchemaGetter.transform((text) =>
      Object.fromEntries(
        text
          .split(",")
          .filter((pair) => pair.trim() !== "")
          .map((pair) => {
            const at = pair.indexOf("=")
            return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
          })
      )
    ),
    encode: SchemaGetter.transform((pairs) =>
      Object.entries(pairs)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join(",")
    )
  })
)

const none: { readonly [name: string]: string } = {}

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const

const protocols = Schema.Literals(["http/protobuf", "http/json"])

const ofAll = "that of all"

/**
 * Makes the variable with the endpoint of one signal, which overrides the common endpoint. The URL is used as given,
 * without adding a path.
 */
const endpointOf = (signal: "traces" | "metrics") =>
  variable({
    name: `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`,
    meaning: `URL that receives ${signal} instead of the collector: http://localhost:4318/v1/${signal}.`,
    otherwise: `/v1/${signal} of the collector`,
    schema: HttpUrl,
    fallback: undefined,
    expected: `a URL such as http://localhost:4318/v1/${signal}`,
    secret: true
  })

const headersOf = (signal: "traces" | "metrics") =>
  variable({
    name: `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_HEADERS`,
    meaning: `Headers sent with ${signal}, instead of the common headers: name=value, separated by commas.`,
    otherwise: ofAll,
    schema: Schema.RedactedFromValue(Pairs),
    fallback: undefined,
    expected: "name=value, separated by commas",
    secret: true
  })

const protocolOf = (signal: "traces" | "metrics") =>
  variable({
    name: `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_PROTOCOL`,
    meaning: `Encoding of ${signal}: http/protobuf or http/json.`,
    otherwise: ofAll,
    schema: protocols,
    fallback: undefined,
    expected: "http/protobuf or http/json"
  })

/** The variables of OpenTelemetry that Rollcall reads. */
export const telemetryVariables = {
  otlpEndpoint: variable({
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    meaning: "URL of an OTLP/HTTP collector for traces and metrics: http://localhost:4318.",
    otherwise: "nothing is exported",
    schema: HttpUrl,
    fallback: undefined,
    expected: "a URL such as http://localhost:4318",
    secret: true
  }),
  otlpHeaders: variable({
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    meaning: "Headers sent to the collector: name=value, separated by commas.",
    otherwise: "none",
    schema: Schema.RedactedFromValue(Pairs),
    fallback: Redacted.make(none),
    expected: "name=value, separated by commas",
    secret: true
  }),
  otlpProtocol: variable({
    name: "OTEL_EXPORTER_OTLP_PROTOCOL",
    meaning: "Encoding of traces and metrics: http/protobuf or http/json. gRPC is not supported.",
    otherwise: "http/protobuf",
    schema: protocols,
    fallback: "http/protobuf" as const,
    expected: "http/protobuf or http/json"
  }),
  otlpTracesEndpoint: endpointOf("traces"),
  otlpTracesHeaders: headersOf("traces"),
  otlpTracesProtocol: protocolOf("traces"),
  otlpMetricsEndpoint: endpointOf("metrics"),
  otlpMetricsHeaders: headersOf("metrics"),
  otlpMetricsProtocol: protocolOf("metrics"),
  otelServiceName: variable({
    name: "OTEL_SERVICE_NAME",
    meaning: "The name of the service in traces and metrics.",
    otherwise: "rollcall",
    schema: Schema.NonEmptyString,
    fallback: undefined,
    expected: "a text"
  }),
  otelResource: variable({
    name: "OTEL_RESOURCE_ATTRIBUTES",
    meaning: "More attributes of the service: name=value, separated by commas.",
    otherwise: "none",
    schema: Pairs,
    fallback: none,
    expected: "name=value, separated by commas"
  }),
  otelSampler: variable({
    name: "OTEL_TRACES_SAMPLER",
    meaning: `Which traces are exported: ${samplers.join(", ")}.`,
    otherwise: "parentbased_always_on",
    schema: Schema.Literals(samplers),
    fallback: "parentbased_always_on" as const,
    expected: `one of ${samplers.join(", ")}`
  }),
  otelSamplerArgument: variable({
    name: "OTEL_TRACES_SAMPLER_ARG",
    meaning: "Share of traces that a traceidratio sampler exports, from 0 to 1.",
    otherwise: "1",
    schema: Schema.String.check(Schema.isPattern(/^(?:0|1|0?\.\d{1,9}|1\.0+|0\.\d{1,9})$/)).pipe(
      Schema.decodeTo(Schema.Finite, { decode: SchemaGetter.Number(), encode: SchemaGetter.String() })
    ),
    fallback: 1,
    expected: "a number from 0 to 1"
  }),
  otelMetricInterval: wholeNumber(100, 86_400_000, {
    name: "OTEL_METRIC_EXPORT_INTERVAL",
    meaning: "Interval between exports of metrics, in milliseconds.",
    otherwise: "60000",
    fallback: Duration.toMillis(Duration.minutes(1)),
    expected: "a whole number of milliseconds, at least 100"
  }),
  otelDisabled: flag({
    name: "OTEL_SDK_DISABLED",
    meaning: "Whether to disable all exports: true or false.",
    fallback: false
  })
}
