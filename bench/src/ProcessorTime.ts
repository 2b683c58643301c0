import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import type { Side } from "./Alternate.ts"
import type { Connection, Rival } from "./stores/Connection.ts"

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

/** A process and those that it has started. */
export const withChildren = (pid: number) => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)
]

/**
 * Reads the processor time of all processes of a PostgreSQL server so far, in seconds, those that have ended too. It is
 * undefined where there is none on this machine, or where the system does not report it.
 */
export const databaseTime = Effect.fnUntraced(function* ({ rival }: { readonly rival: Rival | undefined }) {
  if (rival?.connection.dialect !== "postgres") return undefined
  const [row] = yield* rival.connection.prepare("SELECT pg_backend_pid() AS pid")([])
  const [, first] = statOf(Number(row?.["pid"]))
  const server = Number(first)
  if (first === undefined || statOf(server).length === 0) return undefined
  return () =>
    secondsIn(statOf(server), [11, 12, 13, 14]) +
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => statOf(Number(name)))
      .filter((fields) => Number(fields[1]) === server)
      .reduce((sum, fields) => sum + secondsIn(fields, [11, 12]), 0)
})

/** The processor time of a process so far, in seconds, to the nanosecond. It is 0 of one that is gone. */
const exactTimeOf = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1_000_000_000
  } catch {
    return 0
  }
}

/**
 * Reads the processor time of this process, and of all that serve connections to one database, so far, in seconds. Other
 * databases of the server do not count. Of a store in this process the second is 0.
 */
export const timeOfStore = (connection: Connection | undefined) =>
  Effect.gen(function* () {
    const serving = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
    const rows = connection?.dialect === "postgres" ? yield* connection.prepare(serving)([]) : []
    return { own: ownTime(), database: rows.reduce((sum, { pid }) => sum + exactTimeOf(Number(pid)), 0) }
  })

/** The processor time of one piece of work, in microseconds: of who is asked, and of the database where it is known. */
export interface Cost {
  readonly own: number
  readonly database: number | undefined
}

/**
 * A side, and what its pieces of work have cost so far. `own` and `database` read processor times in seconds; `pieces` is how
 * many a sample had, which took so many seconds.
 */
export const metered = (
  side: Side,
  own: () => number,
  database: (() => number) | undefined,
  pieces: (sample: number, seconds: number) => number
) => {
  const spent = { own: 0, database: 0, pieces: 0 }
  const run: Side = (n) =>
    Effect.suspend(() => {
      const [began, ownBefore, databaseBefore] = [performance.now(), own(), database?.() ?? 0]
      return Effect.tap(side(n), (sample) =>
        Effect.sync(() => {
          spent.own += own() - ownBefore
          spent.database += (database?.() ?? 0) - databaseBefore
          spent.pieces += pieces(sample, (performance.now() - began) / 1_000)
        })
      )
    })
  const cost = (): Cost => ({
    own: (spent.own * 1_000_000) / spent.pieces,
    database: database && (spent.database * 1_000_000) / spent.pieces
  })
  return { run, cost }
}

/** The processor time of this process so far, in seconds. */
export const ownTime = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000_000
}
