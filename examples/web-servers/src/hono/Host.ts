import { Hono } from "hono"
import { setCookie } from "hono/cookie"
import { logIn } from "../Users.ts"

/** The server before Rollcall was added: a login with a session, routes, and error handling. */
export const makeHost = (): Hono => {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header("x-host", "clinic")
  })
  app.onError((error, c) => c.json({ problem: error.message }, 500))
  app.notFound((c) => c.html("<h1>Not here</h1>", 404))

  app.get("/", (c) => c.text("The clinic"))
  app.get("/failure", () => {
    throw new Error("a failure of the host")
  })
  app.post("/login", async (c) => {
    const session = logIn((await c.req.json<{ name: string }>()).name)
    if (session === undefined) return c.text("Who are you?", 403)
    setCookie(c, "session", session, { httpOnly: true, sameSite: "Strict" })
    return c.text("Welcome")
  })
  return app
}
