import { createHeaders, createRequestListener, sendResponse } from "@remix-run/node-fetch-server"
import { Predicate } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { RollcallError } from "./RollcallError.ts"

/** Handles a request of `node:http`. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/** The part of an open Rollcall that {@link toNodeHandler} needs. */
interface Fetches {
  readonly fetch: (request: Request) => Promise<Response>
}

/**
 * Serves `rollcall.fetch` in Express, Nest, Fastify and plain `node:http`. Bodies and events are streamed, and a request
 * ends when its client disconnects. Mount it before body parsers such as `express.json()`.
 *
 * @param rollcall What `createRollcall` returned.
 * @returns The handler, such as `app.use("/rollcall", handler)` takes. `http.prefix` is the path it is mounted at.
 * @throws {invalid_input} when the argument isn't an open Rollcall, but the promise of `createRollcall`, for example.
 * @example
 * import { createServer } from "node:http"
 * import { createRollcall } from "rollcall"
 * import { memory } from "rollcall/memory"
 * import { toNodeHandler } from "rollcall/node"
 * import { simulator } from "rollcall/simulator"
 *
 * const opened = await createRollcall({ storage: memory(), channel: simulator() })
 * const server = createServer(toNodeHandler(opened)).listen(3000)
 * server.close()
 * await opened.close()
 */
export const toNodeHandler = (rollcall: Fetches): NodeHandler => {
  if (!Predicate.hasProperty(rollcall, "fetch")) {
    throw new RollcallError(
      "invalid_input",
      Predicate.isPromiseLike(rollcall)
        ? "toNodeHandler got a promise. Await it: toNodeHandler(await createRollcall(options))."
        : "toNodeHandler takes what createRollcall returns: toNodeHandler(await createRollcall(options))."
    )
  }
  return (request, response) => {
    const hasBody = request.method !== "GET" && request.method !== "HEAD"
    if (hasBody && request.readableDidRead) {
      void answerRead(rollcall, request, response)
      return
    }
    // Node discards the rest of a body only if nobody has started to read it. Without this, the connection hangs.
    response.once("finish", () => request.readableEnded || request.removeAllListeners("data").resume())
    const target = targetOf(request)
    const answer = async (received: Request) =>
      await rollcall.fetch(target === request.url ? received : new Request(new URL(target, received.url), received))
    createRequestListener(answer, { onError: refusal })(request, response)
  }
}

/** Handles a request with a body that was already read. Passes `fetch` a consumed `Request`, which it rejects. */
const answerRead = async (rollcall: Fetches, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const answering = async () => {
    const read = new Request(new URL(targetOf(request), "http://localhost"), {
      method: request.method ?? "POST",
      headers: createHeaders(request),
      body: ""
    })
    await read.text()
    return await rollcall.fetch(read)
  }
  const sent = answering().catch(refusal)
  await sendResponse(response, await sent).catch(() => response.destroy())
}

/** Returns the path and query as the client sent them. Express strips the mount path from `url`. */
const targetOf = (request: IncomingMessage): string =>
  Predicate.hasProperty(request, "originalUrl") && Predicate.isString(request.originalUrl)
    ? request.originalUrl
    : (request.url ?? "/")

/** Returns the response for a request that did not reach `fetch`, or that failed because Rollcall is closed. */
const refusal = (error: unknown): Response =>
  error instanceof RollcallError
    ? new Response(error.message, { status: 503 })
    : new Response("The request has no valid method, address or headers.", { status: 400 })
