import { Context, Effect } from "effect"
import { fold } from "../../shared/Text.ts"
import { reservedKeys } from "../contact-fields/PredefinedFields.ts"

/** The maximum length of a key, in characters. */
const maxLength = 250

/**
 * Transliterates names to Latin letters for keys. The default folds case, strips the marks of Latin letters and drops other
 * scripts. A host may provide a table of all scripts. A large table is loaded only for a name that isn't ASCII.
 */
export const Transliteration = Context.Reference<Effect.Effect<(name: string) => string>>(
  "@rollcall/core/people/custom-fields/Transliteration",
  { defaultValue: () => Effect.succeed((name) => fold(name).normalize("NFKD").replace(/\p{M}/gu, "")) }
)

/** Returns a function that makes a key from a name. The key may be taken already. ASCII names need no transliteration. */
export const keyMaker =
  (transliteration: Effect.Effect<(name: string) => string>) =>
  (name: string): Effect.Effect<string> =>
    isAscii(name)
      ? Effect.succeed(slug(name))
      : Effect.map(transliteration, (transliterate) => slug(transliterate(name)))

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text)

/**
 * Returns a key from Latin text: lower case, with runs of other characters replaced by `_`, never starting with a digit.
 */
export const slug = (latin: string): string => {
  const joined = latin
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
  const begun = /^[a-z]/.test(joined) ? joined : joined === "" ? "field" : `field_${joined}`
  return begun.slice(0, maxLength).replace(/_+$/, "")
}

/** Returns the key, with the suffix `_2`, `_3` and so on if the key is taken. */
export const freeKey = (key: string, isTaken: (key: string) => boolean): string => {
  if (!isTaken(key)) return key
  for (let number = 2; ; number++) {
    const suffix = `_${number}`
    const candidate = key.slice(0, maxLength - suffix.length) + suffix
    if (!isTaken(candidate)) return candidate
  }
}

/** Returns whether a key is reserved for a predefined field. */
export const isReservedKey = (key: string): boolean => reservedKeys.has(key)
