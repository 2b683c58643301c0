import { DateTime, Option } from "effect"
import { makeLruCache } from "../../shared/LruCache.ts"

/** How many names are kept: more than there are. */
const mostNames = 1_000

/** The name that `Intl` uses, by the name in lower case. */
const names = makeLruCache<string>(mostNames)

/** The name of a zone as `Intl` has it; none for a zone that it does not know. */
const nameOf = (given: string): Option.Option<string> => {
  const name = given.toLowerCase()
  const known = names.get(name)
  if (known !== undefined) return Option.some(known)
  const found = Option.liftThrowable(
    () => new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone
  )()
  if (Option.isSome(found)) names.set(name, found.value)
  return found
}

/**
 * The time zone of a name in any case. `DateTime.zoneMakeNamed` keeps a formatter of 30 KB for each spelling that it was ever
 * given: only the names that `Intl` has reach it.
 */
export const zoneOfName = (name: string): Option.Option<DateTime.TimeZone.Named> =>
  Option.flatMap(nameOf(name), DateTime.zoneMakeNamed)
