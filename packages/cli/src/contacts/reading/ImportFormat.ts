import type { FileLook } from "@rollcall/contact-files"
import { Effect, Option } from "effect"
import { extname } from "node:path"
import { type CommandRefused, refusal } from "../../CommandRefused.ts"

/** The format of a file. `delimiter` is null if not given: the file's own delimiter, or else a comma. */
export type FileFormat =
  | { readonly _tag: "Csv"; readonly delimiter: string | null; readonly hasHeader: boolean }
  | { readonly _tag: "JsonLines" }
  | { readonly _tag: "Workbook"; readonly sheet: string | undefined; readonly hasHeader: boolean }

/** The arguments that say how to read the file. */
export interface FormatFlags {
  readonly file: string
  readonly format: Option.Option<"csv" | "jsonl">
  readonly delimiter: Option.Option<string>
  readonly encoding: Option.Option<string>
  readonly sheet: Option.Option<string>
  readonly header: boolean
}

const formats = new Map<string, "csv" | "jsonl">([
  [".csv", "csv"],
  [".tsv", "csv"],
  [".jsonl", "jsonl"],
  [".ndjson", "jsonl"]
])

/** Returns the format for a file name's extension. */
export const formatNamed = (file: string): "csv" | "jsonl" | undefined => formats.get(extname(file).toLowerCase())

/** Returns the format of the imported file: from the flags, from its content, or else from its name. */
export const readFormat = (
  { delimiter, encoding, file, format, header: hasHeader, sheet }: FormatFlags,
  { kind }: FileLook
): Effect.Effect<FileFormat, CommandRefused> => {
  if (kind === "workbook") {
    const flag = Object.entries({ format, delimiter, encoding }).find(([, value]) => Option.isSome(value))?.[0]
    return flag === undefined
      ? Effect.succeed({ _tag: "Workbook", sheet: Option.getOrUndefined(sheet), hasHeader })
      : refusal(`${file}: it is a workbook. Leave out --${flag}`)
  }
  if (Option.isSome(sheet)) return refusal(`--sheet: ${file} is not a workbook`)
  const named = Option.getOrElse(format, () => (kind === "json" ? "jsonl" : (formatNamed(file) ?? "csv")))
  if (named === "jsonl") return Effect.succeed({ _tag: "JsonLines" })
  const sign = Option.getOrElse(delimiter, () => (file.toLowerCase().endsWith(".tsv") ? "tab" : null))
  if (sign === null) return Effect.succeed({ _tag: "Csv", delimiter: null, hasHeader })
  if (sign === "tab" || sign === "\\t") return Effect.succeed({ _tag: "Csv", delimiter: "\t", hasHeader })
  return /^[^"\r\n]$/.test(sign)
    ? Effect.succeed({ _tag: "Csv", delimiter: sign, hasHeader })
    : refusal("--delimiter must be one character, or tab")
}
