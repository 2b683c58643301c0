import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { apiOf } from "./Api.ts"
import { seed } from "./Seed.ts"
import { startServer, token } from "./Server.ts"

/** Fills a database through the API once, and returns a function that removes it. */
export default async (): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-console-seed-"))
  const server = await startServer(folder)
  const purpose = process.env["CONSOLE_PICTURES"] === undefined ? "journeys" : "pictures"
  await seed(apiOf(server.url, token), purpose).finally(server.stop)
  process.env["CONSOLE_SEED"] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
