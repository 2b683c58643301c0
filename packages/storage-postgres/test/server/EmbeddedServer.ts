import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"

/** A PostgreSQL server with its data in a temporary folder. */
export interface EmbeddedServer {
  /** The URL of a superuser. A restart does not change it. */
  readonly url: string
  /** Kills the server and starts it again on the same data. */
  readonly restart: () => Promise<void>
  /** Stops the server and removes its data. Also happens when this process ends or is killed. */
  readonly stop: () => Promise<void>
}

/** Settings for fast tests. Commits runForever a crash of the server, but not one of the machine. */
export const quickSettings: ReadonlyArray<string> = ["fsync=off", "full_page_writes=off", "max_connections=200"]

/**
 * Starts a server with settings such as `fsync=off`, of the PostgreSQL of npm or of the programs in a folder. Its data are in
 * `parent`.
 */
export const startServer = async (
  settings: ReadonlyArray<string> = quickSettings,
  programs = "",
  parent: string = tmpdir()
): Promise<EmbeddedServer> => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "ServerProcess.ts"), programs, parent, ...settings],
    {
      detached: true,
      stdio: ["pipe", "pipe", "inherit"]
    }
  )
  const lines = createInterface({ input: child.stdout })
  const nextLine = async (): Promise<string> => {
    const line: unknown = (await Promise.race([once(lines, "line"), ended(child)]))[0]
    return String(line)
  }
  const url = await nextLine()
  return {
    url,
    restart: async () => {
      const again = nextLine()
      child.stdin.write("restart\n")
      await again
    },
    stop: async () => {
      const end = once(child, "exit")
      child.stdin.end()
      await end
    }
  }
}

const ended = async (child: ChildProcess): Promise<never> => {
  const code: unknown = (await once(child, "exit"))[0]
  throw new Error(`the process of PostgreSQL ended with ${String(code)}`)
}
