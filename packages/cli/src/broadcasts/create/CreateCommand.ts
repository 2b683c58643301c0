import { on } from "../../targets/Flags.ts"
import { targetCommands } from "../../targets/TargetCommand.ts"
import { createFlags } from "./CreateFlags.ts"

export const createCommand = targetCommands(() => import("./CreateBroadcast.ts"))(
  "create",
  "Send a template to the contacts of lists, segments or a search.",
  {
    ...createFlags,
    dryRun: on("dry-run", "Print the number of recipients and example messages. Nothing is stored or sent")
  },
  ({ createBroadcast }) => createBroadcast,
  [
    {
      command:
        "rollcall broadcasts create --list VIP --template welcome --from 15550100 --param name=first_name:there --dry-run",
      description: "See how many people it reaches and the first messages"
    }
  ]
)
