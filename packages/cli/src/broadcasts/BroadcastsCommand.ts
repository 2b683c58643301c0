import { BroadcastUuid } from "@rollcall/core"
import { BroadcastStatus } from "@rollcall/core/sending"
import { Argument, Command, Flag } from "effect/cli"
import { argument, limit, on } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"
import type { BroadcastChange, OptOutDecision } from "./BroadcastClient.ts"
import { createCommand } from "./create/CreateCommand.ts"
import { retryCommand, testCommand } from "./create/RetryCommands.ts"

const uuid = argument("uuid", "The UUID of the broadcast").pipe(Argument.withSchema(BroadcastUuid))

const command = targetCommands(() => import("./RunBroadcasts.ts"))

const showCommand = command(
  "show",
  "Show where a broadcast stands, and why recipients were not reached.",
  {
    uuid,
    watch: on("watch", "Go on showing it until it is over; ends with 0 when it was completed, and with 1 otherwise")
  },
  ({ show }) => show
)

const listCommand = command(
  "list",
  "List broadcasts, newest first.",
  {
    status: Flag.Literals("status", BroadcastStatus.literals).pipe(
      Flag.withDescription("Only broadcasts with this status"),
      Flag.optional
    ),
    limit: limit("Print at most so many, the newest ones")
  },
  ({ list }) => list
)

const changeCommand = (operation: BroadcastChange, description: string) =>
  command(operation, description, { uuid }, ({ change }) => change(operation))

const decideCommand = (decision: OptOutDecision, description: string) =>
  command(decision, description, { uuid }, ({ decide }) => decide(decision))

/** `rollcall broadcasts`: list, follow, cancel, pause and resume broadcasts. The modules behind a command are loaded when it runs. */
export const broadcastsCommand = Command.make("broadcasts").pipe(
  Command.withDescription("Create, list and follow broadcasts, stop and pause them, and go on with paused ones."),
  Command.withSubcommands([
    createCommand,
    listCommand,
    showCommand,
    changeCommand("cancel", "Stop a broadcast for good. What is on its way to a recipient is finished."),
    changeCommand("pause", "Stop a broadcast until it is resumed. What is on its way to a recipient is finished."),
    changeCommand("resume", "Go on with a paused broadcast: the servers on its database send the rest."),
    decideCommand("apply-opt-outs", "Opt out everyone in a burst of opt-outs that is held."),
    decideCommand("dismiss-opt-outs", "Opt out no one in a burst of opt-outs that is held."),
    retryCommand,
    testCommand
  ])
)
