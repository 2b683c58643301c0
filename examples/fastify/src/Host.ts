import cookie from "@fastify/cookie"
import Fastify, { type FastifyInstance } from "fastify"
import { randomUUID } from "node:crypto"

/** A user of the host. */
export interface User {
  readonly uuid: string
  readonly clinic: string
}

const users: Readonly<Record<string, User>> = {
  zoe: { uuid: "0197a000-0000-7000-8000-000000000001", clinic: "North Clinic" }
}

const sessions = new Map<string, User>()

/** Who is logged in, by the cookies of a request. */
export const userOf = (app: FastifyInstance, cookies: string | null): User | undefined =>
  sessions.get(app.parseCookie(cookies ?? "")["session"] ?? "")

/** The server as it was before Rollcall: a login with a session, routes, and answers to errors. */
export const makeHost = (): FastifyInstance => {
  const app = Fastify()
  app.register(cookie)
  app.addHook("onSend", async (_request, reply) => {
    reply.header("x-host", "clinic")
  })
  app.setErrorHandler(async (error, _request, reply) => reply.status(500).send({ problem: String(error) }))
  app.setNotFoundHandler(async (_request, reply) => reply.status(404).type("text/html").send("<h1>Not here</h1>"))

  app.get("/", async () => "The clinic")
  app.get("/failure", async () => {
    throw new Error("a failure of the host")
  })
  app.post<{ Body: { name: string } }>("/login", async (request, reply) => {
    const user = users[request.body.name]
    if (user === undefined) return await reply.status(403).send("Who are you?")
    const session = randomUUID()
    sessions.set(session, user)
    return await reply.setCookie("session", session, { httpOnly: true, sameSite: "strict" }).send("Welcome")
  })
  return app
}
