import { createRollcall, type Rollcall } from "rollcall"
import { postgres } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { userOf } from "../Users.ts"

/** Opens Rollcall on the database in `DATABASE_URL`, with or without background work. */
export const open = (options: { readonly workers: boolean }): Promise<Rollcall> =>
  createRollcall({
    storage: postgres({ url: process.env["DATABASE_URL"] ?? "", pooled: true }),
    channel: simulator(),
    http: {
      prefix: "/api/rollcall",
      authorize: (request) => {
        const user = userOf(request.headers.get("cookie"))
        return user === undefined ? null : { workspace: user.clinic, actor: user.id }
      }
    },
    ...options
  })
