import { Flag } from "effect/cli"

/** The flags for the target of a command, a server or a database (`readAddress`). */
export const targetFlags = {
  url: Flag.String("url").pipe(Flag.withDescription("The server to use (ROLLCALL_URL)"), Flag.optional),
  token: Flag.Redacted("token").pipe(
    Flag.withDescription(
      "A token of the server or of a workspace of the database. Prefer ROLLCALL_TOKEN, because other users can see arguments in the process list"
    ),
    Flag.optional
  ),
  database: Flag.Redacted("database").pipe(
    Flag.withDescription("The database to use instead of a server (ROLLCALL_DATABASE_URL)"),
    Flag.optional
  ),
  workspace: Flag.String("workspace").pipe(
    Flag.withDescription("The name of the workspace in the database. The default is `default`"),
    Flag.optional
  )
}

/** The same for a command that takes only a database: a server is accepted here, and refused by `readDatabase`. */
export const databaseFlags = {
  ...targetFlags,
  url: Flag.withHidden(targetFlags.url),
  database: targetFlags.database.pipe(Flag.withDescription("The database to use (ROLLCALL_DATABASE_URL)"))
}
