import { makeLruCache } from "@rollcall/core/operations"
import { fullLevel, levelOfOne, type TokenBucket } from "@rollcall/core/sending"
import { DateTime, Effect, Exit, Option, Semaphore } from "effect"
import { TooManyRequests } from "../errors/Refusals.ts"
import { type RequestRate, takePermit } from "./RequestRate.ts"

/** The most addresses, accepted tokens and rejected tokens to track. */
const maxTracked = 10_000

/** The most concurrent lookups of tokens that were not yet accepted from an address. */
const maxLookups = 8

/**
 * Limits the failed authentications of an address. Runs the lookup of a token, which is given by its hash, or fails without
 * a lookup after too many failures.
 */
export type FailureLimit = <A, E, R>(
  address: Option.Option<string>,
  hash: string,
  lookup: Effect.Effect<Option.Option<A>, E, R>
) => Effect.Effect<Option.Option<A>, E | TooManyRequests, R>

/** Makes the limit on failed authentications per minute; 0 for no limit. A negative number or a fraction is a defect. */
export const makeFailureLimit = (perMinute: number): Effect.Effect<FailureLimit> =>
  Number.isSafeInteger(perMinute) && perMinute >= 0
    ? Effect.succeed(perMinute === 0 ? unlimited : limitFailures(perMinute))
    : Effect.die(new Error("The limit on failed authentications must be a whole number of at least 0."))

const unlimited: FailureLimit = (_address, _hash, lookup) => lookup

/** The remaining failures of an address. */
interface AddressLimit {
  /** For tokens that have not failed before: an attacker who guesses sends a different token each time. */
  newTokens: TokenBucket
  /** For tokens that have failed before: a misconfigured program sends the same token each time. */
  rejectedTokens: TokenBucket
  readonly lookups: Semaphore.Semaphore
}

/**
 * Makes the limit, in the memory of this process. A token that was accepted before from the same address is always looked
 * up. Tokens that failed before have a separate limit, so that a misconfigured program doesn't lock out others. The tracked
 * tokens only decide whether a token is looked up, never what it may do. Without an address there is no limit.
 */
const limitFailures = (perMinute: number): FailureLimit => {
  const rate = { perSecond: perMinute / 60, burst: perMinute }
  const addresses = makeLruCache<AddressLimit>(maxTracked)
  const accepted = makeLruCache<true>(maxTracked)
  const rejected = makeLruCache<true>(maxTracked)

  const limitOf = (address: string, now: DateTime.Utc): AddressLimit => {
    const known = addresses.get(address)
    if (known !== undefined) return known
    const full: TokenBucket = { level: fullLevel(rate), at: now }
    const lookups = Semaphore.makeUnsafe(Math.min(maxLookups, perMinute))
    const made: AddressLimit = { newTokens: full, rejectedTokens: full, lookups }
    addresses.set(address, made)
    return made
  }

  return (address, hash, lookup) => {
    if (Option.isNone(address)) return lookup
    const token = `${hash} ${address.value}`
    const isAccepted = () => accepted.get(token) !== undefined
    const trackedLookup = Effect.map(lookup, (found) => {
      if (Option.isSome(found)) accepted.set(token, true)
      else {
        accepted.remove(token)
        rejected.set(hash, true)
      }
      return found
    })
    const limitedLookup = Effect.gen(function* () {
      const limit = limitOf(address.value, yield* DateTime.now)
      const found = yield* limit.lookups.withPermit(
        Effect.suspend(() => {
          // Another request may have looked up the same token in the meantime.
          if (isAccepted()) return Effect.succeed(null)
          const kind = rejected.get(hash) === undefined ? "newTokens" : "rejectedTokens"
          return lookupWithPermit(limit, kind, rate, trackedLookup)
        })
      )
      return found ?? (yield* trackedLookup)
    })
    return Effect.suspend(() => (isAccepted() ? trackedLookup : limitedLookup))
  }
}

/**
 * Runs a lookup with a permit to fail, and returns the permit if the lookup succeeds. Fails without a lookup if no permit
 * is left.
 */
const lookupWithPermit = Effect.fnUntraced(function* <A, E, R>(
  limit: AddressLimit,
  kind: "newTokens" | "rejectedTokens",
  rate: RequestRate,
  lookup: Effect.Effect<Option.Option<A>, E, R>
) {
  // The permit is taken before the lookup, so that concurrent requests can't exceed the limit together.
  const { left, retryAfter } = takePermit(limit[kind], rate, yield* DateTime.now)
  limit[kind] = left
  if (retryAfter !== null) {
    const message = "Too many requests from this address had no valid token."
    return yield* new TooManyRequests({ message, retryAfter })
  }
  return yield* Effect.onExit(lookup, (exit) =>
    Effect.sync(() => {
      // A client that disconnects before the response doesn't get its permit back.
      const failed = Exit.isSuccess(exit) ? Option.isNone(exit.value) : Exit.hasInterrupts(exit)
      if (failed) return
      const { at, level } = limit[kind]
      limit[kind] = { at, level: Math.min(fullLevel(rate), level + levelOfOne) }
    })
  )
})
