import { statSync } from "node:fs"
import { join } from "node:path"
import { countContacts, startLoad } from "../Load.ts"
import { require, type Step } from "../Step.ts"

/**
 * Replaces the server with one on SQLite, and copies, restores and checks its file under load. The copy must contain
 * every response that was sent before the copy began.
 */
export const backUpFile: Step = {
  name: "a file of SQLite is backed up under load, restored and checked",
  run: async (walk) => {
    const { deployment, proxy } = walk
    const { ROLLCALL_DATABASE_URL: _url, ROLLCALL_PROCESSES: _processes, ...environment } = walk.environment
    const rollcall = async (...args: ReadonlyArray<string>) => {
      const begun = performance.now()
      const { code, stderr, stdout } = await deployment.rollcall(args, environment)
      require(code === 0, `rollcall ${args.join(" ")}`, stdout + stderr)
      return `rollcall ${args.join(" ")}: ${stdout.trim().replaceAll("\n", "; ")} (${((performance.now() - begun) / 1_000).toFixed(1)} s)`
    }
    await walk.server.stop()
    walk.server = await deployment.start(environment)
    const load = startLoad(proxy)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const before = await countContacts(proxy)
    const backedUp = await rollcall("backup", "/data/backup.db")
    const { created, longestPause, others } = await load.stop()
    const after = await countContacts(proxy)
    require(Object.keys(others).length === 0 && after === created, "the load", { created, after, others })
    require((await walk.server.stop()) === 0, "the server stops", "not with 0")
    const restored = await rollcall("restore", "/data/backup.db", "--overwrite")
    const checked = await rollcall("check")
    walk.server = await deployment.start(environment)
    const found = await countContacts(proxy)
    require(found >= before && found <= after, "the contacts", { before, found, after })
    const bytes = statSync(join(deployment.data, "backup.db")).size
    return [
      `${before} contacts before the backup began, ${found} in it, ${after} when the load ended`,
      `longest time without an answer ${longestPause} ms, none refused, ${bytes} bytes`,
      backedUp,
      restored,
      checked
    ]
  }
}
