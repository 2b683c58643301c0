import { type Part, parts, readSettings, serve, unknownVariables, variables } from "./serve/index.ts"
import { Console, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { broadcastsCommand } from "./broadcasts/BroadcastsCommand.ts"
import { tokensCommand, workspacesCommand } from "./access/AccessCommands.ts"
import { eventsCommand } from "./events/EventsCommand.ts"
import { contactsCommand } from "./contacts/ContactsCommand.ts"
import { commandVariables } from "./targets/Address.ts"
import { oneOf } from "./targets/Flags.ts"
import { healthCommand } from "./health/HealthCommand.ts"
import { fieldsCommand } from "./fields/FieldsCommand.ts"
import { listsCommand } from "./lists/ListsCommand.ts"
import { migrateCommand } from "./migrate/MigrateCommand.ts"
import { optOutsCommand } from "./opt-outs/OptOutsCommand.ts"
import { segmentsCommand } from "./segments/SegmentsCommand.ts"
import { settingsCommand } from "./settings/SettingsCommand.ts"
import { templatesCommand } from "./templates/TemplatesCommand.ts"
import { backupCommand, checkCommand, pruneCommand, restoreCommand } from "./upkeep/UpkeepCommands.ts"
import { webhooksCommand } from "./webhooks/WebhooksCommand.ts"

const warnings = unknownVariables(Object.values({ ...variables, ...commandVariables }).map(({ name }) => name))

const serveEnvironment = Effect.fnUntraced(function* (only?: Part) {
  return yield* serve(yield* readSettings, { only, warnings: yield* warnings })
})

/** Makes a command warn of unknown environment variables before it runs. */
const warning = <Name extends string, Input, ContextInput, E, R>(
  command: Command.Command<Name, Input, ContextInput, E, R>
) =>
  Command.provideEffectDiscard(
    command,
    Effect.flatMap(
      warnings,
      Effect.forEach((line) => Console.error(line))
    )
  )

const only = oneOf("only", parts, "Run one part, while other processes on the same database run the other")

const serveCommand = Command.make("serve", { only }, ({ only }) => serveEnvironment(Option.getOrUndefined(only))).pipe(
  Command.withDescription("Start the server. This is the default command.")
)

/** The command line. `rollcall` without a command starts the server. */
export const rollcall = Command.make("rollcall", {}, () => serveEnvironment()).pipe(
  Command.withDescription(
    "Serve contacts and broadcasts over HTTP. Without a command, starts the server, configured by environment variables."
  ),
  Command.withSubcommands([
    serveCommand,
    warning(contactsCommand),
    warning(fieldsCommand),
    warning(listsCommand),
    warning(segmentsCommand),
    warning(optOutsCommand),
    warning(templatesCommand),
    warning(broadcastsCommand),
    warning(eventsCommand),
    warning(webhooksCommand),
    warning(settingsCommand),
    warning(workspacesCommand),
    warning(tokensCommand),
    warning(migrateCommand),
    warning(checkCommand),
    warning(backupCommand),
    warning(restoreCommand),
    warning(pruneCommand),
    healthCommand
  ])
)
