import { createRollcall, type Rollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { userOf } from "../Users.ts"

const open = () =>
  createRollcall({
    storage: memory(),
    channel: simulator(),
    http: {
      prefix: "/api/rollcall",
      authorize: (request) => {
        const user = userOf(request.headers.get("cookie"))
        return user === undefined ? null : { workspace: user.clinic, actor: user.id }
      }
    }
  })

let opened: Promise<Rollcall> | undefined

/** Opens Rollcall at the first request, because `next build` imports routes too. */
export const rollcall = () => (opened ??= open())
