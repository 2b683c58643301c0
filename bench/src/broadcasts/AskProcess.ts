import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Config, Console, Effect, Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { writeFileSync } from "node:fs"
import { type Asked, askedFile, every } from "./Asking.ts"

/*
 * A client that asks the same again and again, a request every few milliseconds whether those before it are answered or
 * not. It is a process of its own, so that nothing but the server keeps it waiting. It writes down when each request was
 * due and how long its answer took from then, when it is told to stop.
 */
const work = Effect.gen(function* () {
  const url = yield* Config.String("ASK_URL")
  const token = yield* Config.Redacted("ASK_TOKEN")
  const client = yield* HttpClient.HttpClient
  const request = HttpClientRequest.get(url).pipe(HttpClientRequest.bearerToken(Redacted.value(token)))
  const asked: Array<Asked> = []
  yield* Effect.addFinalizer(() => Effect.sync(() => writeFileSync(askedFile, JSON.stringify(asked))))

  const ask = Effect.fnUntraced(function* (due: number) {
    // As any client does, it asks once more when the server has just closed an idle connection.
    const response = yield* Effect.retry(client.execute(request), { times: 1 })
    yield* response.text
    asked.push({ due: performance.timeOrigin + due, wait: performance.now() - due, status: response.status })
  })

  yield* Console.log("at work")
  const began = performance.now()
  for (let n = 0; ; n++) {
    const due = began + n * every
    yield* Effect.sleep(Math.max(0, due - performance.now()))
    yield* Effect.forkScoped(ask(due))
  }
}).pipe(Effect.scoped, Effect.provide(NodeHttpClient.layerNodeHttpOptions({ keepAlive: true })))

NodeRuntime.runMain(work)
