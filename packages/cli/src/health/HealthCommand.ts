import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { jsonFlag } from "../targets/Flags.ts"

const flags = {
  ready: Flag.Boolean("ready").pipe(
    Flag.withDescription("Ask whether it takes requests now: it does not without its database, and while it stops"),
    Flag.withDefault(false)
  ),
  json: jsonFlag
}

/** `rollcall health`: asks the server that the settings of this environment start. */
export const healthCommand = Command.make(
  "health",
  flags,
  Effect.fnUntraced(function* (flags) {
    const { askHealth } = yield* Effect.promise(() => import("./AskHealth.ts"))
    return yield* askHealth(flags)
  })
).pipe(
  Command.withDescription(
    "Ask the server of this environment, on this machine, whether it is alive. Ends with 0 or 1, within 2 seconds."
  )
)
