import { assert, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Array as Arr, Effect, FileSystem, Layer, Schema } from "effect"
import { Command } from "effect/cli"
import { ask, live } from "../serve/Calls.ts"
import { commandLayer, inFolder } from "../serve/Commands.ts"
import { hostServer } from "../serve/HostedServer.ts"
import { RowsFailed } from "../../src/CommandRefused.ts"
import { contactsCommand } from "../../src/contacts/ContactsCommand.ts"

/** More than one request takes. */
const rows = 1_500

/** So many digits of a number. */
const serial = (at: number) => String(at).padStart(7, "0")

/** What one row in fifty has of each kind, by its place from 0. */
const kinds = new Map([
  [3, "keine"],
  [7, "n/a"],
  [11, "4,91512E+12"],
  [13, "repeated"],
  [17, "quoted"],
  [19, "surplus"],
  [23, "wrong"],
  [29, "empty"],
  [31, "blank"]
])

const lineOf = (at: number): string => {
  const kind = kinds.get(at % 50)
  const phone =
    kind === "keine" || kind === "n/a" || kind === "4,91512E+12"
      ? kind
      : kind === "repeated"
        ? `+49 (1511) ${serial(at - 1)}`
        : kind === "empty"
          ? ""
          : `01511/${serial(at)}`
  const name = kind === "quoted" ? `"Zoë ""€""\r\nvon ${at}"` : `Zoë ${at}`
  const score = kind === "wrong" ? "n/a" : String(at)
  const end = at % 3 === 0 ? "\n" : "\r\n"
  return `${at}@x.org;${phone};${name};${score};;;${kind === "surplus" ? "x;y" : ""}${end}${kind === "blank" ? `;;;;;;${end}` : ""}`
}

/** A text as Excel writes it in Western Europe. */
const windows1252 = (text: string): Buffer => Buffer.from(text.replaceAll("€", "\x80"), "latin1")

const mark = Buffer.from("\ufeff")
const header = "Mail;Handy;Vorname;Punkte;;;\r\n"
const bytes = Buffer.concat([mark, windows1252(header + Array.from({ length: rows }, (_, at) => lineOf(at)).join(""))])

/** The numbers of the rows of a kind. */
const numbersOf = (kind: string) =>
  Array.from({ length: rows }, (_, at) => at + 1).filter((number) => kinds.get((number - 1) % 50) === kind)

const fieldOf = Schema.Struct({ uuid: Schema.String })

const Summary = Schema.fromJsonString(
  Schema.Struct({
    rows: Schema.Int,
    created: Schema.Int,
    updated: Schema.Int,
    unchanged: Schema.Int,
    skipped: Schema.Int,
    failed: Schema.Int,
    reasons: Schema.Record(Schema.String, Schema.Int),
    warnings: Schema.Record(Schema.String, Schema.Int),
    merged: Schema.Struct({
      rows: Schema.Int,
      contacts: Schema.Int,
      most: Schema.Array(Schema.Struct({ value: Schema.String, numbers: Schema.Array(Schema.Int), total: Schema.Int }))
    })
  })
)

const records = (csv: string, delimiter = ","): ReadonlyArray<Record<string, string>> =>
  parse(csv, { columns: true, relax_column_count: true, delimiter })

/** The rows of a report by what it says of them: kind and reason. */
const byReason = (report: ReadonlyArray<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(Arr.groupBy(report, ({ kind, reason }) => `${kind} ${reason}`)).map(([what, lines]) => [
      what,
      lines.map(({ row_number }) => Number(row_number))
    ])
  )

