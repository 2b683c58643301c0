import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Schema, Stream } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { askUntil, live, ContactPage } from "../serve/Calls.ts"
import { commandLayer, figures, inFolder, runWithEnv } from "../serve/Commands.ts"
import { hostServer } from "../serve/HostedServer.ts"
import { contactsCommand } from "../../src/contacts/ContactsCommand.ts"
import { bootstrapToken, runRollcall, spawnRollcall, temporaryFolder } from "../serve/ServerProcess.ts"

const command = Command.runWith(contactsCommand, { version: "0" })

describe("rollcall contacts", () => {
  it.live("keeps identifiers unique in an import into a database, and shows counts and reasons", () =>
    Effect.gen(function* () {
      const { run } = yield* inFolder(command, { "people.csv": "email,Notes\nada@x.org,a\nADA@x.org\n" })
      const args = ["import", "%/people.csv", "--database", "sqlite:%/rollcall.db"]
      const { printed } = yield* run(args, { ROLLCALL_UNIQUE_IDENTIFIERS: "true" })
      const counts = { Created: 1, Updated: 0, Unchanged: 0, Skipped: 0, Failed: 1, Rows: 2 }
      assert.deepInclude(figures(printed), counts)
      assert.match(printed, /Failed:[^]*1 │ +2 │ email is already used by another contact/)
      const said = (yield* TestConsole.errorLines).join("\n")
      assert.include(said, "Not imported: Notes")
    }).pipe(Effect.provide(commandLayer))
  )

  it.live(
    "prints the progress of an interrupted import, and resumes it there without applying a row twice",
    () =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const folder = yield* temporaryFolder
        const server = yield* hostServer({ folder })
        const env = { ROLLCALL_URL: server.url, ROLLCALL_TOKEN: bootstrapToken }
        const text = `email\n${Array.from({ length: 1_500 }, (_, at) => `${at}@x.org\n`).join("")}`
        yield* files.writeFileString(`${folder}/people.csv`, text)

        const begun = yield* spawnRollcall({ folder, env, args: ["contacts", "import", "-", "--format", "csv"] })
        // The beginning of a file whose rest does not come: one whole request, and a part of the next.
        const beginning = Stream.encodeText(Stream.succeed(text.slice(0, text.indexOf("1200@"))))
        yield* Effect.forkScoped(Stream.run(Stream.concat(beginning, Stream.never), begun.child.stdin))
        yield* askUntil(server, allContacts, [200, ContactPage], ({ pagination }) => pagination.total === 1_000)
        yield* begun.child.kill({ killSignal: "SIGINT" })
        assert.strictEqual(yield* begun.child.exitCode, 2)
        const said = yield* begun.stderr.whole
        assert.match(said, /\nInterrupted\.\nRows up to 1,000 were sent; the outcome of \S+ is known\.\n/)
        assert.include(said, "To continue, run the same command with --from-row 1001.\n")

        const rest = yield* runWithEnv(command(["import", `${folder}/people.csv`, "--from-row", "1001"]), env)
        assert.isNull(rest.failure)
        assert.strictEqual(figures(rest.printed)["Created"], 500)
        const exported = yield* runRollcall({ folder, env, args: ["contacts", "export", "--format", "jsonl"] })
        const emails = exported.stdout
          .trimEnd()
          .split("\n")
          .map((line) => Schema.decodeUnknownSync(Line)(line).email)
        assert.sameMembers(emails, text.trimEnd().split("\n").slice(1))
      }).pipe(Effect.provide(Layer.merge(live, TestConsole.layer))),
    60_000
  )
})

const allContacts = ["GET", "/v1/contacts?limit=1"] as const

const Line = Schema.fromJsonString(Schema.Struct({ email: Schema.String }))
