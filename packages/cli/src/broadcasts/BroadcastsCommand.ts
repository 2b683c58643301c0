import { BroadcastUuid } from "@rollcall/core"
import { BroadcastStatus } from "@rollcall/core/sending"
import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { jsonFlag } from "../screen/Output.ts"
import { targetFlags } from "../targets/TargetFlags.ts"
import type { BroadcastChange, OptOutDecision } from "./BroadcastClient.ts"
import { createCommand } from "./create/CreateCommand.ts"
import { retryCommand, testCommand } from "./create/RetryCommands.ts"

const uuid = Argument.String("uuid").pipe(
  Argument.withDescription("The UUID of the broadcast"),
  Argument.withSchema(BroadcastUuid)
)

/** What one page of the API has at most. */
const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))

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

const listCommand = Command.make(
  "list",
  {
    status: Flag.Literals("status", BroadcastStatus.literals).pipe(
      Flag.withDescription("Only broadcasts with this status"),
      Flag.optional
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("Print at most so many, the newest ones"),
      Flag.withSchema(Limit),
      Flag.withDefault(50)
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ json, limit, status, ...flags }) {
    const { list } = yield* running
    return yield* list({ json, limit, status: Option.getOrUndefined(status) }, flags)
  })
).pipe(Command.withDescription("List broadcasts, newest first."))

const changeCommand = (operation: BroadcastChange, description: string) =>
  Command.make(
    operation,
    { uuid, json: jsonFlag, ...targetFlags },
    Effect.fnUntraced(function* ({ json, uuid, ...flags }) {
      const { change } = yield* running
      return yield* change(uuid, operation, json, flags)
    })
  ).pipe(Command.withDescription(description))

const decideCommand = (decision: OptOutDecision, description: string) =>
  Command.make(
    decision,
    { uuid, json: jsonFlag, ...targetFlags },
    Effect.fnUntraced(function* ({ json, uuid, ...flags }) {
      const { decide } = yield* running
      return yield* decide(uuid, decision, json, flags)
    })
  ).pipe(Command.withDescription(description))

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
