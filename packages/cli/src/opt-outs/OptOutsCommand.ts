import { OptOutScope, OptOutSource } from "@rollcall/core/people"
import { Command, Flag } from "effect/cli"
import { targetCommands } from "../targets/TargetCommand.ts"

const listCommand = targetCommands(() => import("./ListOptOuts.ts"))(
  "list",
  "List the opt-outs of a workspace, newest first: of contacts, and of addresses that no contact has.",
  {
    scope: Flag.Literals("scope", OptOutScope.literals).pipe(
      Flag.withDescription("Only opt-outs from marketing, or only opt-outs from all messages"),
      Flag.optional
    ),
    source: Flag.Literals("source", OptOutSource.literals).pipe(
      Flag.withDescription(
        "Only opt-outs with this source: a message of the person, a report of the channel, the console or API, a merge or an import"
      ),
      Flag.optional
    )
  },
  ({ listOptOuts }) => listOptOuts
)

/** `rollcall opt-outs`: lists the opted-out contacts. Its module is loaded when it runs. */
export const optOutsCommand = Command.make("opt-outs").pipe(
  Command.withDescription("List who opted out of all messages or of marketing."),
  Command.withSubcommands([listCommand])
)
