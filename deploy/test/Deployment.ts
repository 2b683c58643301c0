import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { commandIn, firstProcess, type Mounted } from "./container/Container.ts"
import { makeFileTree } from "./container/FileTree.ts"
import { readImages } from "./container/Image.ts"
import { bundleProgram, programFile } from "../../tools/release/packages/BundleProgram.ts"

/** The deployment's token with all scopes. */
export const token = "a-token-that-only-this-deployment-knows"

/** The path under which the proxy serves the server. */
export const prefix = "/crm"

/** A server running in the container. */
export interface Server {
  /** The process that created the container. */
  readonly child: ChildProcess
  /** The process id, on the host, of the first process in the container. */
  readonly first: number
  /** All log lines so far. */
  readonly log: ReadonlyArray<string>
  /** Stops the server as a container runtime does, and returns its exit code. */
  readonly stop: () => Promise<number>
}

/** The result of a command in the container. */
interface Output {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** An image's files, and the programs started from them. */
export interface Deployment {
  /** The size in bytes of the program, and of all the image's files. */
  readonly bytes: { readonly program: number; readonly image: number }
  /** The single-file program, outside the container. */
  readonly program: string
  /** The folder mounted as `/data` in the container. */
  readonly data: string
  /** Starts a server in a container, and waits until it listens. */
  readonly start: (environment: Readonly<Record<string, string>>) => Promise<Server>
  /** Runs `rollcall` in a separate container. */
  readonly rollcall: (args: ReadonlyArray<string>, environment?: Readonly<Record<string, string>>) => Promise<Output>
}

/** Creates the image's files in a folder, according to the Dockerfile. */
export const makeDeployment = async (folder: string): Promise<Deployment> => {
  const image = readImages().get("server")
  if (image === undefined) throw new Error("The Dockerfile has no stage `server`")
  // A different user from the one who creates these files runs them.
  chmodSync(folder, 0o755)
  const mounted: Mounted = { image, root: join(folder, "root"), data: join(folder, "data") }
  for (const name of ["build/data", "root", "data"]) mkdirSync(join(folder, name), { recursive: true })
  chownSync(mounted.data, 65_532, 65_532)
  const program = join(folder, "build", programFile)
  const bundled = await bundleProgram([join(folder, "build")])
  const path = `/src/packages/cli/dist/${programFile}`
  const bytes = makeFileTree(mounted.root, image, {
    [path]: program,
    [`${path}.LICENSES.txt`]: `${program}.LICENSES.txt`,
    "/data": join(folder, "build/data")
  })
  const [node = "", ...options] = image.command.slice(0, -1)
  return {
    bytes: { program: bundled, image: bytes },
    program,
    data: mounted.data,
    start: (environment) => startServer(commandIn(mounted, image.command, { environment })),
    rollcall: (args, environment = {}) => run(commandIn(mounted, [node, ...options, ...args], { environment }))
  }
}

const startServer = async ([command, ...args]: ReturnType<typeof commandIn>): Promise<Server> => {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] })
  const log: Array<string> = []
  const lines = createInterface(child.stderr)
  const listening = new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      log.push(line)
      if (line.includes("Rollcall is listening on ")) resolve()
    })
    child.once("exit", () => reject(new Error(`the server did not start:\n${log.join("\n")}`)))
  })
  await listening
  const first = firstProcess(child.pid ?? 0)
  const stop = async () => {
    if (child.exitCode !== null) return child.exitCode
    const ended = once(child, "exit")
    process.kill(first, "SIGTERM")
    await ended
    return child.exitCode ?? 1
  }
  return { child, first, log, stop }
}

const run = ([command, ...args]: ReturnType<typeof commandIn>): Promise<Output> =>
  new Promise((resolve) => {
    const child = execFile(command, args, { maxBuffer: 64 * 1024 * 1024 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr })
    )
  })
