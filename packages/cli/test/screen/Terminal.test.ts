import { assert, describe, it } from "@effect/vitest"
import { simulatorTemplates } from "@rollcall/channel-simulator"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { fileURLToPath } from "node:url"
import { commandLayer, inFolder } from "../serve/Commands.ts"
import { processLayer } from "../serve/ServerProcess.ts"
import { sizeOf } from "../../src/screen/Text.ts"
import { templatesCommand } from "../../src/templates/TemplatesCommand.ts"
import { runInTerminal, type ScreenLine } from "./Terminal.ts"

const noise = fileURLToPath(new URL("Noise.ts", import.meta.url))

/** The lines as they were written: those that wrapped are put together. */
const written = (lines: ReadonlyArray<ScreenLine>): ReadonlyArray<string> =>
  lines.reduce<ReadonlyArray<string>>(
    (all, { isWrapped, text }) => (isWrapped ? [...all.slice(0, -1), `${all.at(-1) ?? ""}${text}`] : [...all, text]),
    []
  )

describe("progress in a terminal", () => {
  it.live("stays on the last line during any output: no line is overwritten, and nothing of the bar remains", () =>
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

describe("a terminal with a size of 0", () => {
  it("is treated like a terminal without a size", () => {
    assert.deepStrictEqual([0, undefined, 80].map(sizeOf), [Infinity, Infinity, 80])
  })

  it.live("shows progress, and complete tables", () =>
    Effect.gen(function* () {
      const screen = { columns: 200, isUnsized: true }
      const { code, lines } = yield* runInTerminal({ ...screen, folder: "/", args: [], program: noise })
      assert.strictEqual(code, 0)
      assert.lengthOf(
        lines.filter(({ text }) => /█+ +100 % +20,001 rows/.test(text)),
        1
      )
      const { folder, run } = yield* inFolder(Command.runWith(templatesCommand, { version: "0" }), {
        "templates.json": [template("a_long_name_".repeat(12))]
      })
      yield* run(["add", "%/templates.json", "--database", "sqlite:%/rollcall.db"])
      const args = ["templates", "list", "--database", "sqlite:rollcall.db"]
      const listed = yield* runInTerminal({ ...screen, folder, args })
      const row = listed.lines.find(({ text }) => text.includes("a_long_name_"))?.text ?? ""
      assert.match(row, new RegExp(`^│ ${"a_long_name_".repeat(12)} +│`))
    }).pipe(Effect.provide(commandLayer))
  )
})

describe("tables in a terminal", () => {
  it.live("fit its width, with wide characters too", () =>
    Effect.gen(function* () {
      const names = ["short", "a_long_name_".repeat(12), "三毛猫の予防接種".repeat(6)]
      const templates = Command.runWith(templatesCommand, { version: "0" })
      const { folder, run } = yield* inFolder(templates, { "templates.json": names.map(template) })
      assert.isNull((yield* run(["add", "%/templates.json", "--database", "sqlite:%/rollcall.db"])).failure)
      const args = ["templates", "list", "--database", "sqlite:rollcall.db"]
      for (const columns of [90, 80]) {
        const { code, lines } = yield* runInTerminal({ folder, columns, args })
        assert.strictEqual(code, 0)
        // Those of the file and of the simulator, between three lines and a head.
        const all = names.length + simulatorTemplates.length
        assert.strictEqual(lines.length, 4 + all, lines.map(({ text }) => text).join("\n"))
        assert.isFalse(lines.some(({ isWrapped }) => isWrapped))
        assert.include(lines[1]?.text, "│ Name ")
        assert.strictEqual(lines.filter(({ text }) => text.includes("…")).length, 2)
        for (const { text } of lines) assert.match(text, /[┐│┤┘]$/u)
      }
    }).pipe(Effect.provide(commandLayer))
  )
})
