import { fullLevel, levelOfOne, type TokenBucket } from "@rollcall/core/delivery"
import { makeLruCache } from "@rollcall/core/shared"
import { DateTime, Effect, Exit, Option, Semaphore } from "effect"
import { takePermit, TooManyRequests } from "./RequestLimit.ts"

/** The most addresses, accepted tokens and refused tokens that are remembered. */
const maxRemembered = 10_000

/** How many tokens of an address are looked up at once that it was not known to have. */
const maxLookups = 8

/** The failed authentications of an address. */
interface Failures {
  /** What is left for tokens that did not fail before: somebody who guesses has others each time. */
  unseen: TokenBucket
  /** What is left for tokens that failed before: a program that is not configured has the same each time. */
  repeated: TokenBucket
  readonly lookups: Semaphore.Semaphore
}

/**
 * Limits the failed authentications a minute of each address, in the memory of this process. One too many fails without
 * a lookup. A token that was accepted from the same address before is always verified, and one that failed before has
 * a limit of its own, so that a broken program does not lock out the others. What is remembered decides whether a token is
 * looked up, never what it opens. Without an address, and with 0 a minute, there is no limit.
 */
const limitFailures = (perMinute: number) => {
  const rate = { perSecond: perMinute / 60, burst: perMinute }
  const addresses = makeLruCache<Failures>(maxRemembered)
  const accepted = makeLruCache<true>(maxRemembered)
  const refused = makeLruCache<true>(maxRemembered)

  const failuresOf = (address: string, now: DateTime.Utc): Failures => {
    const known = addresses.get(address)
    if (known !== undefined) return known
    const full: TokenBucket = { level: fullLevel(rate), at: now }
    const lookups = Semaphore.makeUnsafe(Math.min(maxLookups, perMinute))
    const made: Failures = { unseen: full, repeated: full, lookups }
    addresses.set(address, made)
    return made
  }

  return Effect.fnUntraced(function* <A, E, R>(
    address: Option.Option<string>,
    hash: string,
    lookup: Effect.Effect<Option.Option<A>, E, R>
  ) {
    if (perMinute === 0 || Option.isNone(address)) return yield* lookup
    const token = `${hash} ${address.value}`
    const remembered = Effect.map(lookup, (found) => {
      if (Option.isSome(found)) accepted.set(token, true)
      else {
        accepted.remove(token)
        refused.set(hash, true)
      }
      return found
    })
    if (accepted.get(token) !== undefined) return yield* remembered

    const failures = failuresOf(address.value, yield* DateTime.now)
    const limited = Effect.gen(function* () {
      // Another request has had the token accepted meanwhile.
      if (accepted.get(token) !== undefined) return null
      const kind = refused.get(hash) === undefined ? "unseen" : "repeated"
      // The permit is taken before the lookup, so that requests at once cannot exceed the limit together.
      const { left, retryAfter } = takePermit(failures[kind], rate, yield* DateTime.now)
      failures[kind] = left
      if (retryAfter !== null) {
        const message = "Too many requests from this address had no valid token."
        return yield* new TooManyRequests({ message, retryAfter })
      }
      return yield* Effect.onExit(remembered, (exit) =>
        Effect.sync(() => {
          // A client that does not wait for its answer does not get its permit back.
          const failed = Exit.isSuccess(exit) ? Option.isNone(exit.value) : Exit.hasInterrupts(exit)
          if (failed) return
          const { at, level } = failures[kind]
          failures[kind] = { at, level: Math.min(fullLevel(rate), level + levelOfOne) }
        })
      )
    })
    return (yield* failures.lookups.withPermit(limited)) ?? (yield* remembered)
  })
}

/** Limits the failed authentications a minute of each address; 0 is no limit. */
export type FailureLimit = ReturnType<typeof limitFailures>

/** Makes the limit on failed authentications. What is no whole number from 0 on is a defect. */
export const makeFailureLimit = (perMinute: number): Effect.Effect<FailureLimit> =>
  Number.isSafeInteger(perMinute) && perMinute >= 0
    ? Effect.succeed(limitFailures(perMinute))
    : Effect.die(new Error("The limit on failed authentications must be a whole number from 0 on."))
