import type { TestProject } from "vitest/node"
import { startServer } from "./EmbeddedServer.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** A superuser's URL of the server that the tests of this run share. */
    readonly postgresUrl: string
  }
}

/** The server at `ROLLCALL_TEST_POSTGRES_URL`, or one of this run's own, which goes when the run ends. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const given = process.env["ROLLCALL_TEST_POSTGRES_URL"]
  if (given !== undefined && given !== "") {
    provide("postgresUrl", given)
    return async () => {}
  }
  const server = await startServer()
  provide("postgresUrl", server.url)
  return server.stop
}
