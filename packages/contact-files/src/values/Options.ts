import { parse } from "#csv"

/** What a text may name: an option, or anything else with its own name. */
export interface Named {
  readonly uuid: string
  readonly field_key: string
  readonly display_label: string
}

/** Between the options of a `multiselect` in one cell of an export. */
export const optionSeparator = "|"

/** What other products put between options, in the order in which it is looked for. */
const separators = [optionSeparator, ":::", ";", "\n", ","] as const

/**
 * The options that a cell of a `multiselect` names. A cell that is one option names that one, whatever signs it has; then
 * it may be a list in JSON, or texts with a separator between them, in quotes where they hold it. `separator` is the
 * one that was given, if any.
 */
export const readOptions = (
  known: ReadonlyArray<Named>,
  text: string,
  separator: string | null
): ReadonlyArray<string> => {
  const names = new Set(known.flatMap(({ display_label, field_key, uuid }) => [display_label, field_key, uuid]))
  if (names.has(text)) return [text]
  if (separator !== null) return filled(text.split(separator))
  const list = listIn(text)
  if (list !== undefined) return list
  const found = separators.find((sign) => text.includes(sign))
  return found === undefined ? filled([text]) : joined(quotedParts(text, found), found, names)
}

const filled = (parts: ReadonlyArray<string>): ReadonlyArray<string> =>
  parts.map((part) => part.trim()).filter((part) => part !== "")

/** The texts of a list in JSON. */
const listIn = (text: string): ReadonlyArray<string> | undefined => {
  if (!text.startsWith("[")) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((item) => typeof item === "string") ? filled(list) : undefined
  } catch {
    return undefined
  }
}

/** The parts of a text, of which some may stand in quotes. */
const quotedParts = (text: string, separator: string): ReadonlyArray<string> => {
  try {
    const records = parse(text, {
      delimiter: separator,
      relax_column_count: true,
      trim: true,
      record_delimiter: ["\0"]
    })
    return filled(records.flat())
  } catch {
    return filled(text.split(separator))
  }
}

/** Neighbouring parts that are the name of one option only together are that one. */
const joined = (parts: ReadonlyArray<string>, separator: string, names: ReadonlySet<string>): ReadonlyArray<string> => {
  const options: Array<string> = []
  for (let at = 0; at < parts.length;) {
    let end = at + 1
    if (!names.has(parts[at] ?? "")) {
      for (let until = parts.length; until > at + 1; until--) {
        const spellings = [`${separator} `, separator].map((between) => parts.slice(at, until).join(between))
        if (spellings.some((text) => names.has(text))) {
          end = until
          break
        }
      }
    }
    const whole = [`${separator} `, separator].map((between) => parts.slice(at, end).join(between))
    options.push(whole.find((text) => names.has(text)) ?? whole[0] ?? "")
    at = end
  }
  return options
}
