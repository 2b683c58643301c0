import { assert, describe, it } from "@effect/vitest"
import { simulatorTemplates } from "@rollcall/channel-simulator"
import { Effect, FileSystem } from "effect"
import { fileURLToPath } from "node:url"
import { processLayer, temporaryFolder } from "../../../server/test/ServerProcess.ts"
import { runInTerminal, type ScreenLine } from "./Terminal.ts"

const noise = fileURLToPath(new URL("Noise.ts", import.meta.url))

/** The lines as they were written: those that wrapped are put together. */
const written = (lines: ReadonlyArray<ScreenLine>): ReadonlyArray<string> =>
  lines.reduce<ReadonlyArray<string>>(
    (all, { isWrapped, text }) => (isWrapped ? [...all.slice(0, -1), `${all.at(-1) ?? ""}${text}`] : [...all, text]),
    []
  )

describe("progress in a terminal", () => {
  it.live("stays on the last line, whatever is written: no line is drawn over, and none is left of the bar", () =>
    Effect.gen(function* () {
      for (const columns of [80, 30]) {
        const { code, lines } = yield* runInTerminal({ folder: "/", args: [], columns, program: noise })
        assert.strictEqual(code, 0)
        const all = written(lines)
        for (let step = 1; step <= 20; step++) {
          assert.strictEqual(all.filter((line) => line === `said ${step} ${"long ".repeat(step)}end`).length, 1)
          assert.strictEqual(all.filter((line) => line === `logged ${step} 三毛猫`).length, 1)
          assert.strictEqual(all.filter((line) => line === `half ${step}, whole`).length, 1)
          assert.strictEqual(all.filter((line) => line.endsWith(` Warning: warned ${step}`)).length, 1)
        }
        const bars = all.filter((line) => line.includes("█"))
        assert.strictEqual(bars.length, 1, bars.join("\n"))
        assert.deepStrictEqual(all.slice(-2), [bars[0], "the end"])
      }
    }).pipe(Effect.provide(processLayer))
  )
})

const template = (name: string) => ({
  kind: "plain",
  name,
  locale: "en",
  status: "approved",
  header: null,
  body: 2,
  buttons: 0
})

describe("tables in a terminal", () => {
  it.live("fit its width, with wide characters too", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* temporaryFolder
      const names = ["short", "a_long_name_".repeat(12), "三毛猫の予防接種".repeat(6)]
      yield* files.writeFileString(`${folder}/templates.json`, JSON.stringify(names.map(template)))
      const database = ["--database", "sqlite:rollcall.db"]
      const run = (columns: number, ...args: ReadonlyArray<string>) =>
        runInTerminal({ folder, columns, args: ["templates", ...args, ...database] })
      assert.strictEqual((yield* run(80, "add", "templates.json")).code, 0)
      for (const columns of [90, 80]) {
        const { code, lines } = yield* run(columns, "list")
        assert.strictEqual(code, 0)
        // Those of the file and of the simulator, between three lines and a head.
        const templates = names.length + simulatorTemplates.length
        assert.strictEqual(lines.length, 4 + templates, lines.map(({ text }) => text).join("\n"))
        assert.isFalse(lines.some(({ isWrapped }) => isWrapped))
        assert.include(lines[1]?.text, "│ Name ")
        assert.strictEqual(lines.filter(({ text }) => text.includes("…")).length, 2)
        for (const { text } of lines) assert.match(text, /[┐│┤┘]$/u)
      }
    }).pipe(Effect.provide(processLayer))
  )
})
