import { fullLevel, levelOfOne, takePermits, type TokenBucket } from "@rollcall/core/sending"
import { makeLruCache } from "@rollcall/core/operations"
import { DateTime, Effect, Exit, Option, Result, Semaphore } from "effect"
import type { HttpServerRequest } from "effect/http"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import { TooManyRequests } from "../errors/Refusals.ts"

/** How many requests a caller may make. */
export interface RequestRate {
  /** Requests a second, in the long run. */
  readonly perSecond: number
  /** How many may come at once after a rest. */
  readonly burst: number
}

/**
 * Takes a permit from a bucket, and returns what is left. If there is no permit, `retryAfter` says when there is one, and
 * is null otherwise. When the clock goes back, the bucket is filled from then on.
 */
const takePermit = (bucket: TokenBucket, rate: RequestRate, now: DateTime.Utc) => {
  const [{ granted, retryAfter }, left] = takePermits({ ...bucket, at: DateTime.min(bucket.at, now) }, 1, rate, now)
  return { left, retryAfter: granted === 0 ? retryAfter : null }
}

/** The most callers whose requests are counted. One that is forgotten has its whole burst again. */
const maxCallers = 10_000

/** Counts requests by caller, in the memory of this process. */
export interface RequestLimit {
  /** Counts a request of a caller. Fails, and counts nothing, if it is one too many. */
  readonly count: (caller: string) => Effect.Effect<void, TooManyRequests>
  /** The same if the caller was counted before. Returns whether it was. */
  readonly countKnown: (caller: string) => Effect.Effect<boolean, TooManyRequests>
  readonly forget: (caller: string) => void
}

/** Where no rate is given. */
const unlimited: RequestLimit = { count: () => Effect.void, countKnown: () => Effect.succeed(true), forget: () => {} }

/** Makes the limit on the requests of each caller. A rate that lets no request through is a defect. */
export const makeRequestLimit = (rate: RequestRate | undefined): Effect.Effect<RequestLimit> => {
  if (rate === undefined) return Effect.succeed(unlimited)
  if (!(rate.perSecond > 0 && Number.isFinite(rate.perSecond) && rate.burst >= 1 && Number.isFinite(rate.burst))) {
    return Effect.die(new Error("The rate limit must be a positive number a second, and at least 1 at once."))
  }
  const buckets = makeLruCache<TokenBucket>(maxCallers)

  const count = Effect.fnUntraced(function* (caller: string) {
    const now = yield* DateTime.now
    const bucket = buckets.get(caller) ?? { level: fullLevel(rate), at: now }
    const { left, retryAfter } = takePermit(bucket, rate, now)
    buckets.set(caller, left)
    if (retryAfter !== null) {
      const message = `A caller may make ${rate.perSecond} requests a second, and ${rate.burst} at once.`
      return yield* new TooManyRequests({ message, retryAfter })
    }
  })

  return Effect.succeed({
    count,
    countKnown: (caller) =>
      Effect.suspend(() =>
        buckets.get(caller) === undefined ? Effect.succeed(false) : Effect.as(count(caller), true)
      ),
    forget: buckets.remove
  })
}

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

  const unknown = Effect.fnUntraced(function* <A, E, R>(
    address: string,
    token: string,
    hash: string,
    remembered: Effect.Effect<Option.Option<A>, E, R>
  ) {
    const failures = failuresOf(address, yield* DateTime.now)
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

  return <A, E, R>(
    address: Option.Option<string>,
    hash: string,
    lookup: Effect.Effect<Option.Option<A>, E, R>
  ): Effect.Effect<Option.Option<A>, E | TooManyRequests, R> => {
    if (perMinute === 0 || Option.isNone(address)) return lookup
    const token = `${hash} ${address.value}`
    const remembered = Effect.map(lookup, (found) => {
      if (Option.isSome(found)) accepted.set(token, true)
      else {
        accepted.remove(token)
        refused.set(hash, true)
      }
      return found
    })
    return Effect.suspend(() =>
      accepted.get(token) === undefined ? unknown(address.value, token, hash, remembered) : remembered
    )
  }
}

/** Limits the failed authentications a minute of each address; 0 is no limit. */
export type FailureLimit = ReturnType<typeof limitFailures>

/** Makes the limit on failed authentications. What is no whole number from 0 on is a defect. */
export const makeFailureLimit = (perMinute: number): Effect.Effect<FailureLimit> =>
  Number.isSafeInteger(perMinute) && perMinute >= 0
    ? Effect.succeed(limitFailures(perMinute))
    : Effect.die(new Error("The limit on failed authentications must be a whole number from 0 on."))

/**
 * Returns what counts as the address that a request comes from: an IPv4 address, or the /64 of an IPv6 address, which is
 * what one customer has. Behind so many trusted proxies it is the address that the outermost of them saw, from
 * `X-Forwarded-For`; whatever a client itself writes there is to the left of it.
 */
export const clientAddress = (
  { headers, remoteAddress }: Pick<HttpServerRequest.HttpServerRequest, "headers" | "remoteAddress">,
  trustedProxies: number
): Option.Option<string> => {
  if (trustedProxies === 0) return Option.map(remoteAddress, networkOf)
  const forwarded = headers["x-forwarded-for"]?.split(",") ?? []
  // Where an entry is missing the request did not come through all of the proxies.
  const seen = Option.fromUndefinedOr(forwarded[Math.max(0, forwarded.length - trustedProxies)])
  return Option.map(
    Option.orElse(seen, () => remoteAddress),
    (address) => networkOf(address.trim())
  )
}

/** The network of an address, which may have a port. A text that is none stands for itself. */
const networkOf = (text: string): string => {
  // Most addresses are this one kind, and are read for each request.
  if (/^[\d.]+$/.test(text)) return text
  const [, bare = text] = /^\[(.*)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? []
  const parsed = NetAddress.ipFromString(bare.replace(/%.*$/, ""))
  if (Result.isFailure(parsed)) return text.slice(0, maxText)
  const address = NetAddress.toCanonical(parsed.success)
  return NetAddress.isIpv4Address(address)
    ? NetAddress.formatIp(address)
    : IpNetwork.format(IpNetwork.fromAddressUnsafe(address, 64))
}

/** The longest text of an address, with its zone. */
const maxText = 64
