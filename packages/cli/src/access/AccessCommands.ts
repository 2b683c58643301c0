import { AccessTokenUuid } from "@rollcall/core"
import { scopeMeanings } from "@rollcall/core/operations"
import { Argument, Command } from "effect/cli"
import { argument, optional } from "../targets/Flags.ts"
import { databaseCommands, targetCommands } from "../targets/TargetCommand.ts"

const workspaceCommand = databaseCommands(() => import("./KeepWorkspaces.ts"))

const createWorkspaceCommand = workspaceCommand(
  "create",
  "Make a workspace, and the database if there is none.",
  { name: argument("name", "Its name, 1 to 255 characters") },
  ({ createWorkspace }) => createWorkspace
)

const listWorkspacesCommand = workspaceCommand(
  "list",
  "List the workspaces of a database.",
  {},
  ({ listWorkspaces }) => listWorkspaces
)

/** `rollcall workspaces`: the tenants of a database. */
export const workspacesCommand = Command.make("workspaces").pipe(
  Command.withDescription("Make and list the workspaces of a database."),
  Command.withSubcommands([createWorkspaceCommand, listWorkspacesCommand])
)

const tokenCommand = targetCommands(() => import("./KeepTokens.ts"))

/** What each scope opens. */
const scopeSentences = Object.entries(scopeMeanings)
  .map(([scope, meaning]) => `${scope}: ${meaning}.`)
  .join(" ")

const createTokenCommand = tokenCommand(
  "create",
  "Make a token for a workspace, and print it this once. A server makes none that is stronger than yours.",
  {
    name: argument("name", "What it is for, 1 to 255 characters").pipe(
      Argument.withDefault("made on the command line")
    ),
    scopes: optional(
      "scopes",
      `What it allows, with commas between; where none is given, all that the token of the command allows. ${scopeSentences}`
    ),
    expires: optional(
      "expires",
      "When it expires: a time such as `90 days`, or a date; where it is not given, with the token of the command, or never"
    )
  },
  ({ createToken }) => createToken
)

const listTokensCommand = tokenCommand(
  "list",
  "List the tokens of a workspace, revoked and expired ones too.",
  {},
  ({ listTokens }) => listTokens
)

const revokeTokenCommand = tokenCommand(
  "revoke",
  "Revoke a token, from now on and for good.",
  { uuid: argument("uuid", "The UUID of the token, as it is listed").pipe(Argument.withSchema(AccessTokenUuid)) },
  ({ revokeToken }) => revokeToken
)

/** `rollcall tokens`: what opens a workspace. */
export const tokensCommand = Command.make("tokens").pipe(
  Command.withDescription("Make, list and revoke the tokens of a workspace."),
  Command.withSubcommands([createTokenCommand, listTokensCommand, revokeTokenCommand])
)
