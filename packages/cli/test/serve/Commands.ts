import { assert } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Effect, FileSystem, Layer, Record } from "effect"
import { TestConsole } from "effect/testing"
import { temporaryFolder } from "./ServerProcess.ts"

/** The services that commands take, with a console whose lines can be read. */
export const commandLayer = Layer.mergeAll(NodeServices.layer, TestConsole.layer)

/** Runs a command with these variables alone, and returns what it printed and its failure, if any. */
export const runWithEnv = Effect.fnUntraced(function* <A, E, R>(
  command: Effect.Effect<A, E, R>,
  env: Readonly<Record<string, string>>
) {
  const before = (yield* TestConsole.logLines).length
  const ended = yield* Effect.result(
    Effect.provideService(command, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
  )
  const printed = (yield* TestConsole.logLines).slice(before).map(String).join("\n")
  return { printed, failure: ended._tag === "Failure" ? ended.failure : null }
})

/** The class of an error that a command may fail with. */
type Refusal = new (fields: { readonly message: string }) => { readonly message: string }

/** A command in a folder with these files: each is bytes, a text or JSON. `%` stands for the folder. */
export const inFolder = Effect.fnUntraced(function* <A, E, R>(
  command: (args: ReadonlyArray<string>) => Effect.Effect<A, E, R>,
  contents: Readonly<Record<string, unknown>> = {}
) {
  const files = yield* FileSystem.FileSystem
  const folder = yield* temporaryFolder
  const named = (text: string) => text.replace("%", folder)
  const write = (name: string, content: unknown) =>
    content instanceof Uint8Array
      ? files.writeFile(`${folder}/${name}`, content)
      : files.writeFileString(`${folder}/${name}`, typeof content === "string" ? content : JSON.stringify(content))
  for (const [name, content] of Object.entries(contents)) yield* write(name, content)
  return {
    folder,
    write,
    /** Runs the command with these arguments and variables alone. */
    run: (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
      runWithEnv(command(args.map(named)), Record.map(env, named)),
    /** Asserts that a failure is of this class and has this message. */
    assertRefused: (failure: unknown, kind: Refusal, line: string | RegExp) => {
      if (!(failure instanceof kind)) return assert.fail(`not refused, but ${String(failure)}`)
      if (typeof line === "string") assert.strictEqual(failure.message, named(line))
      else assert.match(failure.message, line)
    }
  }
})

/** The figures of a printed table, by their names. */
export const figures = (table: string) =>
  Object.fromEntries(
    [...table.matchAll(/│ (\S.*?) +│ +([\d,]+) │/g)].map(([, name = "", value = ""]) => [
      name,
      Number(value.replace(",", ""))
    ])
  )
