import { on } from "../targets/Flags.ts"
import { localCommands } from "../targets/TargetCommand.ts"

export const healthCommand = localCommands(() => import("./AskHealth.ts"))(
  "health",
  "Check whether the server on this machine is alive. Exits with 0 or 1 within 2 seconds.",
  {
    ready: on(
      "ready",
      "Check whether the server is ready for requests. It isn't while its database is down or it is stopping"
    )
  },
  ({ askHealth }) => askHealth
)
