import { Hono } from "hono"
import { setCookie } from "hono/cookie"
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

/** Who is logged in, by the session that the cookies of a request name. */
export const userOf = (cookies: string | null): User | undefined =>
  sessions.get(/(?:^|; )session=([^;]*)/.exec(cookies ?? "")?.[1] ?? "")

/** The server as it was before Rollcall: a login with a session, routes, and answers to errors. */
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
    const user = users[await c.req.text()]
    if (user === undefined) return c.text("Who are you?", 403)
    const session = randomUUID()
    sessions.set(session, user)
    setCookie(c, "session", session, { httpOnly: true, sameSite: "Strict" })
    return c.text("Welcome")
  })
  return app
}
