import { DateTime, Option } from "effect"
import { makeLruCache } from "../../shared/LruCache.ts"

/** The maximum number of cached names. Fewer names exist. */
const mostNames = 1_000

/** The `Intl` names of time zones, by given name in lower case. */
const names = makeLruCache<string>(mostNames)

/** Returns the `Intl` name of a zone, or `None` for an unknown zone. */
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
 * Returns the time zone with a name in any letter case. Calls `DateTime.zoneMakeNamed` only with `Intl` names, because that
 * function caches a formatter of 30 KB for each spelling.
 */
export const zoneOfName = (name: string): Option.Option<DateTime.TimeZone.Named> =>
  Option.flatMap(nameOf(name), DateTime.zoneMakeNamed)
