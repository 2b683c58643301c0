import { NodeServices } from "@effect/platform-node"
import { Deferred, Effect, FileSystem, Record, Ref, Stream } from "effect"
import { ChildProcess, type ChildProcessSpawner } from "effect/process"
import { type ChildProcess as Child, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { setTimeout } from "node:timers/promises"
import { cacheOf, programOf } from "./Programs.ts"
import { quickParent } from "./QuickFolder.ts"

/** The services needed to start processes. */
export const processLayer = NodeServices.layer

/** Makes a folder that is removed when the scope closes. */
export const temporaryFolder = FileSystem.FileSystem.use((files) =>
  files.makeTempDirectoryScoped({ directory: quickParent, prefix: "rollcall-server-" })
)

/** Starts a process that ends with the scope. Its environment contains no variables of Rollcall except `env`. */
export const spawnProgram = Effect.fnUntraced(function* ({
  command: [program, ...args],
  env,
  folder,
  ownGroup = false
}: {
  readonly folder: string
  /** Default: false. Whether the process leads a group in which all processes get its signals, as in a terminal. */
  readonly ownGroup?: boolean
  readonly command: readonly [program: string, ...args: ReadonlyArray<string>]
  readonly env: Record<string, string>
}) {
  const child = yield* ChildProcess.make(program, args, {
    cwd: folder,
    detached: ownGroup,
    env: {
      ...Record.filter(process.env, (_, name) => !name.startsWith("ROLLCALL_") && name !== "NODE_OPTIONS"),
      ...env
    },
    forceKillAfter: "15 seconds"
  })
  const output = { stdout: yield* collect(child.stdout), stderr: yield* collect(child.stderr) }
  return { child, ...output }
})

/** Collects a stream's text: the text so far, and the complete text after its end. */
const collect = Effect.fnUntraced(function* <E>(stream: Stream.Stream<Uint8Array, E>) {
  const text = yield* Ref.make("")
  const ended = yield* Deferred.make<string>()
  yield* stream.pipe(
    Stream.decodeText(),
    Stream.runForEach((chunk) => Ref.update(text, (before) => before + chunk)),
    Effect.exit,
    Effect.andThen(Deferred.completeWith(ended, Ref.get(text))),
    Effect.forkScoped
  )
  return { soFar: Ref.get(text), whole: Deferred.await(ended) }
})

/** Stops a server with a signal, as a supervisor does, and returns its exit code. */
export const stop = (server: { readonly child: ChildProcessSpawner.ChildProcessHandle }) =>
  Effect.andThen(server.child.kill({ killSignal: "SIGTERM" }), server.child.exitCode)

/** Kills a server at once. */
export const killNow = (server: { readonly child: ChildProcessSpawner.ChildProcessHandle }) =>
  server.child.kill({ killSignal: "SIGKILL" })

/**
 * Starts a bundled program for a test without effects. Its output goes to a pipe or an open file. Output in a file is
 * not lost when the process is killed.
 */
export const startProgram = async (
  module: string,
  args: ReadonlyArray<string>,
  stdout: "pipe" | number = "pipe"
): Promise<Child> => {
  const { NODE_OPTIONS: _, ...env } = process.env
  const file = await programOf(module)
  return spawn(process.execPath, [file, ...args], {
    env: { ...env, ...cacheOf(file) },
    stdio: ["ignore", stdout, "inherit"]
  })
}

/** Returns a program's output lines as they arrive. */
export const linesOf = ({ stdout }: Child): AsyncIterable<string> => {
  if (stdout === null) throw new Error("the program prints to no pipe")
  return createInterface({ input: stdout })
}

/** Kills a program at once, and returns when it has ended. */
export const killProgram = async (child: Child | undefined): Promise<void> => {
  if (child === undefined) throw new Error("there is no program to kill")
  const closed = once(child, "close")
  child.kill("SIGKILL")
  await closed
  if (child.signalCode !== "SIGKILL") throw new Error("the program had ended before it was killed")
}

/** Checks a condition every 5 ms until it is true. */
export const until = async (reached: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await reached())) await setTimeout(5)
}
