import Fastify, { type FastifyReply, type FastifyRequest } from "fastify"
import { Readable } from "node:stream"
import { RollcallError } from "rollcall"
import { from } from "./channel.ts"
import { remind } from "./reminders.ts"
import { rollcall } from "./rollcall.ts"
import { isAllowed } from "./users.ts"

const app = Fastify()

app.get("/", async () => "Reminders. The API is at /rollcall/docs.\n")

/** Sends reminders, and responds with the uuid of the broadcast. */
app.post<{ Body: Array<{ name: string; phoneNumber: string; time: string }> }>(
  "/reminders",
  {
    schema: {
      body: {
        type: "array",
        items: {
          type: "object",
          required: ["name", "phoneNumber", "time"],
          properties: { name: { type: "string" }, phoneNumber: { type: "string" }, time: { type: "string" } }
        }
      }
    }
  },
  async ({ body, headers }, reply) => {
    if (!isAllowed(headers.authorization)) return reply.code(401).send()
    try {
      const broadcast = await remind(await rollcall.workspace("main"), from, body)
      return await reply.code(202).send({ broadcast })
    } catch (error) {
      if (!(error instanceof RollcallError) || error.code !== "invalid_input") throw error
      return await reply.code(422).send({ issues: error.issues })
    }
  }
)

/** The request as Rollcall knows it. It aborts when the client disconnects. */
const toWeb = ({ headers, method, raw, url }: FastifyRequest, reply: FastifyReply) => {
  const aborted = new AbortController()
  reply.raw.once("close", () => reply.raw.writableFinished || aborted.abort())
  reply.raw.once("finish", () => raw.removeAllListeners("data").resume())
  return new Request(`http://localhost${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
    signal: aborted.signal,
    ...(method !== "GET" && method !== "HEAD" && { body: Readable.toWeb(raw), duplex: "half" })
  })
}

await app.register(async (scope) => {
  // Pass bodies to Rollcall as they arrive. It has its own limits for bodies.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser("*", (_request, _body, parsed) => parsed(null))
  scope.all("/rollcall/*", async (request, reply) => reply.send(await rollcall.fetch(toWeb(request, reply))))
})
app.addHook("onClose", rollcall.close)

console.log(`Listening on ${await app.listen({ port: Number(process.env["PORT"] ?? 3000), host: "localhost" })}`)

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void app.close())
