import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { jsonFlag } from "../screen/Output.ts"
import { databaseFlags, targetFlags } from "../targets/TargetFlags.ts"

const keeping = Effect.promise(() => import("./KeepTemplates.ts"))

const addCommand = Command.make(
  "add",
  {
    file: Argument.String("file").pipe(Argument.withDescription("A JSON file with a list of templates")),
    json: jsonFlag,
    ...databaseFlags
  },
  Effect.fnUntraced(function* ({ file, json, ...flags }) {
    const { addTemplates } = yield* keeping
    return yield* addTemplates(file, json, flags)
  })
).pipe(
  Command.withDescription(
    "Add the templates of a file, each in the place of the one with its name and locale: all of them, or none."
  )
)

const listCommand = Command.make(
  "list",
  {
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Print them as a file that `add` takes, instead of a table"),
      Flag.withDefault(false)
    ),
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ json, ...flags }) {
    const { listTemplates } = yield* Effect.promise(() => import("./ListTemplates.ts"))
    return yield* listTemplates(json, flags)
  })
).pipe(
  Command.withDescription(
    "List the templates that broadcasts may name, by name and locale: those of the channels, of ROLLCALL_TEMPLATES, and those that the workspace keeps."
  )
)

const removeCommand = Command.make(
  "remove",
  {
    name: Argument.String("name").pipe(Argument.withDescription("The name of the template, exactly as it is listed")),
    locale: Argument.String("locale").pipe(Argument.withDescription("Its locale, exactly as it is listed")),
    json: jsonFlag,
    ...databaseFlags
  },
  Effect.fnUntraced(function* ({ json, locale, name, ...flags }) {
    const { removeTemplate } = yield* keeping
    return yield* removeTemplate({ name, locale }, json, flags)
  })
).pipe(Command.withDescription("Remove a template. Broadcasts that were accepted with it go on."))

/** `rollcall templates`: the templates that a workspace can send, and those that it keeps itself. */
export const templatesCommand = Command.make("templates").pipe(
  Command.withDescription(
    "List the message templates that can be sent, and manage those that a workspace of a database keeps."
  ),
  Command.withSubcommands([addCommand, listCommand, removeCommand])
)
