import { percentile } from "./Numbers.ts"
import type { Asked } from "./Asking.ts"
import type { Answer } from "./Client.ts"

/** Something that was measured or counted. */
export interface Figure {
  readonly name: string
  readonly value: number
  /** Empty for a count. */
  readonly unit: "ms" | "s" | "MiB" | "a second" | "times" | ""
  /** What it must not be above or below. */
  readonly most?: number
  readonly least?: number
  /** What it is made of, in words. */
  readonly detail?: string
}

/** A count that has to be this one, or within limits. */
export const counted = (name: string, value: number, least = 0, most = least): Figure => ({
  ...{ name, value, unit: "", least, most }
})

/** A part of a scenario. */
export interface Part {
  readonly name: string
  readonly figures: ReadonlyArray<Figure>
}

/** What is demanded of a request that is asked again and again. Every status that is not here is a failure. */
export interface Demand {
  readonly statuses: ReadonlyArray<number>
  /** Limits in milliseconds. */
  readonly p99?: number
  readonly max?: number
  /** Of the 99th percentile of the last sixth of the time, by that of the first. */
  readonly drift?: number
}

/** What holds under anything that requests do to each other. */
export const undisturbed: Demand = { statuses: [200], p99: 100 }

/** What holds of a get while the database is away: it is answered within the deadline of a request and a margin. */
export const answeredInTime: Demand = { statuses: [200, 503], max: 10_500 }

/** How the same request was answered again and again. One that was not asked breaks its limits. */
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

/** The first sixth of values is 0, the last 5. */
export const sixth = <A>(values: ReadonlyArray<A>, at: number): ReadonlyArray<A> =>
  values.slice(Math.floor((values.length * at) / 6), Math.floor((values.length * (at + 1)) / 6))

const countStatuses = (answers: ReadonlyArray<{ readonly status: number }>) => {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Statuses with their numbers: `200: 7, 503: 1`. */
const inWords = (statuses: Readonly<Record<string, number>>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status === "0" ? "none" : status}: ${count}`)
    .join(", ")

/** An answer whose text may have been left out, because there are many. */
export type KeptAnswer = Omit<Answer, "text"> & Partial<Pick<Answer, "text">>

/** So many characters of a wrong answer are shown. */
const mostOfText = 500

/** The figures of answers of one kind: how many, the slowest, and how many are not as they may be, with the first one. */
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
