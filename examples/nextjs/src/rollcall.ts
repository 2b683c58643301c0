import { createRollcall } from "./CreateRollcall.ts"
import { userOf } from "./Session.ts"

const open = () =>
  createRollcall({
    prefix: "/api/rollcall",
    authorize: (request) => {
      const user = userOf(request.headers.get("cookie"))
      return user === undefined ? null : { workspace: user.clinic, actor: user.uuid }
    }
  })

let opened: ReturnType<typeof open> | undefined

/** Rollcall, opened at the first request: `next build` imports routes too. */
export const rollcall = () => (opened ??= open())
