import type { Hono } from "hono"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { userOf } from "../Users.ts"
import { makeHost } from "./Host.ts"

/** The host with Rollcall below `/rollcall`. A request acts for its session's user. */
export const makeServer = async (): Promise<{ readonly app: Hono; readonly close: () => Promise<void> }> => {
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
  const app = makeHost()
  app.all("/rollcall/*", (c) => rollcall.fetch(c.req.raw))
  return { app, close: rollcall.close }
}
