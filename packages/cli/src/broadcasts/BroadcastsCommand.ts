import { BroadcastUuid } from "@rollcall/core"
import { BroadcastStatus } from "@rollcall/core/sending"
import { Argument, Command } from "effect/cli"
import { argument, limit, on, oneOf } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"
import type { BroadcastChange, OptOutDecision } from "./BroadcastClient.ts"
import { createCommand } from "./create/CreateCommand.ts"
import { retryCommand, testCommand } from "./create/RetryCommands.ts"

const uuid = argument("uuid", "The UUID of the broadcast").pipe(Argument.withSchema(BroadcastUuid))

const command = targetCommands(() => import("./RunBroadcasts.ts"))

const changeCommand = (operation: BroadcastChange, description: string) =>
  command(operation, description, { uuid }, ({ change }) => change(operation))

const decideCommand = (decision: OptOutDecision, description: string) =>
  command(decision, description, { uuid }, ({ decide }) => decide(decision))

export const broadcastsCommand = Command.make("broadcasts").pipe(
  Command.withDescription("Create, list, follow, pause, resume and cancel broadcasts."),
  Command.withSubcommands([
    createCommand,
    command(
      "list",
      "List broadcasts, newest first.",
      {
        status: oneOf("status", BroadcastStatus.literals, "Only broadcasts with this status"),
        limit: limit("The maximum number of broadcasts to print, newest first")
      },
      ({ list }) => list
    ),
    command(
      "show",
      "Show the progress of a broadcast, and why recipients were not reached.",
      {
        uuid,
        watch: on("watch", "Keep showing progress until the broadcast ends. Exits with 0 if it completed, else with 1")
      },
      ({ show }) => show
    ),
    changeCommand("cancel", "Cancel a broadcast. Messages that are being sent are finished."),
    changeCommand("pause", "Pause a broadcast until it is resumed. Messages that are being sent are finished."),
    changeCommand("resume", "Resume a paused broadcast. The servers on its database send the rest."),
    decideCommand("apply-opt-outs", "Apply the held opt-outs of a broadcast: opt everyone in them out."),
    decideCommand("dismiss-opt-outs", "Dismiss the held opt-outs of a broadcast: opt nobody out."),
    retryCommand,
    testCommand
  ])
)
