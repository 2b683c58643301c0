import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { Readable } from "node:stream"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { userOf } from "../Users.ts"
import { makeHost } from "./Host.ts"

/** The host with Rollcall below `/rollcall`. A request acts for its session's user. */
export const makeServer = async (): Promise<FastifyInstance> => {
  const app = makeHost()
  const rollcall = await createRollcall({
    storage: memory(),
    channel: simulator(),
    http: {
      prefix: "/rollcall",
      authorize: (request) => {
        const user = userOf(request.headers.get("cookie"))
        return user === undefined ? null : { workspace: user.clinic, actor: user.id }
      }
    }
  })
  await app.register(async (scope) => {
    // Bodies are passed to Rollcall unparsed, because Rollcall has its own limits for them.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", (_request, _body, parsed) => parsed(null))
    scope.all("/rollcall/*", async (request, reply) => reply.send(await rollcall.fetch(toWeb(request, reply))))
  })
  app.addHook("onClose", rollcall.close)
  return app
}

/** Converts a request for `fetch`. The request aborts when the client disconnects. */
const toWeb = ({ headers, method, raw, url }: FastifyRequest, reply: FastifyReply): Request => {
  const aborted = new AbortController()
  reply.raw.once("close", () => reply.raw.writableFinished || aborted.abort())
  // The unread part of a body is discarded, so that the connection can receive the next request.
  reply.raw.once("finish", () => raw.removeAllListeners("data").resume())
  return new Request(`http://localhost${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
    signal: aborted.signal,
    ...(method !== "GET" && method !== "HEAD" && { body: Readable.toWeb(raw), duplex: "half" })
  })
}
