import { makeLruCache } from "../shared/LruCache.ts"

/** How many reports of a broadcast are looked at together. */
const lastReports = 20

/** So many opt-outs in a row are a burst, and so are so many among the last reports. */
const inARow = 6
const amongTheLast = 10

/** The most broadcasts that a process remembers. */
const kept = 1_000

/** Whether the last reports of a broadcast are more opt-outs than people make, by whether each is one (B23). */
export const isBurst = (reports: ReadonlyArray<boolean>): boolean => {
  const last = reports.slice(-lastReports)
  const row = last.slice(-inARow)
  return (row.length === inARow && row.every((is) => is)) || last.filter((is) => is).length >= amongTheLast
}

/** Makes a record of what a channel reported last of the messages of each broadcast, in this process. */
export const makeOptOutBursts = () => {
  const records = makeLruCache<ReadonlyArray<boolean>>(kept)
  return {
    /** Adds reports. Returns the place of the first one that is an opt-out in a burst; none is without one. */
    add: (broadcast: string, reports: ReadonlyArray<boolean>): number | null => {
      const before = records.get(broadcast) ?? []
      const all = [...before, ...reports]
      records.set(broadcast, all.slice(-lastReports))
      const found = reports.findIndex((is, at) => is && isBurst(all.slice(0, before.length + at + 1)))
      return found === -1 ? null : found
    }
  }
}
