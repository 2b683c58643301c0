import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { TestProject } from "vitest/node"
import { dropShared } from "./Databases.ts"
import { startServer } from "./EmbeddedServer.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** A superuser's URL of the server that the tests of this run share. */
    readonly postgresUrl: string
    /** How the names of the databases begin that files of this run share. */
    readonly sharedDatabases: string
  }
}

/** The server at `ROLLCALL_TEST_POSTGRES_URL`, or one of this run's own, which goes when the run ends. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const prefix = `rollcall_shared_${randomUUID().slice(0, 8)}_`
  provide("sharedDatabases", prefix)
  const given = process.env["ROLLCALL_TEST_POSTGRES_URL"]
  if (given !== undefined && given !== "") {
    provide("postgresUrl", given)
    return () => Effect.runPromise(dropShared(given, prefix))
  }
  const server = await startServer()
  provide("postgresUrl", server.url)
  return server.stop
}
