import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Config, Console, Context, Effect, Layer, Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { writeFileSync } from "node:fs"
import { type Asked, atWork, ownTurn, recordFile } from "./Asking.ts"

/** How long to wait for a response. */
const longest = "60 seconds"

/** A request without a response counts as unanswered if it was due more than this many milliseconds before the end. */
const overdue = 5_000

/** Maximum concurrent requests for one path. Further requests wait, and their wait counts from when they were due. */
const mostConnections = 800

/**
 * Sends the same requests every few milliseconds, without waiting for earlier responses. It runs in a separate process,
 * so that only the server delays the requests. The record contains when each request was due and how long its response
 * took.
 */
Effect.gen(function* () {
  const agent = NodeHttpClient.layerNodeHttpOptions({ keepAlive: true, maxSockets: mostConnections })
  const token = Redacted.value(yield* Config.Redacted("ASK_TOKEN"))
  const url = yield* Config.String("ASK_URL")
  const every = yield* Config.Int("ASK_EVERY")
  // Each path has its own connections, so that no request waits for another path's responses.
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
    // Like any client, this one repeats a request after the server has closed an idle connection. Several connections
    // may be closed.
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
  // The requests continue while the record is collected, when the scope closes.
  yield* Effect.forkDetach(askAll)
  const record = Effect.gen(function* () {
    const end = performance.now()
    // On a busy machine, earlier requests may still be unsent, or may still wait for a response.
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
