import {
  Workspaces,
  AccessTokens,
  type AccessTokenUuid,
  type InvalidInput,
  Scope,
  type StorageError
} from "@rollcall/core"
import { refuseDatabase } from "@rollcall/server"
import { Console, DateTime, Effect, Option, Redacted } from "effect"
import { CommandRefused, NotDone } from "../CommandRefused.ts"
import { print } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import { type AddressFlags, type DatabaseAddress, readDatabase } from "../targets/Address.ts"
import { forCommand } from "../targets/CommandTarget.ts"
import { DatabaseCaller, layerDatabase, layerLibrary } from "../targets/DatabaseTarget.ts"
import { readLiterals } from "../targets/LiteralList.ts"
import { readExpiry } from "./Expiry.ts"
import { tokenJson, tokenTable } from "./TokenTable.ts"

const why = "a server has no interface to workspaces and tokens"

/** What a token is made with. */
export interface TokenInput {
  readonly scopes: Option.Option<string>
  readonly expires: Option.Option<string>
  readonly json: boolean
}

/** Makes a workspace, and the database if there is none. */
export const createWorkspace = Effect.fn("KeepTokens.createWorkspace")(function* (
  name: string,
  json: boolean,
  flags: AddressFlags
) {
  const address = yield* readDatabase(flags, why)
  const workspace = yield* Effect.gen(function* () {
    const workspaces = yield* Workspaces
    if (Option.isSome(yield* workspaces.find(name))) {
      return yield* new NotDone({ message: `there is a workspace ${JSON.stringify(name)} already` })
    }
    return yield* workspaces.ensure(name)
  }).pipe(
    Effect.catchTags({
      InvalidInput: ({ message }) => Effect.fail(new CommandRefused({ message })),
      StorageError: refuseStore(address)
    }),
    Effect.provide(forCommand(layerLibrary(address, true)))
  )
  yield* print(json, workspace, () => `Workspace ${JSON.stringify(workspace.name)} created.`)
})

/** Prints the workspaces of a database, as a table or as JSON. */
export const listWorkspaces = Effect.fn("KeepTokens.listWorkspaces")(function* (json: boolean, flags: AddressFlags) {
  const address = yield* readDatabase(flags, why)
  const workspaces = yield* Effect.flatMap(Workspaces, ({ list }) => list).pipe(
    Effect.catchTag("StorageError", refuseStore(address)),
    Effect.provide(forCommand(layerLibrary(address, false)))
  )
  const rows = workspaces.map(({ name, uuid }) => [name, uuid])
  yield* print(json, workspaces, () =>
    table(
      [
        { title: "Name", align: "left" },
        { title: "UUID", align: "left" }
      ],
      rows
    )
  )
})

/** Makes a token and prints it, this once: alone on standard output, or in JSON. */
export const createToken = Effect.fn("KeepTokens.create")(function* (
  { expires, json, scopes }: TokenInput,
  flags: AddressFlags
) {
  const address = yield* readDatabase(flags, why)
  const expiresAt = yield* readExpiry(expires)
  const options = { expiresAt, scopes: yield* readLiterals("--scopes", Scope.literals, scopes) }
  const { record, token } = yield* inWorkspace(address, { make: true }, (tokens, workspace) =>
    tokens.create(workspace, options)
  )
  if (json) {
    return yield* Console.log(
      JSON.stringify({ token: Redacted.value(token), ...tokenJson(record, yield* DateTime.now) })
    )
  }
  yield* Console.log(Redacted.value(token))
  yield* Console.error(`Token ${record.uuid} is shown this once and stored only as a hash: keep it now.`)
})

/** Prints the tokens of a workspace, as a table or as JSON. */
export const listTokens = Effect.fn("KeepTokens.list")(function* (json: boolean, flags: AddressFlags) {
  const address = yield* readDatabase(flags, why)
  const kept = yield* inWorkspace(address, { make: false }, (tokens, workspace) => tokens.list(workspace))
  const now = yield* DateTime.now
  const listed = kept.map((token) => tokenJson(token, now))
  yield* print(json, listed, () => tokenTable(kept, now))
})

/** Revokes a token. */
export const revokeToken = Effect.fn("KeepTokens.revoke")(function* (
  uuid: AccessTokenUuid,
  json: boolean,
  flags: AddressFlags
) {
  const address = yield* readDatabase(flags, why)
  const revoked = yield* inWorkspace(address, { make: false }, (tokens, workspace) => tokens.revoke(workspace, uuid))
  if (!revoked) return yield* new NotDone({ message: `this workspace has no token ${uuid}` })
  yield* print(json, { uuid, status: "revoked" }, () => `Token ${uuid} is revoked.`)
})

const inWorkspace = <A>(
  address: DatabaseAddress,
  options: { readonly make: boolean },
  use: (
    tokens: AccessTokens["Service"],
    workspace: DatabaseCaller["Service"]["workspace"]
  ) => Effect.Effect<A, InvalidInput | StorageError>
) =>
  Effect.gen(function* () {
    return yield* use(yield* AccessTokens, (yield* DatabaseCaller).workspace)
  }).pipe(
    Effect.catchTags({
      InvalidInput: ({ message }) => Effect.fail(new CommandRefused({ message })),
      StorageError: refuseStore(address)
    }),
    Effect.provide(forCommand(layerDatabase(address, options)))
  )

const refuseStore =
  ({ origin, url }: DatabaseAddress) =>
  (error: StorageError) =>
    Effect.fail(new CommandRefused({ message: refuseDatabase(url, error, origin).message }))
