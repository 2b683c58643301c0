import { OptOutScope, OptOutSource } from "@rollcall/core/people"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { jsonFlag } from "../screen/Output.ts"
import { targetFlags } from "../targets/TargetFlags.ts"

const listCommand = Command.make(
  "list",
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
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ json, scope, source, ...flags }) {
    const { listOptOuts } = yield* Effect.promise(() => import("./ListOptOuts.ts"))
    return yield* listOptOuts({ scope, source }, json, flags)
  })
).pipe(
  Command.withDescription(
    "List the opt-outs of a workspace, newest first: of contacts, and of addresses that no contact has."
  )
)

/** `rollcall opt-outs`: who is opted out. The module behind it is loaded when it runs. */
export const optOutsCommand = Command.make("opt-outs").pipe(
  Command.withDescription("List who opted out of all messages or of marketing."),
  Command.withSubcommands([listCommand])
)
