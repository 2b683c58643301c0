import { Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { argument, jsonFlag, on, optional } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"
import { targetFlags } from "../targets/TargetFlags.ts"
import { changeCommands } from "./ChangeCommands.ts"
import { mergeCommands } from "./merge/MergeCommands.ts"
import { setFlags, whereFlag } from "./search/SearchFlags.ts"
import { searchCommands } from "./search/SearchCommands.ts"
import { timelineCommand } from "./timeline/TimelineCommand.ts"

const format = Flag.Literals("format", ["csv", "jsonl"]).pipe(
  Flag.withDescription(
    "CSV with a header, or one JSON object a line; where it is not given, the name of the file says it"
  ),
  Flag.optional
)

const importCommand = targetCommands(() => import("./import/ImportContacts.ts"))(
  "import",
  "Import contacts from a file of any size. Ends with 0 when no row failed, with 1 when some did, and with 2 when it could not begin or go on.",
  {
    file: argument("file", "The file; - for standard input"),
    map: optional("map", 'Which columns give which fields: "Mail=email,No=custom_fields.customer_number,Notes="'),
    matchOn: Flag.Literals("match-on", ["email", "phone_number", "external_contact_id", "uuid"]).pipe(
      Flag.withDescription(
        "What a row and a contact have in common to be the same; a value that can't be read, such as n/a, matches nobody. Without it every row makes a contact"
      ),
      Flag.optional
    ),
    mergeType: Flag.Literals("merge-type", ["create_or_update", "create", "update"]).pipe(
      Flag.withDescription("create skips rows that match a contact, update those that match none"),
      Flag.withDefault("create_or_update")
    ),
    list: optional("list", "A list that the contacts join, by its name or UUID"),
    format,
    delimiter: optional("delimiter", "What stands between cells, or tab; a comma where it is not given"),
    empty: Flag.Literals("empty", ["keep", "clear"]).pipe(
      Flag.withDescription("Whether an empty cell says nothing about its field, or clears it"),
      Flag.withDefault("keep")
    ),
    encoding: Flag.String("encoding").pipe(
      Flag.withDescription(
        "How the file is encoded: utf-8, windows-1252 (what Excel writes) or another name of the web"
      ),
      Flag.withDefault("utf-8")
    ),
    country: optional(
      "country",
      "Two letters such as DE: national phone numbers are those of this country, and get its prefix"
    ),
    strict: on("strict", "Rows with something doubtful fail instead of being warned about"),
    lenient: on("lenient", "Values that their fields do not take are left out with a warning, and the row is imported"),
    dateFormat: optional(
      "date-format",
      "How dates in numbers are written, such as DD/MM/YYYY; the cells show it where it is not given"
    ),
    timeZone: optional("time-zone", "The zone of times without one, such as Europe/Berlin; UTC where it is not given"),
    decimal: Flag.Literals("decimal", [".", ","]).pipe(
      Flag.withDescription("What stands before decimals; the cells show it where it is not given"),
      Flag.optional
    ),
    separator: optional(
      "separator",
      "What stands between the options or lists of one cell; each cell shows it where it is not given"
    ),
    multiselect: Flag.Literals("multiselect", ["replace", "add"]).pipe(
      Flag.withDescription("Whether options come in the place of those that a contact has, or to them"),
      Flag.withDefault("replace")
    ),
    dryRun: on("dry-run", "Show what the import would do, and change nothing"),
    json: jsonFlag,
    report: optional("report", "A CSV file for every failure, warning and row that met the contact of another"),
    errors: optional("errors", "A file for the rows that failed, with their numbers and reasons"),
    fromRow: Flag.Int("from-row").pipe(
      Flag.withDescription("The first row to import, to go on after a stop"),
      Flag.withSchema(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
      Flag.withDefault(1)
    )
  },
  ({ importContacts }) => importContacts,
  [
    {
      command: 'rollcall contacts import people.csv --map "Mail=email,Handy=phone_number" --match-on email',
      description: "Make or change the contacts of a file"
    },
    { command: "rollcall contacts import failed.csv --errors failed-again.csv", description: "Try mended rows again" }
  ]
)

const exportCommand = Command.make(
  "export",
  {
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withDescription("The file to write; standard output where it is not given"),
      Flag.optional
    ),
    format,
    search: optional("search", "Only contacts with these words"),
    where: whereFlag,
    ...setFlags,
    for: Flag.Literals("for", ["spreadsheet"]).pipe(
      Flag.withDescription("spreadsheet: CSV that Excel reads as UTF-8 and in which no cell is taken for a formula"),
      Flag.optional
    ),
    filter: optional(
      "filter",
      'Only contacts that satisfy each of these filters, a list as in "advanced_search" of the API'
    ),
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ database, token, url, workspace, ...input }) {
    const { exportContacts } = yield* Effect.promise(() => import("./export/ExportContacts.ts"))
    return yield* exportContacts(input, { database, token, url, workspace })
  })
).pipe(
  Command.withDescription("Write contacts to a file, oldest first."),
  Command.withExamples([
    {
      command: "rollcall contacts export --output berlin.csv --list VIP --where city:equals:Berlin",
      description: "Export the contacts on a list that satisfy a filter"
    }
  ])
)

/** `rollcall contacts`: listed and searched, files in and out, and contacts one by one. The modules behind a command are loaded when it runs. */
export const contactsCommand = Command.make("contacts").pipe(
  Command.withDescription(
    "List and search contacts, show what happened with one, import them from files, export them, archive, merge and erase them."
  ),
  Command.withSubcommands([
    ...searchCommands,
    timelineCommand,
    importCommand,
    exportCommand,
    ...changeCommands,
    ...mergeCommands
  ])
)
