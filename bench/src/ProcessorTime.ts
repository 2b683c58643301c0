import { readFileSync } from "node:fs"

/** The number of clock ticks per second in `/proc`. */
const ticks = 100

/**
 * Reads the fields of `/proc/<pid>/stat` after the program's name, which may contain spaces; empty if the process has
 * ended.
 */
const statOf = (pid: number): ReadonlyArray<string> => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
  } catch {
    return []
  }
}

const secondsIn = (fields: ReadonlyArray<string>, places: ReadonlyArray<number>) =>
  places.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0) / ticks

/** Returns the processor time of a process so far, in seconds. */
export const timeOf = (pid: number): number => secondsIn(statOf(pid), [11, 12])

/**
 * Returns the processor time of a process and all its children so far, including children that have ended, in seconds.
 */
export const timeOfAll = ([main = 0, ...children]: ReadonlyArray<number>): number =>
  children.reduce((sum, pid) => sum + timeOf(pid), secondsIn(statOf(main), [11, 12, 13, 14]))

/** Returns the processor time of this process so far, in seconds. */
export const ownTime = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000_000
}
