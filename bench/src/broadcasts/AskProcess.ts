import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Config, Effect, Layer, Context, Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { runProgram } from "../Processes.ts"
import type { Asked } from "./AnswersCase.ts"

/** How often a request is sent, in milliseconds. */
const every = 5

/*
 * Sends the same request every few milliseconds, whether those before it are answered or not, from a process of its own,
 * so that nothing but the server delays it. Its record is when each request was due and how long its response took.
 */
runProgram(
  Effect.gen(function* () {
    const services = yield* Layer.build(NodeHttpClient.layerNodeHttpOptions({ keepAlive: true }))
    const client = Context.get(services, HttpClient.HttpClient)
    const token = Redacted.value(yield* Config.Redacted("ASK_TOKEN"))
    const request = HttpClientRequest.bearerToken(HttpClientRequest.get(yield* Config.String("ASK_URL")), token)
    const asked: Array<Asked> = []

    const ask = Effect.fnUntraced(function* (due: number) {
      // As any client does, it repeats a request when the server has just closed an idle connection.
      const response = yield* Effect.retry(client.execute(request), { times: 1 })
      yield* response.text
      asked.push({ due: performance.timeOrigin + due, wait: performance.now() - due, status: response.status })
    })

    const began = performance.now()
    const askAll = Effect.gen(function* () {
      for (let n = 0; ; n++) {
        const due = began + n * every
        yield* Effect.sleep(Math.max(0, due - performance.now()))
        yield* Effect.forkScoped(ask(due))
      }
    })
    yield* Effect.forkScoped(askAll)
    return () => asked
  })
)
