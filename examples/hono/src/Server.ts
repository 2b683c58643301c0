import type { Hono } from "hono"
import { makeHost, userOf } from "./Host.ts"
import { createRollcall } from "./Rollcall.ts"

/** The host with Rollcall below `/rollcall`. A request acts for the user of its session. */
export const makeServer = async (): Promise<{ readonly app: Hono; readonly close: () => Promise<void> }> => {
  const rollcall = await createRollcall({
    prefix: "/rollcall",
    authorize: (request) => {
      const user = userOf(request.headers.get("cookie"))
      return user === undefined ? null : { workspace: user.clinic, actor: user.uuid }
    }
  })
  const app = makeHost()
  app.all("/rollcall/*", (c) => rollcall.fetch(c.req.raw))
  return { app, close: rollcall.close }
}
