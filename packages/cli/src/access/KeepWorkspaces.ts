import { Workspaces } from "@rollcall/core"
import { Effect, Option } from "effect"
import { NotDone, refusal } from "../CommandRefused.ts"
import { print, type Printed } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import { type AddressFlags, readDatabase, refuseStore } from "../targets/Address.ts"
import { forCommand } from "../targets/CommandTarget.ts"
import { layerLibrary } from "../targets/DatabaseTarget.ts"

const why = "a server can't create or list workspaces"

/** Creates a workspace, and the database if it doesn't exist. */
export const createWorkspace = Effect.fn("KeepWorkspaces.create")(function* (
  { json, name }: Printed & { readonly name: string },
  flags: AddressFlags
) {
  const address = yield* readDatabase(flags, why)
  const workspace = yield* Effect.gen(function* () {
    const workspaces = yield* Workspaces
    if (Option.isSome(yield* workspaces.find(name))) {
      return yield* new NotDone({ message: `workspace ${JSON.stringify(name)} already exists` })
    }
    return yield* workspaces.ensure(name)
  }).pipe(
    Effect.catchTags({
      InvalidInput: ({ message }) => Effect.fail(refusal(message)),
      StorageError: refuseStore(address)
    }),
    Effect.provide(forCommand(layerLibrary(address, true)))
  )
  yield* print(json, workspace, () => `Workspace ${JSON.stringify(workspace.name)} created.`)
})

export const listWorkspaces = Effect.fn("KeepWorkspaces.list")(function* ({ json }: Printed, flags: AddressFlags) {
  const address = yield* readDatabase(flags, why)
  const workspaces = yield* Effect.flatMap(Workspaces, ({ list }) => list).pipe(
    Effect.catchTag("StorageError", refuseStore(address)),
    Effect.provide(forCommand(layerLibrary(address, false)))
  )
  const rows = workspaces.map(({ name, uuid }) => [name, uuid])
  yield* print(json, workspaces, () => table(["Name", "UUID"], rows))
})
