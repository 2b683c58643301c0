import { Effect } from "effect"
import { availableParallelism } from "node:os"
import { processLayer, startServer, temporaryFolder } from "../../../packages/cli/test/serve/ServerProcess.ts"
import { alternate, ofRounds } from "../Alternate.ts"
import { type Case, type Limit, type Measured, nothing, single } from "../Case.ts"
import { timeOf, withChildren } from "../ProcessorTime.ts"
import { connections, load, makeToken, oneContact, type Side } from "./HttpCases.ts"

/** On fewer cores two processes, the database and the load take turns, and the rate says nothing. */
const coresForRate = 6

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

/** A server that is measured, and how many requests are under way on it at a time. */
interface Served extends Side {
  readonly pids: ReadonlyArray<number>
  readonly atOnce: number
}

/** The processor time of all processes of a server so far, in seconds. */
const cpuOfAll = ({ pids }: Pick<Served, "pids">) => pids.reduce((sum, pid) => sum + timeOf(pid), 0)

/** The processor time that a server without requests uses in a second, in milliseconds: each process looks for due work. */
const idleCost = Effect.fnUntraced(function* (side: Pick<Served, "pids">, seconds: number) {
  const [before, began] = [cpuOfAll(side), performance.now()]
  yield* Effect.sleep(seconds * 1_000)
  return ((cpuOfAll(side) - before) * 1_000_000) / (performance.now() - began)
})

/** Measures the rate of the answers, and the processor time of each, on all processes of the server. */
const measure = Effect.fnUntraced(function* (side: Served, requests: Parameters<typeof load>[2], seconds: number) {
  const before = cpuOfAll(side)
  const began = performance.now()
  const rate = yield* load(side, oneContact, requests, seconds, side.atOnce)
  const answered = (rate * (performance.now() - began)) / 1_000
  return { rate, millis: ((cpuOfAll(side) - before) * 1_000) / answered }
})

const name = "HTTP: two processes beside one"

/**
 * Two processes beside one: the processor time of a request, the supervisor's too, and the requests a second. Requests that
 * a process reads in one turn of its event loop share a statement and other work, so that one costs the less the more there
 * are. Two processes are compared with one at as many requests for each process; at as many in all, they share less. What
 * a process does without requests is part of the figures: where the rate is low, it is much of them.
 */
export const processesCase: Case = {
  name,
  only: "postgres",
  measure: Effect.fnUntraced(function* (fixture, { seconds }, { rounds }) {
    const token = yield* makeToken(fixture)
    const [two, one] = yield* Effect.all([start(fixture.url, 2), start(fixture.url, null)])
    const requests = oneContact.requests(fixture.population, "")
    // The code of each process is compiled before anything is measured.
    for (const server of [two, one]) {
      yield* load({ ...server, token }, oneContact, requests, seconds * server.pids.length, 2 * connections)
    }
    const sides = [
      { ...two, atOnce: 2 * connections },
      { ...two, atOnce: connections },
      { ...one, atOnce: connections }
    ].map((side) => ({ ...side, token, cpu: new Array<number>() }))
    const [idleOfTwo, idleOfOne] = yield* Effect.forEach([two, one], (server) =>
      Effect.map(idleCost(server, seconds), single)
    )
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
    const [each = nothing, inAll = nothing, rival] = rates.map(ofRounds)
    const [costEach = nothing, costInAll = nothing, costOfOne] = sides.map(({ cpu }) => ofRounds(cpu))
    const cost: Limit = { of: "median", is: "<=", value: 1.1 }
    const gain: Limit = { of: "median", is: ">=", value: 1.5 }
    const rate = availableParallelism() < coresForRate ? [] : [gain]
    const ofEach = `${name}, ${connections} connections each`
    const ofAll = `${name}, ${connections} connections in all`
    const millis = "processor time of a request"
    const measured: ReadonlyArray<Measured> = [
      { name: `${ofEach}, ${millis}`, unit: "ms", library: costEach, rival: costOfOne, limits: [cost] },
      { name: `${ofAll}, ${millis}`, unit: "ms", library: costInAll, rival: costOfOne, limits: [] },
      {
        name: `${name}, processor time of a second without requests`,
        unit: "ms",
        library: idleOfTwo ?? nothing,
        rival: idleOfOne,
        limits: []
      },
      { name: ofEach, unit: "requests/s", library: each, rival, limits: rate },
      { name: ofAll, unit: "requests/s", library: inAll, rival, limits: rate }
    ]
    return measured
  }, Effect.scoped)
}
