import { FieldType } from "@rollcall/core/people"
import { Command, Flag } from "effect/cli"
import { argument, many, oneOf, optional, status } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"

const command = targetCommands(() => import("./KeepFields.ts"))

const named = argument("field", "The field, by its key or its UUID")

const yesOrNo = (name: string, description: string) => oneOf(name, ["yes", "no"], description)

const changes = {
  icon: optional("icon", "An icon's identifier, or `none`"),
  editable: yesOrNo("editable", "Whether the value can change after the contact is created"),
  sensitive: yesOrNo("sensitive", "Whether values stay out of logs, errors and search terms")
}

export const fieldsCommand = Command.make("fields").pipe(
  Command.withDescription("List, create, change, archive and restore the custom fields of contacts."),
  Command.withSubcommands([
    command(
      "list",
      "List the custom fields of a workspace, oldest first.",
      { status: status("fields") },
      ({ listFields }) => listFields
    ),
    command("show", "Show a custom field with its options.", { named }, ({ showField }) => showField),
    command(
      "create",
      "Define a custom field, and print its key.",
      {
        name: argument("name", "The name of the field, 3 to 250 characters"),
        type: Flag.Literals("type", FieldType.literals).pipe(Flag.withDescription("The type of the field")),
        key: optional("key", "The key, which never changes. The default is derived from the name"),
        options: many("option", "An option of a select or multiselect field, which needs at least one"),
        ...changes
      },
      ({ createField }) => createField,
      [
        {
          command: "rollcall fields create Size --type select --option Small --option Large",
          description: "Create a field with two options"
        }
      ]
    ),
    command(
      "update",
      "Change a custom field. Options that you don't give stay the same. The key can't change.",
      {
        named,
        name: optional("name", "The new name"),
        type: oneOf("type", FieldType.literals, "The new type, if no contact has a value"),
        added: many("add-option", "An option to add. An archived option is restored"),
        archived: many("archive-option", "An option to archive, by its label. No contact can choose it afterwards"),
        renamed: many("rename-option", 'A new label for an option, as "old=new". Contacts keep the option'),
        ...changes
      },
      ({ updateField }) => updateField,
      [
        {
          command: 'rollcall fields update size --add-option "Extra large" --rename-option "Small=S"',
          description: "Add an option and rename another"
        }
      ]
    ),
    command(
      "archive",
      "Archive a custom field. Its values are hidden and its key can't be reused. You can restore it.",
      { named },
      ({ archiveField }) => archiveField
    ),
    command(
      "unarchive",
      "Restore an archived custom field with its values.",
      { named },
      ({ unarchiveField }) => unarchiveField
    )
  ])
)
