import { WebhookUuid } from "@rollcall/core/operations"
import { Argument, Command } from "effect/cli"
import { argument, on, optional } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"

const command = targetCommands(() => import("./KeepWebhooks.ts"))

const uuid = argument("uuid", "The UUID of the webhook, as it is listed").pipe(Argument.withSchema(WebhookUuid))

const createCommand = command(
  "create",
  "Send the events that happen from now on to an address, and print the secret this once.",
  {
    address: argument("address", "The https URL that events are sent to"),
    types: optional("types", "Only events of these types, with commas between; all where none is given")
  },
  ({ createWebhook }) => createWebhook
)

const listCommand = command(
  "list",
  "List the webhooks of a workspace, and how far each is.",
  {},
  ({ listWebhooks }) => listWebhooks
)

const updateCommand = command(
  "update",
  "Change the address of a webhook or the types of its events. What is not given stays.",
  {
    uuid,
    address: optional("address", "The https URL that events are sent to from now on"),
    types: optional("types", "Only events of these types from now on, with commas between"),
    allTypes: on("all-types", "Events of all types from now on")
  },
  ({ updateWebhook }) => updateWebhook
)

const rotateCommand = command(
  "rotate",
  "Make another secret, and print it this once. The one before signs too for 24 hours.",
  { uuid },
  ({ rotateWebhook }) => rotateWebhook
)

const replayCommand = command(
  "replay",
  "Enable a webhook again, at once, where it stopped or from another place.",
  {
    uuid,
    after: optional(
      "after",
      "Send the events after this cursor, and no earlier one; where it stopped if it is not given"
    ),
    oldest: on("oldest", "Send every event that is kept again")
  },
  ({ replayWebhook }) => replayWebhook
)

const deleteCommand = command(
  "delete",
  "Delete a webhook. A request that is under way may still arrive.",
  { uuid },
  ({ deleteWebhook }) => deleteWebhook
)

/** `rollcall webhooks`: the endpoints that events are sent to. The module behind a command is loaded when it runs. */
export const webhooksCommand = Command.make("webhooks").pipe(
  Command.withDescription("Make, list, change, rotate, replay and delete the webhooks of a workspace."),
  Command.withSubcommands([createCommand, listCommand, updateCommand, rotateCommand, replayCommand, deleteCommand])
)
