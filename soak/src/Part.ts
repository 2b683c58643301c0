import type { Asked } from "../../bench/src/Asking.ts"
import { percentile } from "../../bench/src/Alternate.ts"
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

/** A part of a scenario: how the server answered others meanwhile, and what else was found. */
export interface Part {
  readonly name: string
  readonly get: Waits | null
  readonly health: Waits | null
  /** How late the asking process had its own turns: what the machine itself adds to a wait. Has no limit. */
  readonly machine: Waits | null
  readonly figures: ReadonlyArray<Figure>
}

/** How the same request was answered again and again, in milliseconds, and what must hold of it. */
export interface Waits {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** The 99th percentile of the last sixth of the time, by that of the first. */
  readonly drift: number
  /** How many answers had each status; 0 is no answer. */
  readonly statuses: { readonly [status: string]: number }
  readonly demand: Demand
}

/** What is demanded of a request that is asked again and again. Every status that is not here is a failure. */
export interface Demand {
  readonly statuses: ReadonlyArray<number>
  /** Limits in milliseconds. */
  readonly p99?: number
  readonly max?: number
  readonly drift?: number
}

/** What holds under anything that requests do to each other. */
export const undisturbed: Demand = { statuses: [200], p99: 100 }

/** What holds of a get while the database is away: it is answered within the deadline of a request and a margin. */
export const answeredInTime: Demand = { statuses: [200, 503], max: 10_500 }

export const waitsOf = (asked: ReadonlyArray<Asked>, demand: Demand): Waits => {
  const waits = asked.toSorted((a, b) => a.due - b.due).map(({ wait }) => wait)
  const at = percentile(waits)
  const drift = percentile(sixth(waits, 5))(0.99) / percentile(sixth(waits, 0))(0.99)
  return { count: asked.length, p50: at(0.5), p99: at(0.99), max: at(1), drift, statuses: countStatuses(asked), demand }
}

/** The first sixth of values is 0, the last 5. */
export const sixth = <A>(values: ReadonlyArray<A>, at: number): ReadonlyArray<A> =>
  values.slice(Math.floor((values.length * at) / 6), Math.floor((values.length * (at + 1)) / 6))

const countStatuses = (answers: ReadonlyArray<{ readonly status: number }>) => {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Statuses with their numbers: `200: 7, 503: 1`. */
export const inWords = (statuses: Waits["statuses"]): string =>
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
    ...wrong.slice(0, 1).map(({ status, text = "" }) => ({
      name: `wrong ${name}`,
      value: wrong.length,
      unit: "" as const,
      most: 0,
      detail: `${status} ${text}`.slice(0, mostOfText)
    }))
  ]
}

/** Which limits a part breaks, in words; none if it holds. */
export const brokenIn = ({ figures, get, health }: Part): ReadonlyArray<string> => [
  ...brokenWaits("get", get),
  ...brokenWaits("health", health),
  ...figures.flatMap(({ least, most, name, value }) => [
    ...(most !== undefined && !(value <= most) ? [`${name}: ${Math.round(value)} > ${most}`] : []),
    ...(least !== undefined && !(value >= least) ? [`${name}: ${Math.round(value)} < ${least}`] : [])
  ])
]

const brokenWaits = (name: string, waits: Waits | null): ReadonlyArray<string> => {
  if (waits === null) return []
  const { demand, drift, max, p99, statuses } = waits
  const failures = Object.entries(statuses).filter(([status]) => !demand.statuses.includes(Number(status)))
  return [
    ...(waits.count === 0 ? [`${name} was not asked`] : []),
    ...(failures.length > 0 ? [`${name}: ${inWords(Object.fromEntries(failures))}`] : []),
    ...(demand.p99 !== undefined && p99 > demand.p99 ? [`${name} p99: ${Math.round(p99)} > ${demand.p99} ms`] : []),
    ...(demand.drift !== undefined && drift > demand.drift
      ? [`${name} p99 at last: ${drift.toFixed(2)} > ${demand.drift} times that at first`]
      : []),
    ...(demand.max !== undefined && max > demand.max ? [`${name} max: ${Math.round(max)} > ${demand.max} ms`] : [])
  ]
}
