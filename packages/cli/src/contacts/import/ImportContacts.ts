import {
  checkRow,
  type ColumnMap,
  type ColumnTarget,
  type CsvOptions,
  type CsvPart,
  csvRows,
  FieldWords,
  type InputFile,
  type JsonPart,
  jsonRows,
  mapProposal,
  type MapRule,
  type MatchCheck,
  matchSentence,
  MatchValues,
  nameOf,
  readMap
} from "@rollcall/contact-files"
import { nextId } from "@rollcall/core/operations"
import { type ArchivedContacts, maxFileNameLength, type MergeType } from "@rollcall/core/people"
import { Effect, Layer, Option, Stream } from "effect"
import { basename, resolve } from "node:path"
import { orRefuse, RowsFailed } from "../../CommandRefused.ts"
import { exitWith } from "../../ExitCode.ts"
import type { FileFormat, FormatFlags } from "../reading/ImportFormat.ts"
import { openInput, partsOf } from "../reading/InputFile.ts"
import { makeProgress, type Progress } from "../../screen/Progress.ts"
import type { AddressFlags } from "../../targets/Address.ts"
import { customFields } from "../../targets/CustomFieldList.ts"
import { forCommand, layerTarget } from "../../targets/CommandTarget.ts"
import { listNamed } from "../../targets/NamedSets.ts"
import { refuse, Target } from "../../targets/Target.ts"
import { type CellFlags, cellFormatOf } from "./rows/CellFormats.ts"
import { type FailedRows, noFailedRows, openFailedRows } from "./report/FailedRows.ts"
import { makeRun } from "./Batches.ts"
import { ImportClient, type ImportPlan } from "./ImportClient.ts"
import { ImportReport } from "./report/ImportReport.ts"
import { importRows } from "./ImportRun.ts"
import { lenientCheck } from "./rows/LenientRows.ts"
import { noReportFile, openReportFile } from "./report/ReportFile.ts"
import { nationalNumbersOf } from "./rows/NationalNumber.ts"
import { makeRowLists } from "./rows/RowLists.ts"

export interface ImportInput extends CellFlags, FormatFlags {
  readonly map: Option.Option<string>
  readonly matchOn: Option.Option<NonNullable<ImportPlan["match_on_field"]>>
  readonly mergeType: MergeType
  readonly archived: ArchivedContacts
  readonly list: Option.Option<string>
  readonly empty: "keep" | "clear"
  readonly country: Option.Option<string>
  readonly strict: boolean
  readonly lenient: boolean
  readonly dryRun: boolean
  readonly json: boolean
  readonly errors: Option.Option<string>
  readonly report: Option.Option<string>
  readonly fromRow: number
}

export const importContacts = (input: ImportInput, target: AddressFlags) =>
  Effect.provide(
    importFile(input),
    input.dryRun
      ? Layer.provideMerge(dryRun, layerTarget(target))
      : Layer.provideMerge(ImportClient.layer, layerTarget(target, { imports: true }))
  )

const dryRun = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("./DryRun.ts")),
    ({ layerDryRun }) => forCommand(layerDryRun)
  )
)

