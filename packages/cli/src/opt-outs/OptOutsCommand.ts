import { OptOutScope, OptOutSource } from "@rollcall/core/people"
import { Command } from "effect/cli"
import { oneOf } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"

export const optOutsCommand = Command.make("opt-outs").pipe(
  Command.withDescription("List who opted out of all messages or of marketing."),
  Command.withSubcommands([
    targetCommands(() => import("./ListOptOuts.ts"))(
      "list",
      "List the opt-outs of a workspace, newest first: of contacts, and of addresses that no contact has.",
      {
        scope: oneOf("scope", OptOutScope.literals, "Only opt-outs from marketing, or only opt-outs from all messages"),
        source: oneOf(
          "source",
          OptOutSource.literals,
          "Only opt-outs with this source: a message of the person, a report of the channel, the console or API, a merge or an import"
        )
      },
      ({ listOptOuts }) => listOptOuts
    )
  ])
)