const setUp = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const command = Command.runWith(contactsCommand, { version: "0" })
  const { folder, run: runCommand } = yield* inFolder(command, { "people.csv": bytes })
  const server = yield* hostServer({ folder })
  yield* ask(server, ["POST", "/v1/custom-fields", { name: "Score", field_type: "number:decimal" }], [201, fieldOf])
  yield* server.stop
  const database = ["--database", "sqlite:%/rollcall.db"]
  const run = (...flags: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const columns = "Mail=email,Handy=phone_number,Vorname=first_name,Punkte=custom_fields.score"
      const how = ["--encoding", "windows-1252", "--delimiter", ";", "--country", "DE", "--match-on", "phone_number"]
      const output = ["--json", "--errors", "%/failed.csv", "--report", "%/report.csv", ...database]
      // A run that begins at a later row adds to these files.
      for (const name of ["failed.csv", "report.csv"]) yield* files.remove(`${folder}/${name}`, { force: true })
      const { failure, printed } = yield* runCommand([
        "import",
        "%/people.csv",
        "--map",
        columns,
        ...how,
        ...output,
        ...flags
      ])
      assert.instanceOf(failure, RowsFailed)
      return {
        summary: Schema.decodeUnknownSync(Summary)(printed),
        report: records(yield* files.readFileString(`${folder}/report.csv`)),
        failed: records(yield* files.readFileString(`${folder}/failed.csv`), ";")
      }
    })
  const exported = Effect.gen(function* () {
    const { failure } = yield* runCommand(["export", "--output", "%/exported.csv", ...database])
    assert.isNull(failure)
    return records(yield* files.readFileString(`${folder}/exported.csv`))
  })
  return { run, exported }
})

const failing = { "failed unreadable_row": numbersOf("surplus"), "failed value_error": numbersOf("wrong") }

const doubtful = {
  invalid_national_number: [...numbersOf("keine"), ...numbersOf("n/a")].toSorted((a, b) => a - b),
  spreadsheet_number: numbersOf("4,91512E+12")
}

/** Repeated rows meet the contact of the row before; rounded numbers are none, and meet no contact. */
const merged = numbersOf("repeated")

describe("1,500 rows of a messy file", () => {
  it.live(
    "are imported with every merge, warning and failure in the report; a dry run reports the same before",
    () =>
      Effect.gen(function* () {
        const { exported, run } = yield* setUp
        const dry = yield* run("--dry-run")
        assert.strictEqual((yield* exported).length, 0)
        const imported = yield* run()
        assert.deepStrictEqual(dry, imported)

        assert.deepStrictEqual(byReason(imported.report), {
          ...failing,
          "warning invalid_national_number": doubtful.invalid_national_number,
          "warning spreadsheet_number": doubtful.spreadsheet_number,
          "merged same_contact": merged
        })
        const { merged: mergedRows, ...counts } = imported.summary
        assert.deepStrictEqual(counts, {
          rows,
          created: 1_410,
          updated: 30,
          unchanged: 0,
          skipped: 0,
          failed: 60,
          reasons: { unreadable_row: 30, value_error: 30 },
          warnings: { invalid_national_number: 60, spreadsheet_number: 30 }
        })
        assert.deepStrictEqual([mergedRows.rows, mergedRows.contacts], [30, 30])
        assert.deepStrictEqual(mergedRows.most[0], {
          value: "+49 (1511) 0000012",
          numbers: [13, 14],
          total: 2
        })
        const line = imported.report.find(({ row_number }) => row_number === "14")
        assert.strictEqual(line?.["message"], 'matched the same contact as row 13: phone_number "+49 (1511) 0000012"')

        assert.deepStrictEqual(
          imported.failed.map(({ row_number }) => Number(row_number)),
          [...numbersOf("surplus"), ...numbersOf("wrong")].toSorted((a, b) => a - b)
        )
        const contacts = yield* exported
        assert.strictEqual(contacts.length, 1_410)
        assert.strictEqual(contacts.find(({ email }) => email === "17@x.org")?.["first_name"], 'Zoë "€"\r\nvon 17')
        assert.strictEqual(contacts.find(({ email }) => email === "0@x.org")?.["phone_number"], "+4915110000000")
        assert.strictEqual(contacts.find(({ email }) => email === "3@x.org")?.["phone_number"], "keine")

        // Of five hundred rows each is like those of the others.
        const last = 1_001
        const ofLast = (numbers: ReadonlyArray<number>) => numbers.filter((number) => number >= last)
        const again = yield* run("--dry-run", "--strict", "--from-row", String(last))
        assert.deepStrictEqual(byReason(again.report), {
          "failed unreadable_row": ofLast(failing["failed unreadable_row"]),
          "failed value_error": ofLast(failing["failed value_error"]),
          "failed invalid_national_number": ofLast(doubtful.invalid_national_number),
          "failed spreadsheet_number": ofLast(doubtful.spreadsheet_number),
          "merged same_contact": ofLast(numbersOf("repeated"))
        })
        assert.deepInclude(again.summary, { failed: 50, warnings: {} })
        assert.strictEqual((yield* exported).length, 1_410)
      }).pipe(Effect.provide(Layer.merge(commandLayer, live))),
    60_000
  )
})
