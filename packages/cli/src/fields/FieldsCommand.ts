import { FieldType } from "@rollcall/core/people"
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { jsonFlag } from "../screen/Output.ts"
import { targetFlags } from "../targets/TargetFlags.ts"

const keeping = Effect.promise(() => import("./KeepFields.ts"))

const named = Argument.String("field").pipe(Argument.withDescription("The field, by its key or its UUID"))

const optional = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const many = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(`${description}; may be repeated`), Flag.atLeast(0))

const yesOrNo = (name: string, description: string) =>
  Flag.Literals(name, ["yes", "no"]).pipe(Flag.withDescription(description), Flag.optional)

const changes = {
  icon: optional("icon", "An icon's identifier, or `none`"),
  editable: yesOrNo("editable", "Whether a contact's value can change once it was created"),
  sensitive: yesOrNo("sensitive", "Whether values stay out of logs, errors and search terms")
}

const listCommand = Command.make(
  "list",
  {
    status: Flag.Literals("status", ["active", "archived"]).pipe(
      Flag.withDescription("Active fields or archived ones"),
      Flag.withDefault("active")
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ json, status, ...flags }) {
    const { listFields } = yield* keeping
    return yield* listFields(status, json, flags)
  })
).pipe(Command.withDescription("List the custom fields of a workspace, oldest first."))

const showCommand = Command.make(
  "show",
  { named, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, named, ...flags }) {
    const { showField } = yield* keeping
    return yield* showField(named, json, flags)
  })
).pipe(Command.withDescription("Show a custom field with its options."))

const createCommand = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(Argument.withDescription("What people call the field, 3 to 250 characters")),
    type: Flag.Literals("type", FieldType.literals).pipe(Flag.withDescription("What values the field takes")),
    key: optional("key", "Its key, which never changes; made of the name where it is not given"),
    options: many("option", "An option of a select or multiselect, which needs one"),
    ...changes,
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ database, json, token, url, workspace, ...input }) {
    const { createField } = yield* keeping
    return yield* createField(input, json, { database, token, url, workspace })
  })
).pipe(
  Command.withDescription("Define a custom field, and print its key."),
  Command.withExamples([
    {
      command: "rollcall fields create Size --type select --option Small --option Large",
      description: "A field that takes one of two options"
    }
  ])
)

const updateCommand = Command.make(
  "update",
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
    ...changes,
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ database, json, named, token, url, workspace, ...input }) {
    const { updateField } = yield* keeping
    return yield* updateField(named, input, json, { database, token, url, workspace })
  })
).pipe(
  Command.withDescription("Change a custom field. What is not given stays, and its key always does."),
  Command.withExamples([
    {
      command: 'rollcall fields update size --add-option "Extra large" --rename-option "Small=S"',
      description: "One more option, and another label for one that contacts have"
    }
  ])
)

const archiveCommand = Command.make(
  "archive",
  { named, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, named, ...flags }) {
    const { archiveField } = yield* keeping
    return yield* archiveField(named, json, flags)
  })
).pipe(Command.withDescription("Archive a custom field for good: its values are hidden, and its key stays taken."))

/** `rollcall fields`: the custom fields of a workspace. The module behind a command is loaded when it runs. */
export const fieldsCommand = Command.make("fields").pipe(
  Command.withDescription("List, define, change and archive the custom fields of contacts."),
  Command.withSubcommands([listCommand, showCommand, createCommand, updateCommand, archiveCommand])
)
