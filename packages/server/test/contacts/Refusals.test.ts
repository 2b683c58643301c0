import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem, Layer } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { CommandRefused } from "../../src/CommandRefused.ts"
import { contactsCommand } from "../../src/contacts/ContactsCommand.ts"

interface Refusal {
  readonly what: string
  /** What follows `contacts`; `%` stands for the folder. */
  readonly args: ReadonlyArray<string>
  readonly env?: Record<string, string>
  readonly line: string
}

const database = ["--database", "sqlite:%/x.db"]
const nowhere = "http://127.0.0.1:65533"

const refusals: ReadonlyArray<Refusal> = [
  {
    what: "no target",
    args: ["import", "%/people.csv"],
    line: "a server (--url, ROLLCALL_URL) or a database (--database, ROLLCALL_DATABASE_URL) is needed"
  },
  {
    what: "two targets",
    args: ["import", "%/people.csv", "--url", nowhere, ...database],
    line: "--url and --database: only one of them can be given"
  },
  {
    what: "two targets in the environment",
    args: ["export"],
    env: { ROLLCALL_URL: nowhere, ROLLCALL_DATABASE_URL: "sqlite:%/x.db" },
    line: "ROLLCALL_URL and ROLLCALL_DATABASE_URL are both set: say --url or --database"
  },
  {
    what: "no token",
    args: ["export", "--url", nowhere],
    line: "a token is needed for a server: --token or ROLLCALL_TOKEN"
  },
  {
    what: "a token that no header carries",
    args: ["export", "--url", nowhere],
    env: { ROLLCALL_TOKEN: "two words" },
    line: "ROLLCALL_TOKEN must be printable ASCII characters without a space"
  },
  {
    what: "a server that is not there",
    args: ["import", "%/people.csv", "--url", nowhere],
    env: { ROLLCALL_TOKEN: "x" },
    line: `${nowhere}: cannot connect (ECONNREFUSED)`
  },
  {
    what: "a URL that is none",
    args: ["export", "--url", "rollcall"],
    line: "--url must be an address such as https://rollcall.example.org"
  },
  {
    what: "a workspace of a server",
    args: ["export", "--url", nowhere, "--workspace", "clinic"],
    line: "--workspace goes with --database: on a server the token decides"
  },
  {
    what: "a memory database",
    args: ["import", "%/people.csv", "--database", "memory:"],
    line: "--database: memory: keeps nothing when the command ends"
  },
  {
    what: "a folder for a database, from the environment",
    args: ["import", "%/people.csv"],
    env: { ROLLCALL_DATABASE_URL: "sqlite:%" },
    line: "ROLLCALL_DATABASE_URL: %: it is a directory"
  },
  {
    what: "an export of a database that is not there",
    args: ["export", ...database],
    line: "--database: %/x.db: there is no such file"
  },
  {
    what: "an unknown workspace",
    args: ["import", "%/people.csv", ...database, "--workspace", "clinic"],
    line: '--workspace: there is none called "clinic"'
  },
  {
    what: "a file that is not there",
    args: ["import", "%/none.csv", ...database],
    line: "%/none.csv: there is no such file or directory"
  },
  {
    what: "a folder for a file",
    args: ["import", "%", "--format", "csv", ...database],
    line: "%: it is a directory"
  },
  {
    what: "a file of another encoding",
    args: ["import", "%/latin.csv", ...database],
    line: "%/latin.csv: line 3, column 3: the byte EB is not UTF-8; save the file as UTF-8"
  },
  {
    what: "a file of no known format",
    args: ["import", "%/people", ...database],
    line: "%/people: its name does not say what it is; give --format csv or --format jsonl"
  },
  {
    what: "a delimiter of two characters",
    args: ["import", "%/people.csv", "--delimiter", "::", ...database],
    line: "--delimiter must be one character, or tab"
  },
  {
    what: "the imported file for failed rows",
    args: ["import", "%/people.csv", "--errors", "%/./people.csv", ...database],
    line: "--errors: %/people.csv is the file that is imported"
  },
  {
    what: "failed rows in a folder that is not there",
    args: ["import", "%/people.csv", "--errors", "%/none/failed.csv", ...database],
    line: "%/none/failed.csv: there is no such file or directory"
  },
  {
    what: "a column that is not there",
    args: ["import", "%/people.csv", "--map", "Mail=email", ...database],
    line: '%/people.csv: line 1: --map: there is no column "Mail" among "email"'
  },
  {
    what: "an update without a match",
    args: ["import", "%/people.csv", "--merge-type", "update", ...database],
    line: "--merge-type update needs --match-on"
  }
]

describe("rollcall contacts refuses with one line", () => {
  it.live.each(refusals)("$what", ({ args, env = {}, line }) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped({ prefix: "rollcall-refusals-" })
      yield* files.writeFileString(`${folder}/people.csv`, "email\na@x.org\n")
      yield* files.writeFileString(`${folder}/people`, "email\na@x.org\n")
      yield* files.writeFile(`${folder}/latin.csv`, Buffer.from("email\na@x.org\nZo\xeb\n", "latin1"))
      const inFolder = (text: string) => text.replace("%", folder)
      const provider = ConfigProvider.fromEnv({
        env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, inFolder(value)]))
      })
      const refused = yield* Command.runWith(contactsCommand, { version: "0" })(args.map(inFolder)).pipe(
        Effect.provideService(ConfigProvider.ConfigProvider, provider),
        Effect.flip
      )
      assert.instanceOf(refused, CommandRefused)
      assert.strictEqual(refused.message, inFolder(line))
    }).pipe(Effect.provide(Layer.mergeAll(NodeServices.layer, TestConsole.layer)))
  )
})
