import type { KnownField } from "@rollcall/contact-files"

/** Suggests, for each field with unknown options, a flag that maps them and a command that adds them. */
export const optionHints = (
  unknown: ReadonlyMap<string, ReadonlySet<string>>,
  definitions: ReadonlyArray<KnownField>
): ReadonlyArray<string> =>
  definitions.flatMap((field) => {
    const names = [...(unknown.get(field.field_key) ?? [])]
    if (names.length === 0 || field.sensitive === true) return []
    const pairs = names.map((name) => pairOf(`${field.field_key}:${name}=`))
    return [
      `To map them to options of ${field.name}: --map-value ${quoted(pairs.join(","))}, each with an option behind its =`,
      `To add them: rollcall fields update ${field.field_key} ${names.map((name) => `--add-option ${quoted(name)}`).join(" ")}`
    ]
  })

const pairOf = (pair: string): string => (/[",]/.test(pair) ? `"${pair.replaceAll('"', '""')}"` : pair)

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
