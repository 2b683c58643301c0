import { parse } from "#csv"

/** A named thing, such as an option. */
export interface Named {
  readonly uuid: string
  readonly field_key: string
  readonly display_label: string
}

/** The separator of a `multiselect`'s options in one cell of an export. */
export const optionSeparator = "|"

/** The separators of other products, in the order in which they are tried. */
const separators = [optionSeparator, ":::", ";", "\n", ","] as const

/**
 * The options in a cell of a `multiselect`. A cell with the exact name of an option is that option, even with a separator in it.
 * Otherwise the cell is a list in JSON, or strings with a separator between them. Strings that contain the separator are quoted.
 * `separator` is the given separator, if any.
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

/** The strings of a list in JSON. */
const listIn = (text: string): ReadonlyArray<string> | undefined => {
  if (!text.startsWith("[")) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((item) => typeof item === "string") ? filled(list) : undefined
  } catch {
    return undefined
  }
}

/** The parts of a string. Some of them may be quoted. */
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

/** Joins neighbouring parts that only together are the name of an option. */
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
