import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { systemPrograms } from "../../../packages/storage-postgres/test/server/Binaries.ts"
import { countContacts, startLoad } from "../Load.ts"
import { require, type Step } from "../Step.ts"

/** Runs a PostgreSQL program. Fails with the program's output. */
const run = async (program: string, args: ReadonlyArray<string>) => {
  const child = spawn(join(systemPrograms ?? "", program), args, { stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()))
  const code: unknown = (await once(child, "exit"))[0]
  require(code === 0, program, said)
  return said.trim()
}

/**
 * Dumps the database under load and restores it into another one, which must be intact and contain every response that
 * was sent before the dump. Also prunes old data while the server runs.
 */
export const dumpDatabase: Step = {
  name: "a dump under load, its restore and check, and a prune",
  run: async ({ database, deployment, environment, folder, proxy }) => {
    if (systemPrograms === undefined) return ["skipped: there is no pg_dump"]
    const load = startLoad(proxy)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const before = await countContacts(proxy)
    const file = join(folder, "rollcall.dump")
    const extensions = ["--extension=pg_trgm", "--extension=btree_gin"]
    await run("pg_dump", ["--format=custom", "--schema=rollcall", ...extensions, `--file=${file}`, database])
    const { created, others } = await load.stop()
    require(Object.keys(others).length === 0, "requests that were not answered 201", others)
    const restored = new URL(database)
    restored.pathname = "/restored"
    await run("createdb", [`--maintenance-db=${database}`, "restored"])
    const atOnce = ["--exit-on-error", "--single-transaction", "--no-owner"]
    await run("pg_restore", [...atOnce, `--dbname=${restored.href}`, file])
    const count = "SELECT count(*) FROM rollcall.contacts"
    const kept = Number(await run("psql", ["--tuples-only", "--command", count, restored.href]))
    require(kept >= before, "the contacts that were restored", { kept, before })
    const check = await deployment.rollcall(["check"], { ...environment, ROLLCALL_DATABASE_URL: restored.href })
    require(check.code === 0, "rollcall check of the restored database", check)
    const prune = ["prune", "--events", "90d", "--recipients", "365d"]
    const pruned = await deployment.rollcall(prune, environment)
    require(pruned.code === 0, "rollcall prune", pruned)
    return [
      `${before} contacts before the dump, ${kept} restored, ${created} created meanwhile`,
      check.stdout.trim(),
      ...pruned.stdout.trim().split("\n")
    ]
  }
}
