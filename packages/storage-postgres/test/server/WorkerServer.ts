import { type EmbeddedServer, startServer } from "./EmbeddedServer.ts"

let started: Promise<EmbeddedServer> | undefined

/**
 * Returns the URL of a superuser: of the server at `ROLLCALL_TEST_POSTGRES_URL`, or of one that all files of a worker
 * share and that ends with it. A test makes databases of its own there.
 */
export const workerServer = async (): Promise<string> => {
  const given = process.env["ROLLCALL_TEST_POSTGRES_URL"] ?? ""
  if (given !== "") return given
  started ??= startServer()
  return (await started).url
}
