import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { processLayer, startServer, temporaryFolder } from "../../../packages/server/test/ServerProcess.ts"
import { alternate, percentile } from "../Alternate.ts"
import { type Case, type Limit, type Measured, single } from "../Case.ts"
import { load, makeToken, oneContact, type Side } from "./HttpCases.ts"

/** How many ticks a second has in `/proc`. */
const ticks = 100

/** On fewer cores two processes, the database and the load take turns, and the rate says nothing. */
const coresForRate = 6

/** The processor time of a process so far, in seconds. */
const cpuOf = (pid: number) => {
  // What comes before, the name of the program, may have spaces.
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
  const fields = rest.split(" ")
  return (Number(fields[11]) + Number(fields[12])) / ticks
}

/** A process and those that it has started. */
const withChildren = (pid: number) => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)
]

/** A server of one or more processes, and the pids of all of them. */
const start = Effect.fnUntraced(function* (databaseUrl: string, processes: number | null) {
  const server = yield* startServer({
    folder: yield* temporaryFolder,
    env: {
      ROLLCALL_DATABASE_URL: databaseUrl,
      ROLLCALL_LOG_FORMAT: "json",
      ...(processes !== null && { ROLLCALL_PROCESSES: String(processes) })
    }
  })
  const count = Effect.map(server.stderr.soFar, (text) => text.split('"A process serves"').length - 1)
  yield* Effect.repeat(Effect.delay(count, "20 millis"), { until: (serving) => serving === (processes ?? 0) })
  return { url: server.url, pids: withChildren(server.child.pid) }
}, Effect.provide(processLayer))

/** Measures the rate of the answers, and the processor time of each, on all processes of the server. */
const measure = Effect.fnUntraced(function* (
  side: Side & { readonly pids: ReadonlyArray<number> },
  requests: Parameters<typeof load>[2],
  seconds: number
) {
  const cpu = () => side.pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
  const before = cpu()
  const began = performance.now()
  const rate = yield* load(side, oneContact, requests, seconds)
  const answered = (rate * (performance.now() - began)) / 1_000
  return { rate, millis: ((cpu() - before) * 1_000) / answered }
})

const name = "HTTP: two processes beside one"

/** Two processes beside one: the processor time of a request, the supervisor's too, and the requests a second. */
export const processesCase: Case = {
  name,
  only: "postgres",
  measure: Effect.fnUntraced(function* (fixture, { seconds }, { rounds }) {
    const token = yield* makeToken(fixture)
    const sides = yield* Effect.forEach([2, null], (processes) =>
      Effect.map(start(fixture.url, processes), (server) => ({ ...server, token, cpu: new Array<number>() }))
    )
    const requests = oneContact.requests(fixture.population)
    for (const side of sides) yield* measure(side, requests, seconds)
    const rates = yield* alternate(
      sides.map(
        (side) => () =>
          Effect.map(measure(side, requests, seconds), ({ millis, rate }) => {
            side.cpu.push(millis)
            return rate
          })
      ),
      { warmUp: 0, samples: rounds, seconds: Number.POSITIVE_INFINITY }
    )
    const [library = single(Number.NaN), rival] = rates.map(({ median }) => single(median))
    const [two = single(Number.NaN), one] = sides.map(({ cpu }) => single(percentile(cpu)(0.5)))
    const cost: Limit = { of: "median", is: "<=", value: 1.1 }
    const gain: Limit = { of: "median", is: ">=", value: 1.5 }
    const measured: ReadonlyArray<Measured> = [
      { name: `${name}, processor time of a request`, unit: "ms", library: two, rival: one, limits: [cost] },
      { name, unit: "requests/s", library, rival, limits: availableParallelism() < coresForRate ? [] : [gain] }
    ]
    return measured
  }, Effect.scoped)
}
