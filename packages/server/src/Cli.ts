import { Command } from "effect/cli"
import { serve } from "./Serve.ts"

const serveCommand = Command.make("serve", {}, () => serve).pipe(
  Command.withDescription("Start the server. The same as no command at all.")
)

/** The command line: `rollcall`, which starts the server, and room for what comes. */
export const rollcall = Command.make("rollcall", {}, () => serve).pipe(
  Command.withDescription("Contacts and broadcasts over HTTP. Everything is set through the environment."),
  Command.withSubcommands([serveCommand])
)
