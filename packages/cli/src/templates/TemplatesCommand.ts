import { Command, Flag } from "effect/cli"
import { argument, jsonFlag } from "../targets/Flags.ts"
import { databaseCommands, targetCommands } from "../targets/TargetCommand.ts"

const command = databaseCommands(() => import("./KeepTemplates.ts"))

const addCommand = command(
  "add",
  "Add the templates of a file, each in the place of the one with its name and locale: all of them, or none.",
  { file: argument("file", "A JSON file with a list of templates") },
  ({ addTemplates }) => addTemplates
)

const listCommand = targetCommands(() => import("./ListTemplates.ts"))(
  "list",
  "List the templates that broadcasts may name, by name and locale: those of the channels, of ROLLCALL_TEMPLATES, and those that the workspace keeps.",
  { json: jsonFlag.pipe(Flag.withDescription("Print them as a file that `add` takes, instead of a table")) },
  ({ listTemplates }) => listTemplates
)

const removeCommand = command(
  "remove",
  "Remove a template. Broadcasts that were accepted with it go on.",
  {
    name: argument("name", "The name of the template, exactly as it is listed"),
    locale: argument("locale", "Its locale, exactly as it is listed")
  },
  ({ removeTemplate }) => removeTemplate
)

/** `rollcall templates`: the templates that a workspace can send, and those that it keeps itself. */
export const templatesCommand = Command.make("templates").pipe(
  Command.withDescription(
    "List the message templates that can be sent, and manage those that a workspace of a database keeps."
  ),
  Command.withSubcommands([addCommand, listCommand, removeCommand])
)
