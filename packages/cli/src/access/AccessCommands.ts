import { AccessTokenUuid } from "@rollcall/core"
import { scopeMeanings } from "@rollcall/core/operations"
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { jsonFlag } from "../screen/Output.ts"
import { databaseFlags, targetFlags } from "../targets/TargetFlags.ts"

const keepingWorkspaces = Effect.promise(() => import("./KeepWorkspaces.ts"))

const keeping = Effect.promise(() => import("./KeepTokens.ts"))

const createWorkspaceCommand = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(Argument.withDescription("Its name, 1 to 255 characters")),
    json: jsonFlag,
    ...databaseFlags
  },
  Effect.fnUntraced(function* ({ json, name, ...flags }) {
    const { createWorkspace } = yield* keepingWorkspaces
    return yield* createWorkspace(name, json, flags)
  })
).pipe(Command.withDescription("Make a workspace, and the database if there is none."))

const listWorkspacesCommand = Command.make(
  "list",
  { json: jsonFlag, ...databaseFlags },
  Effect.fnUntraced(function* ({ json, ...flags }) {
    const { listWorkspaces } = yield* keepingWorkspaces
    return yield* listWorkspaces(json, flags)
  })
).pipe(Command.withDescription("List the workspaces of a database."))

/** `rollcall workspaces`: the tenants of a database. */
export const workspacesCommand = Command.make("workspaces").pipe(
  Command.withDescription("Make and list the workspaces of a database."),
  Command.withSubcommands([createWorkspaceCommand, listWorkspacesCommand])
)

/** What each scope opens. */
const scopeSentences = Object.entries(scopeMeanings)
  .map(([scope, meaning]) => `${scope}: ${meaning}.`)
  .join(" ")

const createTokenCommand = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(
      Argument.withDescription("What it is for, 1 to 255 characters"),
      Argument.withDefault("made on the command line")
    ),
    scopes: Flag.String("scopes").pipe(
      Flag.withDescription(
        `What it allows, with commas between; where none is given, all that the token of the command allows. ${scopeSentences}`
      ),
      Flag.optional
    ),
    expires: Flag.String("expires").pipe(
      Flag.withDescription(
        "When it expires: a time such as `90 days`, or a date; where it is not given, with the token of the command, or never"
      ),
      Flag.optional
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ database, token, url, workspace, ...input }) {
    const { createToken } = yield* keeping
    return yield* createToken(input, { database, token, url, workspace })
  })
).pipe(
  Command.withDescription(
    "Make a token for a workspace, and print it this once. A server makes none that is stronger than yours."
  )
)

const listTokensCommand = Command.make(
  "list",
  { json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, ...flags }) {
    const { listTokens } = yield* keeping
    return yield* listTokens(json, flags)
  })
).pipe(Command.withDescription("List the tokens of a workspace, revoked and expired ones too."))

const revokeTokenCommand = Command.make(
  "revoke",
  {
    uuid: Argument.String("uuid").pipe(
      Argument.withDescription("The UUID of the token, as it is listed"),
      Argument.withSchema(AccessTokenUuid)
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ json, uuid, ...flags }) {
    const { revokeToken } = yield* keeping
    return yield* revokeToken(uuid, json, flags)
  })
).pipe(Command.withDescription("Revoke a token, from now on and for good."))

/** `rollcall tokens`: what opens a workspace. */
export const tokensCommand = Command.make("tokens").pipe(
  Command.withDescription("Make, list and revoke the tokens of a workspace."),
  Command.withSubcommands([createTokenCommand, listTokensCommand, revokeTokenCommand])
)
