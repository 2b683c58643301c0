import { BroadcastUuid } from "@rollcall/core"
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { jsonFlag } from "../screen/Output.ts"
import { databaseFlags, targetFlags } from "../target/TargetFlags.ts"

const uuid = Argument.String("uuid").pipe(
  Argument.withDescription("The UUID of the broadcast"),
  Argument.withSchema(BroadcastUuid)
)

const running = Effect.promise(() => import("./RunBroadcasts.ts"))

const showCommand = Command.make(
  "show",
  {
    uuid,
    watch: Flag.Boolean("watch").pipe(
      Flag.withDescription(
        "Go on showing it until it is over; ends with 0 when it was completed, and with 1 otherwise"
      ),
      Flag.withDefault(false)
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ json, uuid, watch, ...flags }) {
    const { show } = yield* running
    return yield* show(uuid, { json, watch }, flags)
  })
).pipe(Command.withDescription("Show where a broadcast stands, and why recipients were not reached."))

const cancelCommand = Command.make(
  "cancel",
  { uuid, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, uuid, ...flags }) {
    const { cancel } = yield* running
    return yield* cancel(uuid, json, flags)
  })
).pipe(Command.withDescription("Stop a broadcast. What is on its way to a recipient is finished."))

const resumeCommand = Command.make(
  "resume",
  { uuid, json: jsonFlag, ...databaseFlags },
  Effect.fnUntraced(function* ({ json, uuid, ...flags }) {
    const { resume } = yield* running
    return yield* resume(uuid, json, flags)
  })
).pipe(Command.withDescription("Go on with a paused broadcast: the servers on its database send the rest."))

/** `rollcall broadcasts`: follow, stop and resume broadcasts. The modules behind a command are loaded when it runs. */
export const broadcastsCommand = Command.make("broadcasts").pipe(
  Command.withDescription("Follow broadcasts, stop them, and go on with paused ones."),
  Command.withSubcommands([showCommand, cancelCommand, resumeCommand])
)
