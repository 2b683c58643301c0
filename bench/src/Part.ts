import { percentile } from "./Numbers.ts"
import type { Asked } from "./Asking.ts"
import type { Answer } from "./Client.ts"

/** A measurement or a count. */
export interface Figure {
  readonly name: string
  readonly value: number
  /** The unit; empty for a count. */
  readonly unit: "ms" | "s" | "MiB" | "a second" | "times" | ""
  /** The upper and lower limits of the value. */
  readonly most?: number
  readonly least?: number
  /** An explanation of the value. */
  readonly detail?: string
}

/** Makes a count with limits. By default, the count must equal `least`. */
export const counted = (name: string, value: number, least = 0, most = least): Figure => ({
  ...{ name, value, unit: "", least, most }
})

/** A part of a scenario. */
export interface Part {
  readonly name: string
  readonly figures: ReadonlyArray<Figure>
}

/** The requirements for a repeated request. Any other status is a failure. */
export interface Demand {
  readonly statuses: ReadonlyArray<number>
  /** Upper limits for the 99th percentile and the maximum, in milliseconds. */
  readonly p99?: number
  readonly max?: number
  /** Upper limit for the ratio of the last sixth's 99th percentile to the first sixth's. */
  readonly drift?: number
}

/** The requirement that holds whatever other requests run. */
export const undisturbed: Demand = { statuses: [200], p99: 100 }

/**
 * The requirement for a GET request while the database is down: a response within the request deadline plus a margin.
 */
export const answeredInTime: Demand = { statuses: [200, 503], max: 10_500 }

/** Returns the figures for the responses to a repeated request. A request that was never sent breaks the limits. */
export const waitsOf = (
  name: string,
  asked: ReadonlyArray<Asked>,
  { drift, max, p99, statuses }: Demand
): ReadonlyArray<Figure> => {
  const waits = asked.toSorted((a, b) => a.due - b.due).map(({ wait }) => wait)
  const at = percentile(waits)
  const p99At = (part: number) => percentile(sixth(waits, part))(0.99)
  const wrong = asked.filter(({ status }) => !statuses.includes(status))
  const of = (what: string, value: number, unit: "ms" | "times", most: number): Figure => ({
    name: `${name} ${what}`,
    value,
    unit,
    most
  })
  return [
    {
      ...{ name: `${name} p99`, value: at(0.99), unit: "ms", detail: inWords(countStatuses(asked)) },
      ...(p99 !== undefined && { most: p99 })
    },
    ...(max === undefined ? [] : [of("max", at(1), "ms", max)]),
    ...(drift === undefined ? [] : [of("p99, last sixth to first", p99At(5) / p99At(0), "times", drift)]),
    ...(wrong.length === 0 ? [] : [failures(`failed ${name}`, wrong.length, inWords(countStatuses(wrong)))])
  ]
}

const failures = (name: string, value: number, detail: string): Figure => ({ name, value, unit: "", most: 0, detail })

/** Returns one sixth of the values; `at` is 0 for the first sixth and 5 for the last. */
export const sixth = <A>(values: ReadonlyArray<A>, at: number): ReadonlyArray<A> =>
  values.slice(Math.floor((values.length * at) / 6), Math.floor((values.length * (at + 1)) / 6))

const countStatuses = (answers: ReadonlyArray<{ readonly status: number }>) => {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Formats statuses with their counts: `200: 7, 503: 1`. */
const inWords = (statuses: Readonly<Record<string, number>>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status === "0" ? "none" : status}: ${count}`)
    .join(", ")

/** A response, which may be stored without its text to save memory. */
export type KeptAnswer = Omit<Answer, "text"> & Partial<Pick<Answer, "text">>

/** The maximum number of characters shown of an unexpected response. */
const mostOfText = 500

/**
 * Returns the figures for responses of one kind: the number, the slowest, and the number of disallowed responses, with
 * the first of these.
 */
export const answersOf = (
  name: string,
  answers: ReadonlyArray<KeptAnswer>,
  allowed: ReadonlyArray<number>,
  slowest?: number
): ReadonlyArray<Figure> => {
  const wrong = answers.filter(
    ({ retryAfter, status }) => !allowed.includes(status) || (status === 503 && retryAfter === undefined)
  )
  const most = slowest === undefined ? {} : { most: slowest }
  return [
    { name, value: answers.length, unit: "", detail: inWords(countStatuses(answers)) },
    { name: `slowest ${name}`, value: percentile(answers.map(({ wait }) => wait))(1), unit: "ms", ...most },
    ...wrong
      .slice(0, 1)
      .map(({ status, text = "" }) => failures(`wrong ${name}`, wrong.length, `${status} ${text}`.slice(0, mostOfText)))
  ]
}

/** Whether a figure is within its limits. */
export const holds = ({ least, most, value }: Figure): boolean =>
  (most === undefined || value <= most) && (least === undefined || value >= least)
