import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { TestProject } from "vitest/node"
import { dropShared } from "./Databases.ts"
import { quickParent } from "@rollcall/testing/quick-folder"
import { quickSettings, startServer } from "./EmbeddedServer.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a superuser of the server for the tests of this run. */
    readonly postgresUrl: string
    /** The prefix of the names of databases that several files of this run copy. */
    readonly sharedDatabases: string
  }
}

/** Provides the server at `ROLLCALL_TEST_POSTGRES_URL`, or starts one and stops it when the run ends. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const prefix = `rollcall_shared_${randomUUID().slice(0, 8)}_`
  provide("sharedDatabases", prefix)
  const given = process.env["ROLLCALL_TEST_POSTGRES_URL"]
  if (given !== undefined && given !== "") {
    provide("postgresUrl", given)
    return () => Effect.runPromise(dropShared(given, prefix))
  }
  const server = await startServer(quickSettings, "", quickParent)
  provide("postgresUrl", server.url)
  return server.stop
}
