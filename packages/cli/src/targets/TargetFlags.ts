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

/** The same flags for a command that needs a database. It accepts a server too, so that `readDatabase` can refuse it. */
export const databaseFlags = {
  ...targetFlags,
  url: Flag.withHidden(targetFlags.url),
  database: targetFlags.database.pipe(Flag.withDescription("The database to use (ROLLCALL_DATABASE_URL)"))
}
