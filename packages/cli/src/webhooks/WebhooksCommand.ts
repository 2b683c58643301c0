import { WebhookUuid } from "@rollcall/core/operations"
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { jsonFlag } from "../screen/Output.ts"
import { targetFlags } from "../targets/TargetFlags.ts"

const keeping = Effect.promise(() => import("./KeepWebhooks.ts"))

const uuid = Argument.String("uuid").pipe(
  Argument.withDescription("The UUID of the webhook, as it is listed"),
  Argument.withSchema(WebhookUuid)
)

const createCommand = Command.make(
  "create",
  {
    address: Argument.String("address").pipe(Argument.withDescription("The https URL that events are sent to")),
    types: Flag.String("types").pipe(
      Flag.withDescription("Only events of these types, with commas between; all where none is given"),
      Flag.optional
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ address, json, types, ...flags }) {
    const { createWebhook } = yield* keeping
    return yield* createWebhook({ address, types }, json, flags)
  })
).pipe(
  Command.withDescription("Send the events that happen from now on to an address, and print the secret this once.")
)

const listCommand = Command.make(
  "list",
  { json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, ...flags }) {
    const { listWebhooks } = yield* keeping
    return yield* listWebhooks(json, flags)
  })
).pipe(Command.withDescription("List the webhooks of a workspace, and how far each is."))

const updateCommand = Command.make(
  "update",
  {
    uuid,
    address: Flag.String("address").pipe(
      Flag.withDescription("The https URL that events are sent to from now on"),
      Flag.optional
    ),
    types: Flag.String("types").pipe(
      Flag.withDescription("Only events of these types from now on, with commas between"),
      Flag.optional
    ),
    allTypes: Flag.Boolean("all-types").pipe(
      Flag.withDescription("Events of all types from now on"),
      Flag.withDefault(false)
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ address, allTypes, json, types, uuid, ...flags }) {
    const { updateWebhook } = yield* keeping
    return yield* updateWebhook(uuid, { address, allTypes, types }, json, flags)
  })
).pipe(Command.withDescription("Change the address of a webhook or the types of its events. What is not given stays."))

const rotateCommand = Command.make(
  "rotate",
  { uuid, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, uuid, ...flags }) {
    const { rotateWebhook } = yield* keeping
    return yield* rotateWebhook(uuid, json, flags)
  })
).pipe(Command.withDescription("Make another secret, and print it this once. The one before signs too for 24 hours."))

const replayCommand = Command.make(
  "replay",
  {
    uuid,
    after: Flag.String("after").pipe(
      Flag.withDescription(
        "Send the events after this cursor, and no earlier one; where it stopped if it is not given"
      ),
      Flag.optional
    ),
    oldest: Flag.Boolean("oldest").pipe(
      Flag.withDescription("Send every event that is kept again"),
      Flag.withDefault(false)
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ after, json, oldest, uuid, ...flags }) {
    const { replayWebhook } = yield* keeping
    return yield* replayWebhook(uuid, { after, oldest }, json, flags)
  })
).pipe(Command.withDescription("Enable a webhook again, at once, where it stopped or from another place."))

const deleteCommand = Command.make(
  "delete",
  { uuid, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, uuid, ...flags }) {
    const { deleteWebhook } = yield* keeping
    return yield* deleteWebhook(uuid, json, flags)
  })
).pipe(Command.withDescription("Delete a webhook. A request that is under way may still arrive."))

/** `rollcall webhooks`: the endpoints that events are sent to. The module behind a command is loaded when it runs. */
export const webhooksCommand = Command.make("webhooks").pipe(
  Command.withDescription("Make, list, change, rotate, replay and delete the webhooks of a workspace."),
  Command.withSubcommands([createCommand, listCommand, updateCommand, rotateCommand, replayCommand, deleteCommand])
)
