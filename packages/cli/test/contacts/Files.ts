import { Effect, FileSystem, Option } from "effect"
import { TestConsole } from "effect/testing"
import { exportTo } from "../../src/contacts/export/ExportContacts.ts"
import { importFile, type ImportInput } from "../../src/contacts/import/ImportContacts.ts"
import { layerDryRun } from "../../src/contacts/import/DryRun.ts"

const input: Omit<ImportInput, "file"> = {
  map: Option.none(),
  matchOn: Option.some("email"),
  mergeType: "create_or_update",
  archived: "keep",
  list: Option.none(),
  format: Option.none(),
  delimiter: Option.none(),
  empty: "keep",
  encoding: Option.none(),
  sheet: Option.none(),
  header: true,
  country: Option.none(),
  strict: false,
  lenient: false,
  dateFormat: Option.none(),
  timeZone: Option.none(),
  decimal: Option.none(),
  separator: Option.none(),
  locale: Option.none(),
  mapValue: Option.none(),
  multiselect: "replace",
  dryRun: false,
  json: false,
  errors: Option.none(),
  report: Option.none(),
  fromRow: 1
}

/** Writes a file, imports it, and returns its failure, if any, and the file of failed rows. */
export const importText = Effect.fnUntraced(function* (text: string | Uint8Array, options: Partial<ImportInput> = {}) {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "rollcall-import-" })
  const file = `${folder}/${options.file ?? "people.csv"}`
  yield* files.writeFile(file, typeof text === "string" ? new TextEncoder().encode(text) : text)
  const errors = `${folder}/failed`
  const imported = importFile({ ...input, ...options, json: true, file, errors: Option.some(errors) })
  const before = (yield* TestConsole.logLines).length
  const ended = yield* Effect.result(options.dryRun ? Effect.provide(imported, layerDryRun) : imported)
  return {
    summary: (yield* TestConsole.logLines).slice(before).join("\n"),
    ended: ended._tag === "Failure" ? ended.failure : null,
    failed: yield* files.readFileString(errors)
  }
}, Effect.scoped)

/** Exports contacts to a file, and returns its text, with its BOM if it has one. */
export const exportText = Effect.fnUntraced(function* (options: {
  readonly format?: "csv" | "jsonl"
  readonly search?: string
  readonly filter?: string
  readonly where?: ReadonlyArray<string>
  readonly lists?: ReadonlyArray<string>
  readonly segments?: ReadonlyArray<string>
  readonly for?: "spreadsheet"
}) {
  const files = yield* FileSystem.FileSystem
  const file = yield* files.makeTempFileScoped()
  yield* exportTo({
    output: Option.some(file),
    format: Option.fromUndefinedOr(options.format),
    search: Option.fromUndefinedOr(options.search),
    filter: Option.fromUndefinedOr(options.filter),
    where: options.where ?? [],
    lists: options.lists ?? [],
    segments: options.segments ?? [],
    for: Option.fromUndefinedOr(options.for)
  })
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(yield* files.readFile(file))
}, Effect.scoped)
