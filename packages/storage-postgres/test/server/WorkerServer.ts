import { Effect, Layer, type Redacted } from "effect"
import { layer } from "../../src/index.ts"
import { copiedDatabase, sharedDatabase } from "./Databases.ts"
import { quickParent } from "@rollcall/testing/quick-folder"
import { type EmbeddedServer, quickSettings, startServer } from "./EmbeddedServer.ts"

let started: Promise<EmbeddedServer> | undefined

/**
 * Returns the URL of a superuser of a server that all files of a worker share, and that ends with it. A test makes
 * databases of its own there. It is never the server of `ROLLCALL_TEST_POSTGRES_URL`: a reader of events waits for the
 * transactions of a whole server, and no other test may hold one open.
 */
export const workerServer = async (): Promise<string> => {
  started ??= startServer(quickSettings, "", quickParent)
  return (await started).url
}

const migrate = (url: Redacted.Redacted) => Effect.scoped(Effect.asVoid(Layer.build(layer({ url }))))

/** Creates a database there with all migrations, and drops it when the scope ends. Only the first one runs them. */
export const migratedDatabase = Effect.gen(function* () {
  const server = yield* Effect.promise(workerServer)
  return yield* copiedDatabase(server, yield* sharedDatabase(server, "rollcall_migrated", migrate))
})
