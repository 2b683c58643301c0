import { Command } from "effect/cli"
import { broadcastsCommand } from "./broadcasts/BroadcastsCommand.ts"
import { contactsCommand } from "./contacts/ContactsCommand.ts"
import { serve } from "./Serve.ts"
import { templatesCommand } from "./templates/TemplatesCommand.ts"

const serveCommand = Command.make("serve", {}, () => serve).pipe(
  Command.withDescription("Start the server. The same as no command at all.")
)

/** The command line: `rollcall` alone starts the server, its subcommands do the rest. */
export const rollcall = Command.make("rollcall", {}, () => serve).pipe(
  Command.withDescription(
    "Contacts and broadcasts over HTTP. Without a command it starts the server, which is set through the environment."
  ),
  Command.withSubcommands([serveCommand, contactsCommand, templatesCommand, broadcastsCommand])
)
