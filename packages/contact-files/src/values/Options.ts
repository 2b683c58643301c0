import { fold, visible } from "@rollcall/core/operations"
import { unaccented } from "@rollcall/core/people"
import { parse } from "#csv"

/** Something that has a name, such as an option. */
export interface Named {
  readonly uuid: string
  readonly field_key: string
  readonly display_label: string
}

interface NamedOption extends Named {
  readonly archived: boolean
}

/** Normalises a name for comparison: without case, accents and surrounding white space. */
export const nameKey = (text: string): string => unaccented(fold(visible(text)))

/** Returns a function that computes its result once per object and caches it. */
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

/** Returns the normalised names of all things in a list. */
const keysOf = oncePer((known: ReadonlyArray<Named>) => new Set(known.flatMap(namesOf).map(nameKey)))

/** Indexes options: all exact names, and the label of the only active option with each normalised name. */
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
 * Returns the name of the option that a string means: the string itself if it is a label, key or uuid, else the label of
 * the only active option with this name, ignoring case and accents. Returns undefined if there is no such option or there
 * are several.
 */
export const optionNamed = (options: ReadonlyArray<NamedOption>, text: string): string | undefined => {
  const { exact, labels } = indexOf(options)
  return exact.has(text) ? text : (labels.get(nameKey(text)) ?? undefined)
}

/**
 * Returns the option that a custom field resolves a name to. Priority: an active option's label, a key, a uuid, an archived
 * option's label.
 */
const optionOf = (options: ReadonlyArray<NamedOption>, name: string): NamedOption | undefined =>
  options.find(({ archived, display_label }) => display_label === name && !archived) ??
  options.find(({ field_key }) => field_key === name) ??
  options.find(({ uuid }) => uuid === name) ??
  options.find(({ display_label }) => display_label === name)

/** Returns options for one cell, by label or key. Uses uuids if an import would resolve these names to other options. */
export const optionText = (
  options: ReadonlyArray<NamedOption>,
  keys: ReadonlyArray<string>,
  by: "display_label" | "field_key"
): string => {
  const chosen = keys.flatMap((key) => options.find(({ field_key }) => field_key === key) ?? [])
  // If a contact has an option, a name equal to the option's key means that option, even if it is the label of another one.
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

/** The separator of `multiselect` options in one cell of an export. */
export const optionSeparator = "|"

/** The separators of other products, in the order in which they are tried. */
const separators = [optionSeparator, ":::", ";", "\n", ","] as const

/**
 * Splits the cell of a `multiselect` into options. A cell that is the name of an option is that option, even if it contains
 * a separator. Otherwise the cell is a JSON list, or strings with a separator; strings that contain the separator are
 * quoted. If `separator` is null, the separator is detected.
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

/** Parses a JSON list of strings. Returns undefined for anything else. */
const listIn = (text: string): ReadonlyArray<string> | undefined => {
  if (!text.startsWith("[")) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((item) => typeof item === "string") ? filled(list) : undefined
  } catch {
    return undefined
  }
}

/** Splits a string into parts, which may be quoted. */
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

/** Joins neighbouring parts that form the name of an option only together. */
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
