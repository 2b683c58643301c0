import { FieldType } from "@rollcall/core/people"
import { Command, Flag } from "effect/cli"
import { argument, many, optional, status } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"

const command = targetCommands(() => import("./KeepFields.ts"))

const named = argument("field", "The field, by its key or its UUID")

const yesOrNo = (name: string, description: string) =>
  Flag.Literals(name, ["yes", "no"]).pipe(Flag.withDescription(description), Flag.optional)

const changes = {
  icon: optional("icon", "An icon's identifier, or `none`"),
  editable: yesOrNo("editable", "Whether a contact's value can change once it was created"),
  sensitive: yesOrNo("sensitive", "Whether values stay out of logs, errors and search terms")
}

const listCommand = command(
  "list",
  "List the custom fields of a workspace, oldest first.",
  { status: status("fields") },
  ({ listFields }) => listFields
)

const showCommand = command("show", "Show a custom field with its options.", { named }, ({ showField }) => showField)

const createCommand = command(
  "create",
  "Define a custom field, and print its key.",
  {
    name: argument("name", "What people call the field, 3 to 250 characters"),
    type: Flag.Literals("type", FieldType.literals).pipe(Flag.withDescription("What values the field takes")),
    key: optional("key", "Its key, which never changes; made of the name where it is not given"),
    options: many("option", "An option of a select or multiselect, which needs one"),
    ...changes
  },
  ({ createField }) => createField,
  [
    {
      command: "rollcall fields create Size --type select --option Small --option Large",
      description: "A field that takes one of two options"
    }
  ]
)

const updateCommand = command(
  "update",
  "Change a custom field. What is not given stays, and its key always does.",
  {
    named,
    name: optional("name", "What people call it from now on"),
    type: Flag.Literals("type", FieldType.literals).pipe(
      Flag.withDescription("What values it takes from now on, while no contact has one"),
      Flag.optional
    ),
    added: many("add-option", "One more option; one that is archived is restored"),
    archived: many("archive-option", "An option, by its label: no contact takes it any more"),
    renamed: many("rename-option", 'Another label for an option, as "old=new": contacts keep it'),
    ...changes
  },
  ({ updateField }) => updateField,
  [
    {
      command: 'rollcall fields update size --add-option "Extra large" --rename-option "Small=S"',
      description: "One more option, and another label for one that contacts have"
    }
  ]
)

const archiveCommand = command(
  "archive",
  "Archive a custom field for good: its values are hidden, and its key stays taken.",
  { named },
  ({ archiveField }) => archiveField
)

/** `rollcall fields`: the custom fields of a workspace. The module behind a command is loaded when it runs. */
export const fieldsCommand = Command.make("fields").pipe(
  Command.withDescription("List, define, change and archive the custom fields of contacts."),
  Command.withSubcommands([listCommand, showCommand, createCommand, updateCommand, archiveCommand])
)
