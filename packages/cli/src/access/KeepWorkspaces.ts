import { Workspaces, type StorageError } from "@rollcall/core"
import { refuseDatabase } from "../serve/index.ts"
import { Effect, Option } from "effect"
import { CommandRefused, NotDone } from "../CommandRefused.ts"
import { print } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import { type AddressFlags, type DatabaseAddress, readDatabase } from "../targets/Address.ts"
import { forCommand } from "../targets/CommandTarget.ts"
import { layerLibrary } from "../targets/DatabaseTarget.ts"

const why = "a server has no interface to workspaces"

/** Makes a workspace, and the database if there is none. */
export const createWorkspace = Effect.fn("KeepWorkspaces.create")(function* (
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
export const listWorkspaces = Effect.fn("KeepWorkspaces.list")(function* (json: boolean, flags: AddressFlags) {
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

const refuseStore =
  ({ origin, url }: DatabaseAddress) =>
  (error: StorageError) =>
    Effect.fail(new CommandRefused({ message: refuseDatabase(url, error, origin).message }))
