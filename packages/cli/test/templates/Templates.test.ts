import { assert, describe, it } from "@effect/vitest"
import { simulatorTemplates } from "@rollcall/channel-simulator"
import { Template } from "@rollcall/core"
import { Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { CommandRefused, NotDone } from "../../src/CommandRefused.ts"
import { templatesCommand } from "../../src/templates/TemplatesCommand.ts"
import { templateTable } from "../../src/templates/TemplateTable.ts"
import { commandLayer, inFolder, runWithEnv } from "../serve/Commands.ts"
import { addressOf, services } from "../broadcasts/Fixture.ts"
import { carousel, plain } from "../serve/TemplateFixture.ts"

const templates = Command.runWith(templatesCommand, { version: "0" })
const database = ["--database", "sqlite:%/rollcall.db"]
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Template)))

/** A template as it is listed: with its category, which is marketing where it says none. */
const asListed = (template: Template): Template => ({ category: "marketing", ...template })

describe("rollcall templates", () => {
  it.live("adds a file's templates to a new database, replaces, lists and removes them", () =>
    Effect.gen(function* () {
      const contents = { "templates.json": [carousel, plain], "again.json": [{ ...plain, body: 7 }] }
      const { assertRefused, run, write } = yield* inFolder(templates, contents)
      const add = (name: string) => run(["add", `%/${name}`, ...database])
      assert.deepStrictEqual(yield* add("templates.json"), { printed: "2 templates added.", failure: null })
      assert.deepStrictEqual(yield* add("again.json"), { printed: "1 template added.", failure: null })

      const listed = yield* run(["list", "--json", ...database])
      const own = (printed: string) =>
        decode(printed).filter(({ name }) => name === plain.name || name === carousel.name)
      assert.deepStrictEqual(own(listed.printed), [{ ...plain, body: 7 }, carousel].map(asListed))
      assert.deepStrictEqual(
        decode(listed.printed).map(({ name }) => name),
        [...simulatorTemplates, plain, carousel].map(({ name }) => name).toSorted()
      )
      yield* write("listed.json", listed.printed)
      const { failure } = yield* add("listed.json")
      assert.isNull(failure)

      yield* write("operator.json", JSON.stringify([{ ...plain, name: "operated", status: "paused" }, plain]))
      const env = { ROLLCALL_DATABASE_URL: "sqlite:%/rollcall.db", ROLLCALL_TEMPLATES: "%/operator.json" }
      const rows = (yield* run(["list"], env)).printed
        .split("\n")
        .filter((line) => line.startsWith("│"))
        .map((line) =>
          line
            .split("│")
            .slice(1, -1)
            .map((cell) => cell.trim())
        )
      assert.deepStrictEqual(
        rows.filter(([name = ""]) => /^(Name|hello|operated|summer .*sale)$/.test(name)),
        [
          ["Name", "Locale", "Status", "Header", "Body", "Buttons", "Cards"],
          ["hello", "en", "approved", "image", "7", "1", ""],
          ["operated", "en", "paused", "image", "2", "1", ""],
          ["summer [31m sale", "de", "pending", "", "1", "", "1"]
        ]
      )

      const remove = run(["remove", "hello", "en", ...database])
      assert.isNull((yield* remove).failure)
      assert.deepStrictEqual(own((yield* run(["list", "--json", ...database])).printed), [asListed(carousel)])
      assertRefused((yield* remove).failure, NotDone, 'this workspace keeps no template "hello" in locale "en"')
    }).pipe(Effect.provide(commandLayer))
  )

  it.live("lists the templates that a server's channel offers", () =>
    Effect.gen(function* () {
      const { args, env } = yield* addressOf("a server")
      const { failure, printed } = yield* runWithEnv(templates(["list", "--json", ...args]), env)
      assert.isNull(failure)
      assert.sameDeepMembers([...decode(printed)], simulatorTemplates.map(asListed))
    }).pipe(Effect.provide(services))
  )

  it.live.each<readonly [what: string, args: ReadonlyArray<string>, line: string | RegExp]>([
    [
      "to change those of a server",
      ["add", "%/good.json", "--url", "http://rollcall.test"],
      "--url: a database (--database) is needed: a server can't change templates"
    ],
    [
      "no database",
      ["add", "%/good.json"],
      "a database (--database, ROLLCALL_DATABASE_URL) is needed, such as --database sqlite:rollcall.db: a server can't change templates"
    ],
    ["a database that is not there", ["list", ...database], "--database: %/rollcall.db: no such file"],
    [
      "an unknown workspace",
      ["add", "%/good.json", ...database, "--workspace", "clinic"],
      '--workspace: no workspace is called "clinic"'
    ],
    ["a file that is not there", ["add", "%/none.json", ...database], "%/none.json: no such file or directory"],
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
  ])("rejects %s with one line", ([, args, line]) =>
    Effect.gen(function* () {
      const [card] = carousel.cards
      const { assertRefused, run } = yield* inFolder(templates, {
        "good.json": [plain],
        "letter.txt": "Dear all",
        "wrong.json": [plain, { ...carousel, cards: [{ header: "text", body: 1, buttons: 0 }] }],
        "mixed.json": [{ ...carousel, cards: [card, { ...card, header: "image" }] }]
      })
      assertRefused((yield* run(args)).failure, CommandRefused, line)
    }).pipe(Effect.provide(commandLayer))
  )
})

const headOf = (channelTypes: ReadonlyArray<string>, accounts: ReadonlyArray<string> = []) =>
  templateTable(
    channelTypes.map((channelType, index) => {
      const account = accounts[index]
      return { ...plain, channelType, ...(account !== undefined && { account }) }
    })
  )
    .split("\n")[1]
    ?.split("│")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")

describe("a table of templates", () => {
  it("has columns for channels and accounts if there are several", () => {
    assert.strictEqual(headOf(["chatapp", "chatapp"])?.[0], "Name")
    assert.deepStrictEqual(headOf(["chatapp", "sms"])?.slice(0, 2), ["Channel", "Name"])
    assert.deepStrictEqual(headOf(["chatapp", "chatapp"], ["221", "222"])?.slice(0, 2), ["Of account", "Name"])
    assert.deepStrictEqual(headOf(["chatapp", "chatapp"], ["221", "221"])?.[0], "Name")
  })
})