/** Imports a file, and shows its progress and the results of its rows. Fails if a row failed. */
export const importFile = Effect.fn("ImportContacts.importFile")(function* (input: ImportInput) {
  const { continuation } = yield* Target
  const plan: ImportPlan = {
    match_on_field: Option.getOrNull(input.matchOn),
    merge_type: input.mergeType,
    archived_contacts: input.archived,
    file_name: input.file === "-" ? null : basename(input.file).slice(0, maxFileNameLength),
    file_uuid: yield* nextId,
    contact_list_uuid: Option.isNone(input.list)
      ? null
      : yield* Effect.catch(listNamed("--list", input.list.value), refuse)
  }
  if (input.strict && input.lenient) return yield* refuse({ message: "--strict and --lenient exclude each other" })
  if (plan.merge_type === "update" && plan.match_on_field === null) {
    return yield* refuse({ message: "--merge-type update needs --match-on" })
  }
  const toInternational = yield* numbersOf(input.country)
  const { format, input: file, sheets } = yield* openInput(input)
  const definitions = yield* Effect.catch(customFields, refuse)
  const cells = yield* cellFormatOf(input, definitions)
  const rules = yield* orRefuse(
    readMap(
      Option.getOrElse(input.map, () => ""),
      definitions
    )
  )
  const failed = yield* failedRowsOf(input, format)
  const progress = yield* makeProgress("rows")
  const words = new FieldWords(definitions)
  const run = makeRun(plan, input.fromRow, words)
  const report = new ImportReport({
    run,
    continuation,
    errors: input.errors,
    failed,
    reportPath: input.report,
    reportFile: yield* reportFileOf(input),
    plan,
    definitions,
    progress,
    json: input.json,
    dryRun: input.dryRun
  })

  const [sheet, ...others] = sheets.map((name) => JSON.stringify(name))
  if (others.length > 0) yield* progress.say(`Sheet: ${sheet}. Use --sheet for another: ${others.join(", ")}`)
  const options = { definitions, empty: input.empty, format: cells, rules }
  yield* Effect.forEach(matchLines(plan, yield* readSample(file, format, options)), progress.say, { discard: true })
  const rows = readRows(file, format, options, { failed, progress, words })
  const lenient = input.lenient ? lenientCheck(definitions) : null
  const checks = { strict: input.strict, toInternational, lenient, words }
  const addLists = yield* makeRowLists({ strict: input.strict, separator: cells.separator })
  yield* importRows(
    rows.pipe(
      Stream.dropWhile(({ number }) => number < input.fromRow),
      Stream.map(checkRow(checks)),
      Stream.mapEffect(addLists)
    ),
    plan,
    run
  ).pipe(
    Stream.runForEach((finished) =>
      Effect.gen(function* () {
        yield* report.batch(finished)
        run.report(finished)
        yield* progress.show(run.reported, file.size === null ? null : finished.end / file.size)
      })
    ),
    Effect.catch(({ message }) => report.stop(message)),
    Effect.onInterrupt(() => Effect.ensuring(report.interrupted, exitWith(2)))
  )
  yield* report.end
  if (run.counts.failed > 0) return yield* new RowsFailed()
}, Effect.scoped)

const numbersOf = (country: Option.Option<string>) =>
  Option.isNone(country) ? Effect.succeed(null) : orRefuse(nationalNumbersOf(country.value))

const reportFileOf = ({ file, fromRow, report }: ImportInput) => {
  if (Option.isNone(report)) return Effect.succeed(noReportFile)
  if (resolve(report.value) === resolve(file)) {
    return refuse({ message: `--report: ${file} is the file that is imported` })
  }
  return openReportFile(report.value, fromRow > 1)
}

const failedRowsOf = ({ errors, file, fromRow }: ImportInput, format: FileFormat) => {
  if (Option.isNone(errors)) return Effect.succeed(noFailedRows)
  if (resolve(errors.value) === resolve(file))
    return refuse({ message: `--errors: ${file} is the file that is imported` })
  const delimiter = (format._tag === "Csv" ? format.delimiter : null) ?? ","
  return openFailedRows(errors.value, { append: fromRow > 1, delimiter })
}

type ReadOptions = Omit<CsvOptions, "delimiter">

const filePartsOf = (file: InputFile, format: FileFormat, options: ReadOptions) =>
  format._tag === "JsonLines"
    ? partsOf<CsvPart | JsonPart>(jsonRows(file, options))
    : partsOf<CsvPart | JsonPart>(csvRows(file, { delimiter: null, ...format, ...options }))

