import { Context, Effect } from "effect"
import { fold } from "../../shared/Text.ts"
import { reservedKeys } from "../contact-fields/PredefinedFields.ts"

/** The longest key, in characters. */
const maxLength = 250

/**
 * How a name in any script becomes Latin letters, for the keys that are made from names. The default folds case and
 * takes the marks off Latin letters; other scripts are dropped. A host may provide a table of all scripts, which is large:
 * the effect loads it when a name is not plain ASCII.
 */
export const Transliteration = Context.Reference<Effect.Effect<(name: string) => string>>(
  "@rollcall/core/people/custom-fields/Transliteration",
  { defaultValue: () => Effect.succeed((name) => fold(name).normalize("NFKD").replace(/\p{M}/gu, "")) }
)

/** What makes a key of a name, before it is compared with others. A name in ASCII needs no table. */
export const keyMaker =
  (transliteration: Effect.Effect<(name: string) => string>) =>
  (name: string): Effect.Effect<string> =>
    isAscii(name)
      ? Effect.succeed(slug(name))
      : Effect.map(transliteration, (transliterate) => slug(transliterate(name)))

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text)

/** A key from Latin text: lower case, runs of anything else joined by `_`, never beginning with a digit. */
export const slug = (latin: string): string => {
  const joined = latin
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
  const begun = /^[a-z]/.test(joined) ? joined : joined === "" ? "field" : `field_${joined}`
  return begun.slice(0, maxLength).replace(/_+$/, "")
}

/** The key itself, or with `_2`, `_3`... behind it where it is taken. */
export const freeKey = (key: string, isTaken: (key: string) => boolean): string => {
  if (!isTaken(key)) return key
  for (let number = 2; ; number++) {
    const suffix = `_${number}`
    const candidate = key.slice(0, maxLength - suffix.length) + suffix
    if (!isTaken(candidate)) return candidate
  }
}

/** Whether a key means a predefined field and so cannot be a custom one. */
export const isReservedKey = (key: string): boolean => reservedKeys.has(key)
