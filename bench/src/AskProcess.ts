import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Config, Console, Context, Effect, Layer, Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { writeFileSync } from "node:fs"
import { type Asked, atWork, ownTurn, recordFile } from "./Asking.ts"

/** How long an answer is waited for. */
const longest = "60 seconds"

/** More than this many milliseconds, and a request that has no answer at the end was left without one. */
const overdue = 5_000

/** When more are under way for one path, the next wait for them; their time runs from when they were due. */
const mostConnections = 800

/*
 * Sends the same requests every few milliseconds, whether those before are answered or not, from a process of its own, so
 * that nothing but the server delays them. Its record is when each was due and how long its response took.
 */
Effect.gen(function* () {
  const agent = NodeHttpClient.layerNodeHttpOptions({ keepAlive: true, maxSockets: mostConnections })
  const token = Redacted.value(yield* Config.Redacted("ASK_TOKEN"))
  const url = yield* Config.String("ASK_URL")
  const every = yield* Config.Int("ASK_EVERY")
  // Each has connections of its own, so that none waits for the answers to another.
  const requests = yield* Effect.forEach((yield* Config.String("ASK_PATHS")).split(" "), (path) =>
    Effect.map(Layer.build(Layer.fresh(agent)), (services) => {
      const request = HttpClientRequest.bearerToken(HttpClientRequest.get(`${url}${path}`), token)
      return { path, send: Context.get(services, HttpClient.HttpClient).execute(request) }
    })
  )
  const asked: Array<Asked> = []
  const pending = new Set<{ readonly path: string; readonly due: number }>()
  const said = (path: string, due: number, status: number): Asked => ({
    path,
    due: performance.timeOrigin + due,
    wait: performance.now() - due,
    status
  })

  const ask = Effect.fnUntraced(function* ({ path, send }: (typeof requests)[number], due: number) {
    const mark = { path, due }
    pending.add(mark)
    // As any client does, it repeats a request when the server has just closed an idle connection; there may be several.
    const status = yield* Effect.retry(send, { times: 3 }).pipe(
      Effect.flatMap((response) => Effect.as(response.text, response.status)),
      Effect.timeout(longest),
      Effect.orElseSucceed(() => 0)
    )
    pending.delete(mark)
    asked.push(said(path, due, status))
  })

  const began = performance.now()
  let turn = 0
  const askAll = Effect.gen(function* () {
    for (; ; turn++) {
      const due = began + turn * every
      yield* Effect.sleep(Math.max(0, due - performance.now()))
      asked.push(said(ownTurn, due, 200))
      for (const request of requests) yield* Effect.forkDetach(ask(request, due))
    }
  })
  // It goes on while the record is waited for, when the scope is closed.
  yield* Effect.forkDetach(askAll)
  const record = Effect.gen(function* () {
    const end = performance.now()
    // Where the machine was busy, what was due before is still to be asked, or to be answered.
    while (performance.now() - end < overdue) {
      if (began + turn * every >= end && ![...pending].some(({ due }) => due < end)) break
      yield* Effect.sleep(every)
    }
    return [...asked, ...[...pending].map(({ due, path }) => said(path, due, 0)).filter(({ wait }) => wait > overdue)]
  })
  yield* Effect.addFinalizer(() => Effect.map(record, (all) => writeFileSync(recordFile, JSON.stringify(all))))
  yield* Console.log(atWork)
  return yield* Effect.never
}).pipe(Effect.scoped, NodeRuntime.runMain)
