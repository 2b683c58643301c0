import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"

/** A PostgreSQL server of one's own, with its data in a temporary folder. */
export interface EmbeddedServer {
  /** Where it is: a superuser's URL. It stays the same when the server is restarted. */
  readonly url: string
  /** Kills the server as a crash would and starts it again on the same data. */
  readonly restart: () => Promise<void>
  /** Stops the server and removes its data. That happens by itself, too, when this process ends, however it ends. */
  readonly stop: () => Promise<void>
}

/** Settings under which a test is quick. What was answered is safe as long as the machine itself does not crash. */
export const quickSettings: ReadonlyArray<string> = ["fsync=off", "full_page_writes=off", "max_connections=200"]

/** Starts a server with settings such as `fsync=off`. */
export const startServer = async (settings: ReadonlyArray<string> = quickSettings): Promise<EmbeddedServer> => {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, "Keeper.ts"), ...settings], {
    detached: true,
    stdio: ["pipe", "pipe", "inherit"]
  })
  const lines = createInterface({ input: keeper.stdout })
  const nextLine = async (): Promise<string> => {
    const line: unknown = (await Promise.race([once(lines, "line"), ended(keeper)]))[0]
    return String(line)
  }
  const url = await nextLine()
  return {
    url,
    restart: async () => {
      const again = nextLine()
      keeper.stdin.write("restart\n")
      await again
    },
    stop: async () => {
      const end = once(keeper, "exit")
      keeper.stdin.end()
      await end
    }
  }
}

const ended = async (keeper: ChildProcess): Promise<never> => {
  const code: unknown = (await once(keeper, "exit"))[0]
  throw new Error(`the keeper of PostgreSQL ended with ${String(code)}`)
}
