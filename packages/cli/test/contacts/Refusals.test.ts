import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { CommandRefused } from "../../src/CommandRefused.ts"
import { contactsCommand } from "../../src/contacts/ContactsCommand.ts"
import { commandLayer, inFolder } from "../serve/Commands.ts"

/**
 * What is wrong, what follows `contacts`, what is said, and the environment. `%` stands for the folder.
 */
type Refusal = readonly [what: string, args: ReadonlyArray<string>, line: string, env?: Record<string, string>]

const database = ["--database", "sqlite:%/x.db"]
const nowhere = "http://127.0.0.1:65533"

const refusals: ReadonlyArray<Refusal> = [
  [
    "no target",
    ["import", "%/people.csv"],
    "a server (--url, ROLLCALL_URL) or a database (--database, ROLLCALL_DATABASE_URL) is needed"
  ],
  [
    "two targets",
    ["import", "%/people.csv", "--url", nowhere, ...database],
    "--url and --database cannot both be given"
  ],
  [
    "two targets in the environment",
    ["export"],
    "ROLLCALL_URL and ROLLCALL_DATABASE_URL are both set. Give --url or --database",
    { ROLLCALL_URL: nowhere, ROLLCALL_DATABASE_URL: "sqlite:%/x.db" }
  ],
  ["no token", ["export", "--url", nowhere], "a token is needed for a server: --token or ROLLCALL_TOKEN"],
  [
    "a token that no header carries",
    ["export", "--url", nowhere],
    "ROLLCALL_TOKEN must be printable ASCII characters without a space",
    { ROLLCALL_TOKEN: "two words" }
  ],
  [
    "a server that is not there",
    ["import", "%/people.csv", "--url", nowhere],
    `${nowhere}: cannot connect (ECONNREFUSED)`,
    { ROLLCALL_TOKEN: "x" }
  ],
  [
    "a URL that is none",
    ["export", "--url", "rollcall"],
    "--url must be an address such as https://rollcall.example.org"
  ],
  [
    "a workspace of a server",
    ["export", "--url", nowhere, "--workspace", "clinic"],
    "--workspace requires --database. On a server, the token determines the workspace"
  ],
  [
    "a memory database",
    ["import", "%/people.csv", "--database", "memory:"],
    "--database: memory: loses all data when the command ends. Give a SQLite or Postgres database"
  ],
  [
    "a folder for a database, from the environment",
    ["import", "%/people.csv"],
    "ROLLCALL_DATABASE_URL: %: it is a directory",
    { ROLLCALL_DATABASE_URL: "sqlite:%" }
  ],
  ["an export of a database that is not there", ["export", ...database], "--database: %/x.db: no such file"],
  [
    "an unknown workspace",
    ["import", "%/people.csv", ...database, "--workspace", "clinic"],
    '--workspace: no workspace is called "clinic"'
  ],
  ["a file that is not there", ["import", "%/none.csv", ...database], "%/none.csv: no such file or directory"],
  ["a folder for a file", ["import", "%", "--format", "csv", ...database], "%: it is a directory"],
  [
    "a file of another encoding",
    ["import", "%/latin.csv", ...database],
    '%/latin.csv: line 3, column 3: the byte EB is not UTF-8\n  --encoding windows-1252 reads "Zoë"\n  --encoding windows-1257 reads "Zoė"'
  ],
  [
    "a workbook that can't be read, whatever its name",
    ["import", "%/workbook.csv", ...database],
    "%/workbook.csv: the file can't be read as a workbook: it is a ZIP archive without a table of contents, and may be cut off. Save the table as CSV instead"
  ],
  [
    "a delimiter of a workbook",
    ["import", "%/workbook.csv", "--delimiter", ";", ...database],
    "%/workbook.csv: it is a workbook. Leave out --delimiter"
  ],
  [
    "a sheet of a text",
    ["import", "%/people.csv", "--sheet", "A", ...database],
    "--sheet: %/people.csv is not a workbook"
  ],
  [
    "a file with another delimiter",
    ["import", "%/semicolons.csv", ...database],
    [
      '%/semicolons.csv: line 1: another delimiter than "," seems to separate the columns',
      '  --delimiter ";" reads 3 columns: "E-Mail", "Umsatz (netto, EUR)", "Handy"',
      '  --delimiter , reads 2 columns: "E-Mail;Umsatz (netto", "EUR);Handy"'
    ].join("\n")
  ],
  [
    "a file without a header",
    ["import", "%/values", ...database],
    "%/values: line 1 has values such as \"a@x.org\" instead of column names. Add a first line with the names\n  --no-header reads columns A, B; add --map 'A=email'"
  ],
  [
    "a delimiter of two characters",
    ["import", "%/people.csv", "--delimiter", "::", ...database],
    "--delimiter must be one character, or tab"
  ],
  [
    "the imported file for failed rows",
    ["import", "%/people.csv", "--errors", "%/./people.csv", ...database],
    "--errors: %/people.csv is the file that is imported"
  ],
  [
    "failed rows in a folder that is not there",
    ["import", "%/people.csv", "--errors", "%/none/failed.csv", ...database],
    "%/none/failed.csv: no such file or directory"
  ],
  [
    "a column that is not there",
    ["import", "%/people.csv", "--map", "Mail=email", ...database],
    '%/people.csv: line 1: --map: there is no column "Mail" among "email"'
  ],
  [
    "a locale that no engine has",
    ["import", "%/people.csv", "--locale", "german", ...database],
    '--locale: "german" is not a known locale. Use a language or a locale such as de-CH'
  ],
  [
    "values of an unknown field",
    ["import", "%/people.csv", "--map-value", "Tags:x=y", ...database],
    '--map-value: the workspace has no custom field "Tags"'
  ],
  [
    "values that are no pairs",
    ["import", "%/people.csv", "--map-value", "Tags=x", ...database],
    '--map-value: "Tags=x" is not field:text=value'
  ],
  [
    "an update without a match",
    ["import", "%/people.csv", "--merge-type", "update", ...database],
    "--merge-type update needs --match-on"
  ]
]

const people = "email\na@x.org\n"
const contents = {
  "people.csv": people,
  values: "a@x.org,Ada\n",
  "semicolons.csv": "E-Mail;Umsatz (netto, EUR);Handy\n",
  "workbook.csv": "PK\u0003\u0004",
  "latin.csv": Buffer.from("email\na@x.org\nZo\xeb\n", "latin1")
}

describe("rollcall contacts reports an error for", () => {
  it.live.each(refusals)("%s", ([, args, line, env]) =>
    Effect.gen(function* () {
      const { assertRefused, run } = yield* inFolder(Command.runWith(contactsCommand, { version: "0" }), contents)
      assertRefused((yield* run(args, env)).failure, CommandRefused, line)
    }).pipe(Effect.provide(commandLayer))
  )
})
