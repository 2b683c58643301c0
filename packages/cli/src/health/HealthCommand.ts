import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { jsonFlag } from "../targets/Flags.ts"

const flags = {
  ready: Flag.Boolean("ready").pipe(
    Flag.withDescription(
      "Check whether the server is ready for requests. It isn't while its database is down or it is stopping"
    ),
    Flag.withDefault(false)
  ),
  json: jsonFlag
}

/** `rollcall health`: checks the server that this environment configures. */
export const healthCommand = Command.make(
  "health",
  flags,
  Effect.fnUntraced(function* (flags) {
    const { askHealth } = yield* Effect.promise(() => import("./AskHealth.ts"))
    return yield* askHealth(flags)
  })
).pipe(
  Command.withDescription("Check whether the server on this machine is alive. Exits with 0 or 1 within 2 seconds.")
)
