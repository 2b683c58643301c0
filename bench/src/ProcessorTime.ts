import { readFileSync } from "node:fs"

/** How many ticks a second has in `/proc`. */
const ticks = 100

/** The fields of `/proc/<pid>/stat` after the name of the program, which may have spaces; none of a process that is gone. */
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

/** The processor time of a process so far, in seconds. */
export const timeOf = (pid: number): number => secondsIn(statOf(pid), [11, 12])

/** The processor time of a process so far and of all that it has started, those that have ended too, in seconds. */
export const timeOfAll = ([main = 0, ...children]: ReadonlyArray<number>): number =>
  children.reduce((sum, pid) => sum + timeOf(pid), secondsIn(statOf(main), [11, 12, 13, 14]))

/** The processor time of this process so far, in seconds. */
export const ownTime = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000_000
}
