import type { ContactListUuid } from "@rollcall/core"
import type { MergeType } from "@rollcall/core/storage"
import { Effect, Layer, Option, Result, Stream } from "effect"
import { resolve } from "node:path"
import { CommandRefused, RowsFailed } from "../../CommandRefused.ts"
import { type ColumnMap, nameOf, readMap } from "../reading/ColumnMap.ts"
import { csvRows, type CsvOptions } from "../reading/CsvRows.ts"
import { type FileFormat, readFormat } from "../reading/ImportFormat.ts"
import { type InputFile, openInput } from "../reading/InputFile.ts"
import { jsonRows } from "../reading/JsonRows.ts"
import { makeProgress, type Progress } from "../../Screen.ts"
import type { AddressFlags } from "../../target/Address.ts"
import { customFields } from "../../target/CustomFieldList.ts"
import { layerTarget } from "../../target/CommandTarget.ts"
import { refuse, Target } from "../../target/Target.ts"
import { type FailedRows, noFailedRows, openFailedRows } from "./FailedRows.ts"
import { ImportClient } from "./ImportClient.ts"
import { ImportReport } from "./ImportReport.ts"
import { importRows } from "./ImportRun.ts"
import { ImportState } from "./ImportState.ts"
import type { ImportPlan } from "./SendRows.ts"

/** The arguments of `rollcall contacts import`. */
export interface ImportInput {
  readonly file: string
  readonly map: Option.Option<string>
  readonly matchOn: Option.Option<NonNullable<ImportPlan["match_on_field"]>>
  readonly mergeType: MergeType
  readonly list: Option.Option<ContactListUuid>
  readonly format: Option.Option<"csv" | "jsonl">
  readonly delimiter: Option.Option<string>
  readonly empty: "keep" | "clear"
  readonly errors: Option.Option<string>
  readonly fromRow: number
}

/** Imports a file into where the flags say. */
export const importContacts = (input: ImportInput, target: AddressFlags) =>
  Effect.provide(importFile(input), Layer.provideMerge(ImportClient.layer, layerTarget(target, { imports: true })))

/** Imports a file, shows its progress and the outcome of its rows. Fails when a row did. */
export const importFile = Effect.fn("ImportContacts.importFile")(function* (input: ImportInput) {
  const { continuation } = yield* Target
  const format = yield* readFormat(input)
  const plan: ImportPlan = {
    match_on_field: Option.getOrNull(input.matchOn),
    merge_type: input.mergeType,
    contact_list_uuid: Option.getOrNull(input.list)
  }
  if (plan.merge_type === "update" && plan.match_on_field === null) {
    return yield* refuse({ message: "--merge-type update needs --match-on" })
  }
  const file = yield* openInput(input.file)
  const definitions = yield* Effect.catch(customFields, refuse)
  const rules = yield* Effect.fromResult(
    Result.mapError(
      readMap(
        Option.getOrElse(input.map, () => ""),
        definitions
      ),
      (message) => new CommandRefused({ message })
    )
  )
  const failed = yield* failedRowsOf(input, format)
  const progress = yield* makeProgress("rows")
  const state = new ImportState(input.fromRow)
  const report = new ImportReport({ state, continuation, errors: input.errors, failed, plan, progress })

  const rows = readRows(file, format, { definitions, empty: input.empty, rules }, { failed, progress })
  yield* importRows(
    Stream.dropWhile(rows, ({ number }) => number < input.fromRow),
    plan,
    state
  ).pipe(
    Stream.runForEach((finished) =>
      Effect.gen(function* () {
        yield* report.failures(finished.failures)
        state.report(finished)
        yield* progress.show(state.reported, file.size === null ? null : finished.end / file.size)
      })
    ),
    Effect.catch(({ message }) => report.stop(message)),
    Effect.onInterrupt(() =>
      Effect.ensuring(
        report.interrupted,
        Effect.sync(() => {
          process.exitCode = 2
        })
      )
    )
  )
  yield* report.end
  if (state.counts.failed > 0) return yield* new RowsFailed()
}, Effect.scoped)

const failedRowsOf = ({ errors, file, fromRow }: ImportInput, format: FileFormat) => {
  if (Option.isNone(errors)) return Effect.succeed(noFailedRows)
  if (resolve(errors.value) === resolve(file))
    return refuse({ message: `--errors: ${file} is the file that is imported` })
  const delimiter = format._tag === "Csv" ? format.delimiter : ","
  return openFailedRows(errors.value, { append: fromRow > 1, delimiter })
}

const readRows = (
  file: InputFile,
  format: FileFormat,
  options: Omit<CsvOptions, "delimiter">,
  { failed, progress }: { readonly failed: FailedRows; readonly progress: Progress }
) =>
  format._tag === "JsonLines"
    ? jsonRows(file, options, (names) => progress.say(`Not imported: ${names.join(", ")}`))
    : csvRows(file, { ...options, delimiter: format.delimiter }, ({ columns, map }) =>
        Effect.andThen(failed.begin(columns), progress.say(mappingLines(columns, map)))
      )

/** The fields that the columns give, and the columns that are left out. */
const mappingLines = (columns: ReadonlyArray<string>, { targets, unmapped }: ColumnMap): string => {
  const pairs = columns.flatMap((column, at) => {
    const target = targets[at]
    return target === null || target === undefined ? [] : [`${column} -> ${nameOf(target)}`]
  })
  const rest = unmapped.map((name) => (name === "" ? "a column without a name" : name)).join(", ")
  return `Columns: ${pairs.join(", ")}${rest === "" ? "" : `\nNot imported: ${rest}`}`
}
