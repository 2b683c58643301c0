import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { closeSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { makeLogOutput } from "../../src/serve/LogOutput.ts"
import { processLayer, temporaryFolder } from "./ServerProcess.ts"

/** A file of its own, and its text when the scope of what writes to it has closed. */
const writing = Effect.fnUntraced(function* (write: (output: (line: string) => void) => Effect.Effect<void>) {
  const path = join(yield* temporaryFolder, "log")
  const file = openSync(path, "w")
  yield* Effect.scoped(Effect.flatMap(makeLogOutput(file), write))
  closeSync(file)
  return readFileSync(path, "utf8")
})

const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index} ${"x".repeat(200)}`)
const text = lines.map((line) => `${line}\n`).join("")

describe("the log's output", () => {
  it.live("has every line in order when the scope has closed", () =>
    Effect.gen(function* () {
      const atOnce = yield* writing((output) => Effect.sync(() => lines.forEach(output)))
      assert.strictEqual(atOnce, text)
      const inTurns = yield* writing((output) =>
        Effect.forEach(
          lines,
          (line, index) =>
            Effect.andThen(
              Effect.sync(() => output(line)),
              index % 100 === 0 ? Effect.sleep(30) : Effect.void
            ),
          { discard: true }
        )
      )
      assert.strictEqual(inTurns, text)
    }).pipe(Effect.scoped, Effect.provide(processLayer))
  )

  it.live("P2: breaks no line of several processes that write to one pipe with a slow reader", () =>
    Effect.gen(function* () {
      const writer = `
        import { Effect } from "effect"
        import { makeLogOutput } from ${JSON.stringify(new URL("../../src/serve/LogOutput.ts", import.meta.url).href)}
        await Effect.runPromise(Effect.scoped(Effect.gen(function* () {
          const output = yield* makeLogOutput(1, { isShared: true })
          for (let n = 0; n < 2_000; n++) output("begin " + "x".repeat(300) + " end")
        })))`
      const both = '"$0" --input-type=module --eval "$1" & "$0" --input-type=module --eval "$1" & wait'
      const shell = spawn("sh", ["-c", both, process.execPath, writer], {
        stdio: ["ignore", "pipe", "inherit"],
        cwd: new URL("../..", import.meta.url)
      })
      const read = yield* Effect.promise(async () => {
        let all = ""
        for await (const chunk of shell.stdout) {
          all += String(chunk)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
        return all
      })
      const written = read.trimEnd().split("\n")
      assert.strictEqual(written.length, 4_000)
      assert.deepStrictEqual(
        written.filter((line) => !/^begin x{300} end$/.test(line)),
        []
      )
    })
  )

  const program = `
    import { Effect } from "effect"
    import { makeLogOutput } from ${JSON.stringify(new URL("../../src/serve/LogOutput.ts", import.meta.url).href)}
    const output = await Effect.runPromise(Effect.scoped(Effect.gen(function* () {
      const output = yield* makeLogOutput(2)
      for (let n = 0; n < 2_000; n++) output("x".repeat(1_000))
      yield* Effect.sleep(200)
      process.stdout.write("goes on")
      yield* Effect.never
    })))`

  it.live("does not block the process when its reader stops reading", () =>
    Effect.gen(function* () {
      const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
        stdio: ["ignore", "pipe", "pipe"],
        cwd: new URL("../..", import.meta.url)
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
      const said = yield* Effect.callback<string>((resume) => {
        child.stdout.once("data", (data: Buffer) => resume(Effect.succeed(String(data))))
      })
      assert.strictEqual(said, "goes on")
    }).pipe(Effect.scoped)
  )
})
