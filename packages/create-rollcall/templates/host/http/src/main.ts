import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { json } from "node:stream/consumers"
import { RollcallError } from "rollcall"
import { from } from "./channel.ts"
import { remind } from "./reminders.ts"
import { rollcall } from "./rollcall.ts"
import { isAllowed } from "./users.ts"

/** Streams Rollcall's response. */
const serveRollcall = async (request: IncomingMessage, response: ServerResponse) => {
  const { headers, method = "GET", url = "/" } = request
  const aborted = new AbortController()
  response.once("close", () => response.writableFinished || aborted.abort())
  const answer = await rollcall.fetch(
    new Request(`http://localhost${url}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
      signal: aborted.signal,
      ...(method !== "GET" && method !== "HEAD" && { body: Readable.toWeb(request), duplex: "half" })
    })
  )
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  for await (const part of answer.body ?? []) response.write(part)
  response.end()
}

/** Whether the body of a request has what reminders need. */
const areAppointments = (body: unknown): body is Array<{ name: string; phoneNumber: string; time: string }> =>
  Array.isArray(body) && body.every(isAppointment)

const isAppointment = (one: unknown) =>
  typeof one === "object" &&
  one !== null &&
  ["name", "phoneNumber", "time"].every((member) => typeof Reflect.get(one, member) === "string")

/** Sends reminders, and responds with the uuid of the broadcast. */
const serveReminders = async (request: IncomingMessage, response: ServerResponse) => {
  if (!isAllowed(request.headers.authorization)) return response.writeHead(401).end()
  const appointments: unknown = await json(request).catch(() => undefined)
  if (!areAppointments(appointments)) return response.writeHead(422).end("An array of name, phoneNumber and time.\n")
  const workspace = await rollcall.workspace("main")
  const broadcast = await remind(workspace, from, appointments)
  return response.writeHead(202, { "content-type": "application/json" }).end(JSON.stringify({ broadcast }))
}

const serve = async (request: IncomingMessage, response: ServerResponse) => {
  const { method, url = "/" } = request
  if (url.startsWith("/rollcall/")) return serveRollcall(request, response)
  if (method === "POST" && url === "/reminders") return serveReminders(request, response)
  if (method === "GET" && url === "/") return response.end("Reminders. The API is at /rollcall/docs.\n")
  return response.writeHead(404).end()
}

/** Responds to invalid input with the issues. Any other failure is an error of this program. */
const refuse = (error: unknown, response: ServerResponse) => {
  if (response.headersSent) return response.destroy()
  if (error instanceof RollcallError && error.code === "invalid_input") {
    return response.writeHead(422, { "content-type": "application/json" }).end(JSON.stringify({ issues: error.issues }))
  }
  console.error(error)
  return response.writeHead(500).end()
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => refuse(error, response))
})
server.listen(Number(process.env["PORT"] ?? 3000), () => {
  const address = server.address()
  console.log(`Listening on http://localhost:${typeof address === "object" ? address?.port : address}`)
})

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => server.close(() => void rollcall.close()))
}
