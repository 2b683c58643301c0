import {
  AccessTokenStore,
  ContactImports,
  Contacts,
  CurrentContactSettings,
  layerContactErasure,
  layerImportWorker,
  nextId,
  type StorageError,
  Transaction,
  WorkspaceUuid
} from "@rollcall/core"
import { type DatabaseUrl, refuseDatabase, storageLayer, variables } from "@rollcall/server"
import { Context, Effect, Layer, Option } from "effect"
import { PersistedQueue } from "effect/persistence"
import { existsSync } from "node:fs"
import { CommandRefused } from "../CommandRefused.ts"

/** A workspace of a database. Without a name it is `default`, which some commands make when there is none. */
export interface DatabaseAddress {
  readonly url: DatabaseUrl
  readonly workspace: Option.Option<string>
  /** What the URL was given as: a flag or a variable. */
  readonly origin: string
}

/** The workspace that a command works on. */
export class DatabaseWorkspace extends Context.Service<DatabaseWorkspace, WorkspaceUuid>()(
  "@rollcall/cli/target/DatabaseWorkspace"
) {}

/**
 * The services of contacts that commands use, over a database. `workers` runs the workers of imports in this process; then a
 * database and its workspace `default` are made when there are none.
 */
export const layerDatabase = (address: DatabaseAddress, options: { readonly workers: boolean }) => {
  const background = options.workers ? Layer.provide(layerImportWorker, PersistedQueue.layer) : Layer.empty
  return Layer.mergeAll(Contacts.layer, ContactImports.layer, background).pipe(
    Layer.provide(layerContactErasure),
    Layer.provideMerge(layerStore(address, { make: options.workers }))
  )
}

/** The store of a database and a workspace in it. `make` makes a database and its `default` when there are none. */
export const layerStore = (address: DatabaseAddress, { make }: { readonly make: boolean }) =>
  layerWorkspace(address, make).pipe(
    Layer.provideMerge(Layer.unwrap(Effect.as(checkUse(address, make), storageLayer(address.url, address.origin)))),
    Layer.provideMerge(layerSettings)
  )

const layerSettings = Layer.effect(
  CurrentContactSettings,
  Effect.map(variables.uniqueIdentifiers.read, (uniqueIdentifiers) => ({ uniqueIdentifiers }))
)

const checkUse = ({ origin, url }: DatabaseAddress, make: boolean) => {
  const refuse = (why: string) => Effect.fail(new CommandRefused({ message: `${origin}: ${why}` }))
  if (url._tag === "Memory") return refuse("memory: keeps nothing when the command ends")
  return url._tag === "Sqlite" && !make && !existsSync(url.filename)
    ? refuse(`${url.filename}: there is no such file`)
    : Effect.void
}

const layerWorkspace = ({ origin, url, workspace }: DatabaseAddress, make: boolean) =>
  Layer.effect(
    DatabaseWorkspace,
    Effect.gen(function* () {
      const store = yield* AccessTokenStore
      const transaction = yield* Transaction
      const candidate = WorkspaceUuid.make(yield* nextId)
      const name = Option.getOrElse(workspace, () => "default")
      // A name that nobody has is most likely a mistake: the workspace that the store makes then is undone.
      const found = Effect.flatMap(store.ensureWorkspace(name, candidate), ({ uuid }) =>
        uuid === candidate && !(make && Option.isNone(workspace))
          ? Effect.fail(new CommandRefused({ message: `--workspace: there is none called ${JSON.stringify(name)}` }))
          : Effect.succeed(uuid)
      )
      return yield* Effect.catchTag(transaction.run(found), "StorageError", (error: StorageError) =>
        Effect.fail(refuseDatabase(url, error, origin))
      )
    })
  )
