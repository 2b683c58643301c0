import { assert, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect, FileSystem, Layer, Schema, Stream } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { ask, askUntil, live, ContactPage } from "../../../server/test/Calls.ts"
import { commandLayer, figures, inFolder, runWithEnv } from "../../../server/test/Commands.ts"
import { hostServer } from "../../../server/test/HostedServer.ts"
import { contactsCommand } from "../../src/contacts/ContactsCommand.ts"
import { bootstrapToken, runRollcall, spawnRollcall, temporaryFolder } from "../../../server/test/ServerProcess.ts"

/** Messy rows: some people twice, and in every fifty one without an identifier, one too long, one with a bad number. */
const messyFile = (rows: number): string => {
  const lines = Array.from({ length: rows }, (_, at) => {
    const person = at % 40 === 39 ? at - 39 : at
    const end = at % 3 === 0 ? "\n" : "\r\n"
    const kind = at % 50
    if (kind === 7) return `,"No ""body""",,${end}`
    if (kind === 13) return `${person}@x.org,A,1,x,surplus${end}`
    if (kind === 21) return `${person}@x.org,A,n/a,x${end}`
    return `${person}@X.org,"two\r\nlines ${at}",${at / 2}${kind === 29 ? "" : ',"x, y"'}${end}${kind === 31 ? "\r\n" : ""}`
  })
  return `\ufeffMail,first_name,Score,Notes\r\n${lines.join("")}`
}

const records = (csv: string): ReadonlyArray<Record<string, string>> =>
  parse(csv, { columns: true, relax_column_count: true })

const fieldOf = Schema.Struct({ uuid: Schema.String })

const defineScore = (server: { readonly url: string }) =>
  ask(server, ["POST", "/v1/custom-fields", { name: "Score", field_type: "number:decimal" }], [201, fieldOf])

const columns = ["--map", "Mail=email,Score=custom_fields.score"]

const command = Command.runWith(contactsCommand, { version: "0" })

describe("rollcall contacts", () => {
  it.live("C2: keeps identifiers unique in an import into a database", () =>
    Effect.gen(function* () {
      const { run } = yield* inFolder(command, { "people.csv": "email\nada@x.org\nADA@x.org\n" })
      const args = ["import", "%/people.csv", "--database", "sqlite:%/rollcall.db"]
      const { printed } = yield* run(args, { ROLLCALL_UNIQUE_IDENTIFIERS: "true" })
      assert.deepInclude(figures(printed), { Created: 1, Failed: 1 })
      assert.include(
        (yield* TestConsole.errorLines).join("\n"),
        "Row 2 failed: email: is the identifier of another contact"
      )
    }).pipe(Effect.provide(commandLayer))
  )

  it.live(
    "B21: imports messy rows into SQLite: table, reasons, failed rows and export agree",
    () =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const folder = yield* temporaryFolder
        const server = yield* hostServer({ folder })
        yield* defineScore(server)
        yield* server.stop
        yield* files.writeFileString(`${folder}/people.csv`, messyFile(1_200))
        const database = ["--database", "sqlite:rollcall.db"]
        const command = ["contacts", "import", "people.csv", "--match-on", "email", "--errors", "failed.csv"]
        const imported = yield* runRollcall({ folder, args: [...command, ...columns, ...database] })
        assert.strictEqual(imported.code, 1, imported.stderr)
        assert.include(imported.stderr, "Not imported: Notes\n")

        const failed = records(yield* files.readFileString(`${folder}/failed.csv`))
        assert.strictEqual(failed.length, 72)
        assert.deepStrictEqual(
          failed.slice(0, 3).map((row) => [row["row_number"], row["reason"]?.replace(/: .*/, "")]),
          [
            ["8", "external_contact_id, email, phone_number, chatapp_id, socialmsg_id"],
            ["14", "line 27 has 5 cells, and the header has 4"],
            ["22", "custom_fields.score"]
          ]
        )

        const exported = yield* runRollcall({ folder, args: ["contacts", "export", ...database] })
        assert.strictEqual(exported.code, 0, exported.stderr)
        const contacts = records(exported.stdout)
        assert.strictEqual(new Set(contacts.map((row) => row["email"])).size, contacts.length)
        const table = figures(imported.stdout)
        assert.deepStrictEqual(table, {
          Created: contacts.length,
          Updated: 1_128 - contacts.length,
          Unchanged: 0,
          Skipped: 0,
          Failed: 72,
          Rows: 1_200,
          missing: 24,
          unreadable_row: 24,
          value_error: 24
        })
        // Row 40 is about the person of row 1, and comes later.
        assert.deepInclude(contacts[0], {
          email: "0@X.org",
          first_name: "two\r\nlines 39",
          "custom_fields.score": "19.5"
        })

        const again = ["contacts", "import", "-", "--format", "csv", "--match-on", "email", ...database]
        const { child, ...output } = yield* spawnRollcall({ folder, args: again })
        yield* Stream.run(Stream.encodeText(Stream.succeed(exported.stdout)), child.stdin)
        const repeated = { code: yield* child.exitCode, stdout: yield* output.stdout.whole }
        assert.strictEqual(repeated.code, 0, yield* output.stderr.whole)
        assert.deepStrictEqual(figures(repeated.stdout), {
          Created: 0,
          Updated: 0,
          Unchanged: contacts.length,
          Skipped: 0,
          Failed: 0,
          Rows: contacts.length
        })
      }).pipe(Effect.provide(live)),
    120_000
  )

  it.live(
    "that is interrupted prints how far it came, and is resumed there without applying a row twice",
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
        assert.include(said, "To go on, run the same command with --from-row 1001.\n")

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
