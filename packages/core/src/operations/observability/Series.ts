import { Metric } from "effect"

/** The kind of a metric: a cumulative sum, a current value, or a distribution. */
type Kind = "counter" | "gauge" | "histogram"

/** A metric's definition, for operators. */
export interface Measured {
  /** The metric name in OpenTelemetry's form. */
  readonly name: string
  readonly kind: Kind
  /** The unit in UCUM: `s` or `By`; null for a count. */
  readonly unit: "s" | "By" | null
  /** What the metric measures, in one sentence. */
  readonly help: string
  /** The label names. Label values are literals, codes and routes, never personal data. */
  readonly labels: ReadonlyArray<string>
}

/** A metric and its series for each combination of label values. Each series is created once. */
export interface Family<State, Labels extends ReadonlyArray<string>> extends Measured {
  readonly of: (...values: { readonly [Label in keyof Labels]: string | null }) => Metric.Metric<number, State>
}

interface Options<Labels extends ReadonlyArray<string>> extends Omit<Measured, "kind" | "labels"> {
  readonly labels: Labels
}

/** Separates the labels in a key. */
const separator = "\u0000"

/**
 * Makes a metric family. A cached series costs two lookups, whereas `Metric.withAttributes` would rebuild the labels at
 * each update. A label with the value null is left out.
 */
const makeFamily = <State, const Labels extends ReadonlyArray<string>>(
  kind: Kind,
  { labels, ...options }: Options<Labels>,
  make: (options: {
    readonly description: string
    readonly attributes: Metric.Metric.AttributeSet
  }) => Metric.Metric<number, State>
): Family<State, Labels> => {
  const series = new Map<string, Metric.Metric<number, State>>()
  return {
    ...options,
    kind,
    labels,
    of: (...values) => {
      const key = values.join(separator)
      const known = series.get(key)
      if (known !== undefined) return known
      const given = labels.flatMap((label, at) => {
        const value = values[at]
        return value === null || value === undefined ? [] : [[label, value] as const]
      })
      const unit = options.unit === null ? [] : [["unit", options.unit] as const]
      const made = make({ description: options.help, attributes: Object.fromEntries([...given, ...unit]) })
      series.set(key, made)
      return made
    }
  }
}

/** Makes a metric for a sum that only grows. */
export const counter = <const Labels extends ReadonlyArray<string>>(options: Options<Labels>) =>
  makeFamily("counter", options, (given) => Metric.counter(options.name, { ...given, incremental: true }))

/** Makes a metric for a current value. */
export const gauge = <const Labels extends ReadonlyArray<string>>(options: Options<Labels>) =>
  makeFamily("gauge", options, (given) => Metric.gauge(options.name, given))

/** Makes a metric for a distribution over buckets with these upper bounds. */
export const histogram = <const Labels extends ReadonlyArray<string>>({
  boundaries,
  ...options
}: Options<Labels> & { readonly boundaries: ReadonlyArray<number> }) =>
  makeFamily("histogram", options, (given) => Metric.histogram(options.name, { ...given, boundaries }))

const suffixes = { s: "_seconds", By: "_bytes" }

/** Returns the Prometheus name of a metric: with its unit, and with `_total` for a counter. */
export const prometheusName = ({ kind, name, unit }: Pick<Measured, "kind" | "name" | "unit">): string =>
  `${name.replaceAll(".", "_")}${unit === null ? "" : suffixes[unit]}${kind === "counter" ? "_total" : ""}`
