import { Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { argument, jsonFlag, on, optional } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"
import { targetFlags } from "../targets/TargetFlags.ts"
import { changeCommands } from "./ChangeCommands.ts"
import { importCommands } from "./import/ImportCommands.ts"
import { mergeCommands } from "./merge/MergeCommands.ts"
import { setFlags, whereFlag } from "./search/SearchFlags.ts"
import { searchCommands } from "./search/SearchCommands.ts"
import { timelineCommand } from "./timeline/TimelineCommand.ts"

const format = (description: string) =>
  Flag.Literals("format", ["csv", "jsonl"]).pipe(Flag.withDescription(description), Flag.optional)

const importCommand = targetCommands(() => import("./import/ImportContacts.ts"))(
  "import",
  "Import contacts from a file of any size. Exits with 0 if no row failed, with 1 if some did, and with 2 if the import could not start or continue.",
  {
    file: argument("file", "The file; - for standard input"),
    map: optional("map", 'The field for each column: "Mail=email,No=custom_fields.customer_number,Notes="'),
    matchOn: Flag.Literals("match-on", ["email", "phone_number", "external_contact_id", "uuid"]).pipe(
      Flag.withDescription(
        "The field that matches rows to contacts. An invalid value, such as n/a, matches nobody. By default every row creates a contact"
      ),
      Flag.optional
    ),
    mergeType: Flag.Literals("merge-type", ["create_or_update", "create", "update"]).pipe(
      Flag.withDescription("create skips rows that match a contact; update skips rows that match none"),
      Flag.withDefault("create_or_update")
    ),
    archived: Flag.Literals("archived", ["keep", "restore"]).pipe(
      Flag.withDescription("Whether archived contacts stay archived, with a warning, or are restored"),
      Flag.withDefault("keep")
    ),
    list: optional("list", "A list that the contacts join, by its name or UUID"),
    format: format("CSV, or JSON: an object per line, or a list. By default the content and the name decide"),
    sheet: optional("sheet", "The sheet of a workbook. The default is its first"),
    header: Flag.Boolean("header").pipe(
      Flag.withDescription("Whether the first row has the names of the columns. Without names they are A, B, C"),
      Flag.withDefault(true)
    ),
    delimiter: optional("delimiter", "The cell separator, or tab. The default is a comma"),
    empty: Flag.Literals("empty", ["keep", "clear"]).pipe(
      Flag.withDescription("Whether an empty cell leaves its field unchanged or clears it"),
      Flag.withDefault("keep")
    ),
    encoding: optional(
      "encoding",
      "The encoding of the file, such as windows-1252 or another WHATWG encoding name. The default is utf-8"
    ),
    country: optional(
      "country",
      "The country of national phone numbers, as two letters such as DE. Its prefix is added"
    ),
    strict: on("strict", "Fail rows with warnings"),
    lenient: on("lenient", "Import rows without their invalid values, and warn"),
    mapValue: optional(
      "map-value",
      'What texts of the file mean to a custom field: "Tags:Very important=VIP,Tags:Unknown="'
    ),
    locale: optional(
      "locale",
      "The language or locale in which numbers and dates are written, such as de-CH. By default it is detected from the cells"
    ),
    dateFormat: optional(
      "date-format",
      "The date format, such as DD/MM/YYYY. By default it is detected from the cells"
    ),
    timeZone: optional(
      "time-zone",
      "The time zone of times without an offset, such as Europe/Berlin. The default is UTC"
    ),
    decimal: Flag.Literals("decimal", [".", ","]).pipe(
      Flag.withDescription("The decimal sign. By default it is detected from the cells"),
      Flag.optional
    ),
    separator: optional(
      "separator",
      "The separator of options or lists within a cell. By default it is detected for each cell"
    ),
    multiselect: Flag.Literals("multiselect", ["replace", "add"]).pipe(
      Flag.withDescription("Whether options replace the options of a contact or are added to them"),
      Flag.withDefault("replace")
    ),
    dryRun: on("dry-run", "Show what the import would do, without changing anything"),
    json: jsonFlag,
    report: optional("report", "A CSV file to write with all failures, warnings and merged rows"),
    errors: optional("errors", "A file to write with the failed rows, their numbers and reasons"),
    fromRow: Flag.Int("from-row").pipe(
      Flag.withDescription("The first row to import, to continue an interrupted import"),
      Flag.withSchema(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
      Flag.withDefault(1)
    )
  },
  ({ importContacts }) => importContacts,
  [
    {
      command: 'rollcall contacts import people.csv --map "Mail=email,Handy=phone_number" --match-on email',
      description: "Create or update contacts from a file"
    },
    {
      command: "rollcall contacts import failed.csv --errors failed-again.csv",
      description: "Import the corrected rows"
    }
  ]
)

const exportCommand = Command.make(
  "export",
  {
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withDescription("The file to write. The default is standard output"),
      Flag.optional
    ),
    format: format("CSV with a header, or one JSON object per line. The default depends on the file name"),
    search: optional("search", "Only contacts that match these words"),
    where: whereFlag,
    ...setFlags,
    for: Flag.Literals("for", ["spreadsheet"]).pipe(
      Flag.withDescription(
        "spreadsheet: CSV that Excel reads as UTF-8, with labels of options, and marks against changes by the spreadsheet"
      ),
      Flag.optional
    ),
    filter: optional(
      "filter",
      'Only contacts that match all of these filters, a list as in "advanced_search" of the API'
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
      description: "Export the contacts on a list that match a filter"
    }
  ])
)

export const contactsCommand = Command.make("contacts").pipe(
  Command.withDescription(
    "List and search contacts, show what happened with one, import them from files, export them, archive, merge and erase them."
  ),
  Command.withSubcommands([
    ...searchCommands,
    timelineCommand,
    importCommand,
    ...importCommands,
    exportCommand,
    ...changeCommands,
    ...mergeCommands
  ])
)