/** Checks the first rows for fields that rows could be matched on. Skips input that can be read only once. */
const readSample = Effect.fnUntraced(function* (file: InputFile, format: FileFormat, options: ReadOptions) {
  const values = new MatchValues()
  if (file.size === null) return values.checks
  yield* filePartsOf(file, format, options).pipe(
    Stream.takeUntil((part) => {
      if (part._tag === "Rows") values.take(part.rows)
      return values.isFull
    }),
    Stream.runDrain
  )
  return values.checks
})

/** Returns problems with the field that rows are matched on, or, without one, suggests a field. */
const matchLines = ({ match_on_field }: ImportPlan, checks: ReadonlyArray<MatchCheck>): ReadonlyArray<string> => {
  if (match_on_field) {
    return checks
      .filter(({ field, isProposed }) => field === match_on_field && !isProposed)
      .map((check) => `Matched on ${match_on_field}: ${matchSentence(check)}.`)
  }
  const proposed = checks.find(({ isProposed }) => isProposed)
  const doubtful = checks.filter(({ isProposed }) => !isProposed)
  return [
    ...(proposed === undefined
      ? []
      : [
          `Every row creates a contact. Use --match-on ${proposed.field} to match existing contacts: ${matchSentence(proposed)}.`
        ]),
    ...doubtful.map((check) => `--match-on ${check.field} isn't proposed: ${matchSentence(check)}.`)
  ]
}

const readRows = (
  file: InputFile,
  format: FileFormat,
  options: ReadOptions,
  { failed, progress, words }: { readonly failed: FailedRows; readonly progress: Progress; readonly words: FieldWords }
) => {
  for (const { column, target } of options.rules) if (target !== null) words.take(nameOf(target), column)
  const read = filePartsOf(file, format, options)
  const parts =
    format._tag === "JsonLines"
      ? Stream.concat(Stream.drain(Stream.fromEffect(sayRules(options.rules, progress))), read)
      : read
  const take = Effect.fnUntraced(function* (part: CsvPart | JsonPart) {
    switch (part._tag) {
      case "Header":
        for (const { columns, target } of part.header.map.sources) {
          words.take(nameOf(target), part.header.columns[columns[0] ?? 0] ?? "")
        }
        yield* failed.begin(part.header.columns)
        yield* progress.say(mappingLines(part.header.columns, part.header.map))
        return []
      case "Unmapped":
        yield* progress.say(
          notImported(
            part.names,
            options.rules.flatMap(({ target }) => target ?? [])
          )
        )
        return []
      case "Rows":
        return part.rows
    }
  })
  return Stream.flattenIterable(Stream.mapEffect(parts, take))
}

const sayRules = (rules: ReadonlyArray<MapRule>, progress: Progress) => {
  const pairs = rules.flatMap(({ column, target }) => (target === null ? [] : [`${column} -> ${nameOf(target)}`]))
  return pairs.length === 0 ? Effect.void : progress.say(`Columns: ${pairs.join(", ")}`)
}

/** Lists which columns fill which fields, and which columns are ignored. */
const mappingLines = (columns: ReadonlyArray<string>, { sources, unmapped }: ColumnMap): string => {
  const pairs = sources.map(
    ({ columns: places, target }) => `${places.map((at) => columns[at]).join(" or else ")} -> ${nameOf(target)}`
  )
  return [
    `Columns: ${pairs.join(", ")}`,
    ...(unmapped.length === 0
      ? []
      : [
          notImported(
            unmapped,
            sources.map(({ target }) => target)
          )
        ])
  ].join("\n")
}

/** Lists ignored columns, and suggests fields for some of them. */
const notImported = (names: ReadonlyArray<string>, given: ReadonlyArray<ColumnTarget>): string => {
  const proposal = mapProposal(names, given)
  const rest = names.map((name) => (name === "" ? "a column without a name" : name)).join(", ")
  return `Not imported: ${rest}${proposal === undefined ? "" : `\nIf the names are right: ${proposal}`}`
}
