import { fold, visible } from "@rollcall/core/operations"
import { unaccented } from "@rollcall/core/people"
import { parse } from "#csv"

/** A named thing, such as an option. */
export interface Named {
  readonly uuid: string
  readonly field_key: string
  readonly display_label: string
}

/** An option of a field. */
interface NamedOption extends Named {
  readonly archived: boolean
}

/** A name as it is compared: without case, accents and white space around it. */
export const nameKey = (text: string): string => unaccented(fold(visible(text)))

/** What is made once of each list of named things. */
export const oncePer = <Key extends object, Made>(make: (key: Key) => Made): ((key: Key) => Made) => {
  const made = new WeakMap<Key, Made>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(key)
    made.set(key, fresh)
    return fresh
  }
}

const namesOf = ({ display_label, field_key, uuid }: Named) => [display_label, field_key, uuid]

/** All names of some things. */
const keysOf = oncePer((known: ReadonlyArray<Named>) => new Set(known.flatMap(namesOf).map(nameKey)))

/** The names of options to the letter, and the label of the only option in use that has a name. */
const indexOf = oncePer((options: ReadonlyArray<NamedOption>) => {
  const labels = new Map<string, string | null>()
  for (const option of options.filter(({ archived }) => !archived)) {
    for (const key of new Set(namesOf(option).map(nameKey))) {
      labels.set(key, labels.has(key) ? null : option.display_label)
    }
  }
  return { exact: new Set(options.flatMap(namesOf)), labels }
})

/**
 * A name of the option that a text means: the text itself where it is a label, a key or a uuid, or the label of the only option
 * in use that has it as a name apart from case and accents. Undefined without one, or with several.
 */
export const optionNamed = (options: ReadonlyArray<NamedOption>, text: string): string | undefined => {
  const { exact, labels } = indexOf(options)
  return exact.has(text) ? text : (labels.get(nameKey(text)) ?? undefined)
}

/** The option that a field takes a name for: a label in use counts first, then a key, a uuid and the label of an archived one. */
const optionOf = (options: ReadonlyArray<NamedOption>, name: string): NamedOption | undefined =>
  options.find(({ archived, display_label }) => display_label === name && !archived) ??
  options.find(({ field_key }) => field_key === name) ??
  options.find(({ uuid }) => uuid === name) ??
  options.find(({ display_label }) => display_label === name)

/**
 * The options with these keys in one cell, by their labels or keys. Where an import would take these for other options, it has
 * uuids.
 */
export const optionText = (
  options: ReadonlyArray<NamedOption>,
  keys: ReadonlyArray<string>,
  by: "display_label" | "field_key"
): string => {
  const chosen = keys.flatMap((key) => options.find(({ field_key }) => field_key === key) ?? [])
  // A contact that has an option takes its key for it, also where that is the label of another one.
  const isOwn = (name: string, option: NamedOption) =>
    optionOf(options, name) === option && chosen.every((other) => other === option || other.field_key !== name)
  const names = chosen.map(
    (option) => [option[by], option.field_key].find((name) => isOwn(name, option)) ?? option.uuid
  )
  const text = names.join(optionSeparator)
  const read = readOptions(options, text, null).map((name) => optionNamed(options, name) ?? name)
  const isSame = read.length === names.length && names.every((name, at) => read[at] === name)
  return isSame ? text : chosen.map(({ uuid }) => uuid).join(optionSeparator)
}

/** The separator of a `multiselect`'s options in one cell of an export. */
export const optionSeparator = "|"

/** The separators of other products, in the order in which they are tried. */
const separators = [optionSeparator, ":::", ";", "\n", ","] as const

/**
 * The options in a cell of a `multiselect`. A cell with the name of an option is that option, even with a separator in it.
 * Otherwise the cell is a list in JSON, or strings with a separator between them. Strings that contain the separator are quoted.
 * `separator` is the given separator, if any.
 */
export const readOptions = (
  known: ReadonlyArray<Named>,
  text: string,
  separator: string | null
): ReadonlyArray<string> => {
  const names = keysOf(known)
  if (names.has(nameKey(text))) return [text]
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
    if (!names.has(nameKey(parts[at] ?? ""))) {
      for (let until = parts.length; until > at + 1; until--) {
        const spellings = [`${separator} `, separator].map((between) => parts.slice(at, until).join(between))
        if (spellings.some((text) => names.has(nameKey(text)))) {
          end = until
          break
        }
      }
    }
    const whole = [`${separator} `, separator].map((between) => parts.slice(at, end).join(between))
    options.push(whole.find((text) => names.has(nameKey(text))) ?? whole[0] ?? "")
    at = end
  }
  return options
}
