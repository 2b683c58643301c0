import { Effect, type Option } from "effect"
import { extname } from "node:path"
import { type CommandRefused, refusal } from "../../CommandRefused.ts"

/** How a file is written. A delimiter that was not given is what the file says itself, or else a comma. */
export type FileFormat = { readonly _tag: "Csv"; readonly delimiter: string | null } | { readonly _tag: "JsonLines" }

const formats = new Map<string, "csv" | "jsonl">([
  [".csv", "csv"],
  [".tsv", "csv"],
  [".jsonl", "jsonl"],
  [".ndjson", "jsonl"]
])

/** The format that a name says a file has. */
export const formatNamed = (file: string): "csv" | "jsonl" | undefined => formats.get(extname(file).toLowerCase())

/** How the file of an import is written, by what was said or else by its name. */
export const readFormat = ({
  delimiter,
  file,
  format
}: {
  readonly file: string
  readonly format: Option.Option<"csv" | "jsonl">
  readonly delimiter: Option.Option<string>
}): Effect.Effect<FileFormat, CommandRefused> => {
  const named = format._tag === "Some" ? format.value : formatNamed(file)
  if (named === undefined) {
    return refusal(`${file}: the file name does not show its format; give --format csv or --format jsonl`)
  }
  if (named === "jsonl") return Effect.succeed({ _tag: "JsonLines" })
  const sign = delimiter._tag === "Some" ? delimiter.value : file.toLowerCase().endsWith(".tsv") ? "tab" : null
  if (sign === null) return Effect.succeed({ _tag: "Csv", delimiter: null })
  if (sign === "tab" || sign === "\\t") return Effect.succeed({ _tag: "Csv", delimiter: "\t" })
  return /^[^"\r\n]$/.test(sign)
    ? Effect.succeed({ _tag: "Csv", delimiter: sign })
    : refusal("--delimiter must be one character, or tab")
}
