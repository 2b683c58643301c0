import { readSettings, serve } from "@rollcall/server"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { broadcastsCommand } from "./broadcasts/BroadcastsCommand.ts"
import { tokensCommand, workspacesCommand } from "./access/AccessCommands.ts"
import { contactsCommand } from "./contacts/ContactsCommand.ts"
import { migrateCommand } from "./migrate/MigrateCommand.ts"
import { templatesCommand } from "./templates/TemplatesCommand.ts"

/** Runs the server with the settings of the environment. */
const serveEnvironment = Effect.flatMap(readSettings, serve)

const serveCommand = Command.make("serve", {}, () => serveEnvironment).pipe(
  Command.withDescription("Start the server. The same as no command at all.")
)

/** The command line: `rollcall` alone starts the server, its subcommands do the rest. */
export const rollcall = Command.make("rollcall", {}, () => serveEnvironment).pipe(
  Command.withDescription(
    "Contacts and broadcasts over HTTP. Without a command it starts the server, which is set through the environment."
  ),
  Command.withSubcommands([
    serveCommand,
    contactsCommand,
    templatesCommand,
    broadcastsCommand,
    workspacesCommand,
    tokensCommand,
    migrateCommand
  ])
)
