import cookie from "@fastify/cookie"
import Fastify, { type FastifyInstance } from "fastify"
import { logIn } from "../Users.ts"

/** The server before Rollcall was added: a login with a session, routes, and error handling. */
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
    const session = logIn(request.body.name)
    if (session === undefined) return await reply.status(403).send("Who are you?")
    return await reply.setCookie("session", session, { httpOnly: true, sameSite: "strict" }).send("Welcome")
  })
  return app
}
