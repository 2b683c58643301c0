import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { apiOf } from "./Api.ts"
import { type Purpose, seed } from "./Seed.ts"
import { type Server, startServer, token } from "./Server.ts"

/** A filled database, from which each server has a copy of its own. */
export interface Seeded {
  /** Starts a server on a copy, and removes both when the use ends. */
  readonly use: Use
  /** Starts a server on a database that has nothing. */
  readonly useEmpty: Use
  readonly remove: () => void
}

type Use = <A>(use: (server: Server) => Promise<A>, variables?: Readonly<Record<string, string>>) => Promise<A>

/** Fills a database by the API, once. */
export const makeSeeded = async (purpose: Purpose = "journeys"): Promise<Seeded> => {
  const root = mkdtempSync(join(tmpdir(), "rollcall-console-"))
  const first = mkdtempSync(join(root, "seed-"))
  const server = await startServer(first)
  try {
    await seed(apiOf(server.url, token), purpose)
  } finally {
    await server.stop()
  }
  const using =
    (fill: (folder: string) => void): Use =>
    async (use, variables) => {
      const folder = mkdtempSync(join(root, "copy-"))
      fill(folder)
      const copy = await startServer(folder, variables)
      try {
        return await use(copy)
      } finally {
        await copy.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    }
  return {
    use: using((folder) => cpSync(first, folder, { recursive: true })),
    useEmpty: using(() => {}),
    remove: () => rmSync(root, { recursive: true, force: true })
  }
}
