import { Command, Flag } from "effect/cli"
import { argument, jsonFlag } from "../targets/Flags.ts"
import { databaseCommands, targetCommands } from "../targets/TargetCommand.ts"

const command = databaseCommands(() => import("./KeepTemplates.ts"))

export const templatesCommand = Command.make("templates").pipe(
  Command.withDescription("List message templates, and add or remove templates of a workspace."),
  Command.withSubcommands([
    command(
      "add",
      "Add all templates of a file, or none. A template replaces the one with the same name and locale.",
      { file: argument("file", "A JSON file with a list of templates") },
      ({ addTemplates }) => addTemplates
    ),
    targetCommands(() => import("./ListTemplates.ts"))(
      "list",
      "List the templates for broadcasts by name and locale: from channels, from ROLLCALL_TEMPLATES and from the workspace.",
      { json: jsonFlag.pipe(Flag.withDescription("Print the templates as a file for `add`, instead of a table")) },
      ({ listTemplates }) => listTemplates
    ),
    command(
      "remove",
      "Remove a template. Existing broadcasts continue to use it.",
      {
        name: argument("name", "The exact name of the template"),
        locale: argument("locale", "The exact locale of the template")
      },
      ({ removeTemplate }) => removeTemplate
    )
  ])
)
