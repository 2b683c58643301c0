import { Flag } from "effect/cli"

/** The flags for the target of a command, a server or a database (`readAddress`). */
export const targetFlags = {
  url: Flag.String("url").pipe(Flag.withDescription("The server to work with (ROLLCALL_URL)"), Flag.optional),
  token: Flag.Redacted("token").pipe(
    Flag.withDescription(
      "A token of that server, or of a workspace of that database; others see it in the list of processes, so rather set ROLLCALL_TOKEN"
    ),
    Flag.optional
  ),
  database: Flag.Redacted("database").pipe(
    Flag.withDescription("The database to work on, instead of a server (ROLLCALL_DATABASE_URL)"),
    Flag.optional
  ),
  workspace: Flag.String("workspace").pipe(
    Flag.withDescription("The workspace of that database, by its name; `default` where none is given"),
    Flag.optional
  )
}

/** The same for a command that takes only a database: a server is accepted here, and refused by `readDatabase`. */
export const databaseFlags = {
  ...targetFlags,
  url: Flag.withHidden(targetFlags.url),
  database: targetFlags.database.pipe(Flag.withDescription("The database to work on (ROLLCALL_DATABASE_URL)"))
}
