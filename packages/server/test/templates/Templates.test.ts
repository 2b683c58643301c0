import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Template } from "@rollcall/core"
import { ConfigProvider, Effect, FileSystem, Layer, Schema } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { CommandRefused, NotDone } from "../../src/CommandRefused.ts"
import { templatesCommand } from "../../src/templates/TemplatesCommand.ts"

const plain = {
  kind: "plain",
  name: "hello",
  locale: "en",
  status: "approved",
  header: "image",
  body: 2,
  buttons: 1
} as const

const carousel = {
  kind: "carousel",
  name: "summer\u001b[31m\nsale",
  locale: "de",
  status: "pending",
  body: 1,
  cards: [{ header: "video", body: 3, buttons: 0 }]
} as const

/** A folder with files, and commands in it: `%` stands for the folder. */
const inFolder = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "rollcall-templates-" })
  const named = (text: string) => text.replace("%", folder)
  /** Runs a command and gives what it printed meanwhile. */
  const run = (args: ReadonlyArray<string>, env: Record<string, string> = {}) =>
    Effect.gen(function* () {
      const before = (yield* TestConsole.logLines).length
      yield* Command.runWith(templatesCommand, { version: "0" })(args.map(named))
      return (yield* TestConsole.logLines).slice(before).map(String).join("\n")
    }).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromEnv({
          env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, named(value)]))
        })
      )
    )
  const write = (name: string, content: unknown) =>
    files.writeFileString(`${folder}/${name}`, typeof content === "string" ? content : JSON.stringify(content))
  return { named, run, write }
})

const database = ["--database", "sqlite:%/rollcall.db"]
const live = Layer.mergeAll(NodeServices.layer, TestConsole.layer)
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Template)))

describe("rollcall templates", () => {
  it.live("B5: adds the templates of a file to a new database, replaces, lists and removes them", () =>
    Effect.gen(function* () {
      const { run, write } = yield* inFolder
      yield* write("templates.json", [carousel, plain])
      assert.strictEqual(yield* run(["add", "%/templates.json", ...database]), "2 templates added.")
      yield* write("again.json", [{ ...plain, body: 7 }])
      assert.strictEqual(yield* run(["add", "%/again.json", ...database]), "1 template added.")

      const listed = yield* run(["list", "--json", ...database])
      assert.deepStrictEqual(decode(listed), [{ ...plain, body: 7 }, carousel])
      yield* write("listed.json", listed)
      assert.strictEqual(yield* run(["add", "%/listed.json", ...database]), "2 templates added.")

      const rows = (yield* run(["list"], { ROLLCALL_DATABASE_URL: "sqlite:%/rollcall.db", ROLLCALL_URL: "http://x" }))
        .split("\n")
        .filter((line) => line.startsWith("│"))
        .map((line) =>
          line
            .split("│")
            .slice(1, -1)
            .map((cell) => cell.trim())
        )
      assert.deepStrictEqual(rows, [
        ["Name", "Locale", "Status", "Header", "Body", "Buttons", "Cards"],
        ["hello", "en", "approved", "image", "7", "1", ""],
        ["summer [31m sale", "de", "pending", "", "1", "", "1"]
      ])

      yield* run(["remove", "hello", "en", ...database])
      assert.deepStrictEqual(decode(yield* run(["list", "--json", ...database])), [carousel])
      const gone = yield* Effect.flip(run(["remove", "hello", "en", ...database]))
      assert.instanceOf(gone, NotDone)
      assert.strictEqual(gone.message, 'this workspace keeps no template "hello" in locale "en"')
    }).pipe(Effect.provide(live))
  )

  it.live.each<readonly [what: string, args: ReadonlyArray<string>, line: string | RegExp]>([
    [
      "a server",
      ["list", "--url", "http://rollcall.test"],
      "--url: a database (--database) is needed: a server has no interface to templates"
    ],
    [
      "no database",
      ["add", "%/good.json"],
      "a database (--database, ROLLCALL_DATABASE_URL) is needed: a server has no interface to templates"
    ],
    ["a database that is not there", ["list", ...database], "--database: %/rollcall.db: there is no such file"],
    [
      "an unknown workspace",
      ["add", "%/good.json", ...database, "--workspace", "clinic"],
      '--workspace: there is none called "clinic"'
    ],
    [
      "a file that is not there",
      ["add", "%/none.json", ...database],
      "%/none.json: there is no such file or directory"
    ],
    ["a file that is not JSON", ["add", "%/letter.txt", ...database], /^\S+\/letter\.txt: it is not JSON: .+$/],
    [
      "a file with a wrong template, at its place",
      ["add", "%/wrong.json", ...database],
      /^\S+\/wrong\.json: \[1\]\.cards\[0\]\.header: Expected .+$/
    ],
    [
      "a carousel whose card headers differ (B8)",
      ["add", "%/mixed.json", ...database],
      /^\S+\/mixed\.json: \[0\]\.cards: Expected cards whose headers are all of the same type/
    ]
  ])("refuses %s with one line", ([, args, line]) =>
    Effect.gen(function* () {
      const { named, run, write } = yield* inFolder
      yield* write("good.json", [plain])
      yield* write("letter.txt", "Dear all")
      yield* write("wrong.json", [plain, { ...carousel, cards: [{ header: "text", body: 1, buttons: 0 }] }])
      const [card] = carousel.cards
      yield* write("mixed.json", [{ ...carousel, cards: [card, { ...card, header: "image" }] }])
      const refused = yield* Effect.flip(run(args))
      assert.instanceOf(refused, CommandRefused)
      if (typeof line === "string") assert.strictEqual(refused.message, named(line))
      else assert.match(refused.message, line)
    }).pipe(Effect.provide(live))
  )
})
