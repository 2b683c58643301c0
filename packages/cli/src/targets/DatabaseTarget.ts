import { layerMemory as simulator } from "@rollcall/channel-simulator"
import {
  AccessTokens,
  ActorUuid,
  type Caller,
  ContactSettings,
  ImportSettings,
  Rollcall,
  Workspaces
} from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { TemplateCatalog } from "@rollcall/core/channel"
import { layerContactJobWorker, layerContactSets, layerImportWorker } from "@rollcall/core/people"
import { PrivateAddressHint, WebhookSettings } from "@rollcall/core/events"
import * as http from "@rollcall/http"
import { catalogLayer, databaseName, readSettings, refuseDatabase, storageLayer, variables } from "../serve/index.ts"
import { layer as phoneNumbers } from "@rollcall/phone-numbers"
import { Context, Duration, Effect, Layer, Option } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "@rollcall/api"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { existsSync } from "node:fs"
import { refusal } from "../CommandRefused.ts"
import type { DatabaseAddress } from "./Address.ts"
import { Target } from "./Target.ts"

/** The caller that commands of this process use on a database. */
export class DatabaseCaller extends Context.Service<DatabaseCaller, Caller>()("@rollcall/cli/target/DatabaseCaller") {}

export interface DatabaseOptions {
  readonly make?: boolean
  readonly imports?: boolean
  readonly jobs?: boolean
  readonly templates?: boolean
}

/**
 * Makes a workspace of a database the target, with the services of the library. `make` creates a missing database and its
 * workspace `default`. `imports` applies imported rows in this process, and `jobs` runs jobs on contacts.
 */
export const layerDatabase = (
  address: DatabaseAddress,
  { jobs = false, imports = false, make = false, templates = false }: DatabaseOptions = {}
) =>
  Layer.mergeAll(
    layerInProcess(`${address.origin}: ${databaseName(address.url)}`),
    imports ? importWorker : Layer.empty,
    jobs ? jobWorker : Layer.empty
  ).pipe(
    Layer.provideMerge(layerCaller(address, make)),
    Layer.provideMerge(layerLibrary(address, make && Option.isNone(address.token), templates))
  )

/** Makes the services of the library on a database. `make` creates a missing database. */
export const layerLibrary = (address: DatabaseAddress, make: boolean, templates = false) =>
  (templates ? layerServicesWith(layerCatalog) : layerServices).pipe(
    Layer.provideMerge(
      Layer.unwrap(Effect.as(checkUse(address, make), storageLayer(address.url, address.schema, address)))
    ),
    Layer.provideMerge(layerSettings)
  )

/** The templates that a server with the same environment has. */
const layerCatalog = Layer.unwrap(Effect.map(readSettings, catalogLayer))

/** Commands send no broadcasts, so they use the simulator as channel. Few commands need the templates. */
const layerServicesWith = <E, R>(catalog: Layer.Layer<TemplateCatalog, E, R>) =>
  Rollcall.layer.pipe(Layer.provide(catalog), Layer.provide(simulator()))

/** The services of the library without templates. */
export const layerServices = layerServicesWith(TemplateCatalog.layerOf([]))

const jobWorker = Layer.provide(layerContactJobWorker, layerContactSets)

/** The process waits for its imports, so the worker looks for them often. */
const importWorker = Layer.provide(layerImportWorker, [
  PersistedQueue.layer,
  Layer.succeed(ImportSettings, { ...ImportSettings.defaultValue(), sweepEvery: Duration.millis(50) })
])

/** Makes a target that calls the API in this process without a network, for one caller with every scope. */
export const layerInProcess = (name: string) =>
  Layer.effect(
    Target,
    Effect.gen(function* () {
      const caller = yield* DatabaseCaller
      const handle = yield* http.makeWebHandler({ authorize: () => Effect.succeed(caller), docs: false })
      const fetch: typeof globalThis.fetch = (input, init) => handle(new Request(input, init))
      const client = yield* HttpApiClient.make(Api, {
        baseUrl: "http://rollcall.localhost",
        transformClient: HttpClient.transformResponse(Effect.provideService(FetchHttpClient.Fetch, fetch))
      })
      return {
        name,
        client,
        continuation: "The next import into this database, or a server on it, continues with the rows that were sent."
      }
    })
  ).pipe(Layer.provide(FetchHttpClient.layer))

const layerSettings = Layer.mergeAll(
  Layer.unwrap(Effect.map(variables.country.read, (country) => phoneNumbers({ country }))),
  Layer.effect(
    ContactSettings,
    Effect.map(variables.uniqueIdentifiers.read, (uniqueIdentifiers) => ({ uniqueIdentifiers }))
  ),
  Layer.succeed(PrivateAddressHint, `${variables.webhookPrivateAddresses.name} is true for the command and the server`),
  Layer.effect(
    WebhookSettings,
    Effect.map(variables.webhookPrivateAddresses.read, (allowPrivateAddresses) => ({
      ...WebhookSettings.defaultValue(),
      allowPrivateAddresses
    }))
  )
)

const checkUse = ({ origin, url }: Pick<DatabaseAddress, "origin" | "url">, make: boolean) => {
  if (url._tag === "Memory")
    return refusal(`${origin}: memory: loses all data when the command ends. Give a SQLite or Postgres database`)
  return url._tag === "Sqlite" && !make && !existsSync(url.filename)
    ? refusal(`${origin}: ${url.filename}: no such file`)
    : Effect.void
}

const layerCaller = ({ token, workspace, ...address }: DatabaseAddress, make: boolean) =>
  Layer.effect(
    DatabaseCaller,
    Effect.gen(function* () {
      const tokens = yield* AccessTokens
      const workspaces = yield* Workspaces
      if (Option.isSome(token)) {
        const record = Option.getOrUndefined(yield* tokens.verify(token.value.value))
        return record === undefined
          ? yield* refusal(
              `${token.value.origin}: the database rejected this token. Give another, or use --workspace NAME without a token`
            )
          : { workspace: record.workspaceUuid, actor: record.actorUuid }
      }
      const name = Option.getOrElse(workspace, () => "default")
      const found = yield* workspaces.find(name)
      // An unknown name is probably a mistake.
      if (Option.isNone(found) && !(make && Option.isNone(workspace))) {
        return yield* refusal(`--workspace: no workspace is called ${JSON.stringify(name)}`)
      }
      const { uuid } = Option.isSome(found) ? found.value : yield* workspaces.ensure(name)
      return { workspace: uuid, actor: ActorUuid.make(yield* nextId) }
    }).pipe(
      Effect.catchTags({
        StorageError: (error) => Effect.fail(refuseDatabase(address.url, error, address.origin)),
        InvalidInput: ({ message }) => Effect.fail(refusal(`--workspace: ${message}`))
      })
    )
  )
