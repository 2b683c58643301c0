import { AccessTokenUuid } from "@rollcall/core"
import { scopeMeanings } from "@rollcall/core/operations"
import { Argument, Command } from "effect/cli"
import { argument, optional } from "../targets/Flags.ts"
import { databaseCommands, targetCommands } from "../targets/TargetCommand.ts"

const workspaceCommand = databaseCommands(() => import("./KeepWorkspaces.ts"))

export const workspacesCommand = Command.make("workspaces").pipe(
  Command.withDescription("Create and list the workspaces of a database."),
  Command.withSubcommands([
    workspaceCommand(
      "create",
      "Create a workspace, and the database if it doesn't exist.",
      { name: argument("name", "The name of the workspace, 1 to 255 characters") },
      ({ createWorkspace }) => createWorkspace
    ),
    workspaceCommand("list", "List the workspaces of a database.", {}, ({ listWorkspaces }) => listWorkspaces)
  ])
)

const tokenCommand = targetCommands(() => import("./KeepTokens.ts"))

const scopeSentences = Object.entries(scopeMeanings)
  .map(([scope, meaning]) => `${scope}: ${meaning}.`)
  .join(" ")

export const tokensCommand = Command.make("tokens").pipe(
  Command.withDescription("Create, list and revoke the tokens of a workspace."),
  Command.withSubcommands([
    tokenCommand(
      "create",
      "Create a token for a workspace and print it once. On a server, the token can't have more scopes than yours.",
      {
        name: argument("name", "The purpose of the token, 1 to 255 characters").pipe(
          Argument.withDefault("made on the command line")
        ),
        scopes: optional(
          "scopes",
          `The scopes of the token, separated by commas. The default is all scopes of the token you use. ${scopeSentences}`
        ),
        expires: optional(
          "expires",
          "When the token expires: a duration such as `90 days`, or a date. The default is the expiry of the token you use, or never"
        )
      },
      ({ createToken }) => createToken
    ),
    tokenCommand(
      "list",
      "List the tokens of a workspace, including revoked and expired tokens.",
      {},
      ({ listTokens }) => listTokens
    ),
    tokenCommand(
      "revoke",
      "Revoke a token now. You can't undo this.",
      { uuid: argument("uuid", "The UUID of the token").pipe(Argument.withSchema(AccessTokenUuid)) },
      ({ revokeToken }) => revokeToken
    )
  ])
)
