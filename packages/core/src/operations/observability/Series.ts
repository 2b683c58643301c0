import { Metric } from "effect"

/** What a metric is: a sum that only grows, a value, or a distribution. */
type Kind = "counter" | "gauge" | "histogram"

/** What is measured, as operators read it. */
export interface Measured {
  /** The name, as OpenTelemetry writes names. */
  readonly name: string
  readonly kind: Kind
  /** The unit as UCUM has it: `s` or `By`; null for a number of something. */
  readonly unit: "s" | "By" | null
  /** One sentence. */
  readonly help: string
  /** The names of the labels. Their values are literals, codes and routes: never anything of a person. */
  readonly labels: ReadonlyArray<string>
}

/** A metric, and its series for each value of the labels, which are made once. */
export interface Family<State, Labels extends ReadonlyArray<string>> extends Measured {
  readonly of: (...values: { readonly [Label in keyof Labels]: string | null }) => Metric.Metric<number, State>
}

interface Options<Labels extends ReadonlyArray<string>> extends Omit<Measured, "kind" | "labels"> {
  readonly labels: Labels
}

/** Between the labels of a key. */
const separator = "\u0000"

/**
 * `Metric.withAttributes` would write the labels again at each update: a series that is kept costs two lookups. A label
 * with the value null is left out.
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

/** A sum that only grows. */
export const counter = <const Labels extends ReadonlyArray<string>>(options: Options<Labels>) =>
  makeFamily("counter", options, (given) => Metric.counter(options.name, { ...given, incremental: true }))

/** A value of now. */
export const gauge = <const Labels extends ReadonlyArray<string>>(options: Options<Labels>) =>
  makeFamily("gauge", options, (given) => Metric.gauge(options.name, given))

/** A distribution over buckets with these upper bounds. */
export const histogram = <const Labels extends ReadonlyArray<string>>({
  boundaries,
  ...options
}: Options<Labels> & { readonly boundaries: ReadonlyArray<number> }) =>
  makeFamily("histogram", options, (given) => Metric.histogram(options.name, { ...given, boundaries }))

const suffixes = { s: "_seconds", By: "_bytes" }

/** The name of a metric in the text that Prometheus reads: with its unit, and `_total` for a sum. */
export const prometheusName = ({ kind, name, unit }: Pick<Measured, "kind" | "name" | "unit">): string =>
  `${name.replaceAll(".", "_")}${unit === null ? "" : suffixes[unit]}${kind === "counter" ? "_total" : ""}`
