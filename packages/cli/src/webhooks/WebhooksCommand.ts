import { WebhookUuid } from "@rollcall/core/operations"
import { Argument, Command } from "effect/cli"
import { argument, on, optional } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"

const command = targetCommands(() => import("./KeepWebhooks.ts"))

const uuid = argument("uuid", "The UUID of the webhook").pipe(Argument.withSchema(WebhookUuid))

export const webhooksCommand = Command.make("webhooks").pipe(
  Command.withDescription("Create, list, change, rotate, replay and delete the webhooks of a workspace."),
  Command.withSubcommands([
    command(
      "create",
      "Create a webhook that sends new events to a URL, and print its secret once.",
      {
        address: argument("address", "The https URL for events"),
        types: optional("types", "Only events of these types, separated by commas. The default is all types")
      },
      ({ createWebhook }) => createWebhook
    ),
    command("list", "List the webhooks of a workspace and their progress.", {}, ({ listWebhooks }) => listWebhooks),
    command(
      "update",
      "Change the URL or the event types of a webhook.",
      {
        uuid,
        address: optional("address", "The new https URL for events"),
        types: optional("types", "Only events of these types, separated by commas"),
        allTypes: on("all-types", "Events of all types")
      },
      ({ updateWebhook }) => updateWebhook
    ),
    command(
      "rotate",
      "Create a new secret and print it once. The previous secret also signs for 24 hours.",
      { uuid },
      ({ rotateWebhook }) => rotateWebhook
    ),
    command(
      "replay",
      "Re-enable a webhook and continue where it stopped, or from a cursor.",
      {
        uuid,
        after: optional("after", "Send the events after this cursor. The default is where the webhook stopped"),
        oldest: on("oldest", "Resend all stored events")
      },
      ({ replayWebhook }) => replayWebhook
    ),
    command(
      "delete",
      "Delete a webhook. A request in progress may still arrive.",
      { uuid },
      ({ deleteWebhook }) => deleteWebhook
    )
  ])
)
