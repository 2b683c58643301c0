import type { ContactListUuid, MatchField, MergeType } from "@rollcall/core"
import { Effect, Option, Result, Stream } from "effect"
import { resolve } from "node:path"
import { CommandRefused, RowsFailed } from "../../CommandRefused.ts"
import { type ColumnMap, nameOf, readMap } from "../reading/ColumnMap.ts"
import { csvRows, type CsvOptions } from "../reading/CsvRows.ts"
import { type FileFormat, readFormat } from "../reading/ImportFormat.ts"
import { type InputFile, openInput } from "../reading/InputFile.ts"
import { jsonRows } from "../reading/JsonRows.ts"
import { makeProgress, type Progress } from "../../Screen.ts"
import type { AddressFlags } from "../../target/Address.ts"
import { importTargetLayer } from "../target/Target.ts"
import { type FailedRows, noFailedRows, openFailedRows } from "./FailedRows.ts"
import type { ImportPlan } from "./HandOver.ts"
import { ImportAccount } from "./ImportAccount.ts"
import { ImportReport } from "./ImportReport.ts"
import { importRows } from "./ImportRun.ts"
import { ImportTarget } from "./ImportTarget.ts"

/** What `rollcall contacts import` was told. */
export interface ImportInput {
  readonly file: string
  readonly map: Option.Option<string>
  readonly matchOn: Option.Option<MatchField>
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
  Effect.provide(importFile(input), importTargetLayer(target))

/** Imports a file, shows how far it is, and says what became of its rows. Fails when a row did. */
export const importFile = Effect.fn("ImportContacts.importFile")(function* (input: ImportInput) {
  const target = yield* ImportTarget
  const format = yield* readFormat(input)
  const plan: ImportPlan = {
    matchOnField: Option.getOrNull(input.matchOn),
    mergeType: input.mergeType,
    contactListUuid: Option.getOrNull(input.list)
  }
  if (plan.mergeType === "update" && plan.matchOnField === null)
    return yield* refuse("--merge-type update needs --match-on")
  const file = yield* openInput(input.file)
  const definitions = yield* target.definitions
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
  const account = new ImportAccount(input.fromRow)
  const { afterwards } = target
  const report = new ImportReport({ account, afterwards, errors: input.errors, failed, plan, progress })

  const rows = readRows(file, format, { definitions, empty: input.empty, rules }, { failed, progress })
  yield* importRows(
    Stream.dropWhile(rows, ({ number }) => number < input.fromRow),
    plan,
    account
  ).pipe(
    Stream.runForEach((settled) =>
      Effect.gen(function* () {
        yield* report.tell(settled.failures)
        account.close(settled)
        yield* progress.show(account.settled, file.size === null ? null : settled.end / file.size)
      })
    ),
    Effect.catchTags({
      CommandRefused: ({ message }) => report.stop(message),
      TargetLost: ({ message }) => report.stop(message)
    }),
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
  if (account.counts.failed > 0) return yield* new RowsFailed()
}, Effect.scoped)

const refuse = (message: string) => Effect.fail(new CommandRefused({ message }))

const failedRowsOf = ({ errors, file, fromRow }: ImportInput, format: FileFormat) => {
  if (Option.isNone(errors)) return Effect.succeed(noFailedRows)
  if (resolve(errors.value) === resolve(file)) return refuse(`--errors: ${file} is the file that is imported`)
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

/** What becomes of the columns, and which are left out. */
const mappingLines = (columns: ReadonlyArray<string>, { targets, unmapped }: ColumnMap): string => {
  const pairs = columns.flatMap((column, at) => {
    const target = targets[at]
    return target === null || target === undefined ? [] : [`${column} -> ${nameOf(target)}`]
  })
  const rest = unmapped.map((name) => (name === "" ? "a column without a name" : name)).join(", ")
  return `Columns: ${pairs.join(", ")}${rest === "" ? "" : `\nNot imported: ${rest}`}`
}
