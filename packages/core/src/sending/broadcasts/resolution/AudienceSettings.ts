import { Context, Duration } from "effect"

/** How audiences are resolved. Processes that share a store should agree on it. */
export type AudienceSettings = {
  /** The largest audience that is resolved before its request is answered, in contacts. */
  readonly inRequest: number
  /** The largest audience, in contacts. */
  readonly maxContacts: number
  /** How many audiences each process resolves at a time, besides those of requests. */
  readonly workers: number
  /** How often each process claims broadcasts whose audience is to be resolved, if the store does not know when one is. */
  readonly sweepEvery: Duration.Duration
  /** How long after its last step a resolution is due for any worker, if its worker has died. */
  readonly dueAfter: Duration.Duration
  /** How often a resolution is begun before its broadcast fails. */
  readonly maxAttempts: number
}

const defaults: AudienceSettings = {
  inRequest: 10_000,
  maxContacts: 1_000_000,
  workers: 2,
  sweepEvery: Duration.millis(500),
  dueAfter: Duration.seconds(60),
  maxAttempts: 100
}

/** The settings in force. A host provides its own; otherwise the defaults count. */
export const AudienceSettings = Context.Reference<AudienceSettings>(
  "@rollcall/core/sending/broadcasts/resolution/AudienceSettings",
  { defaultValue: () => defaults }
)

/**
 * How many messages a second a sender may send, for estimates. It is read when layers are built.
 *
 * @see docs/contributing/decisions.md, B15
 */
export const ExpectedRate = Context.Reference<number>("@rollcall/core/sending/broadcasts/resolution/ExpectedRate", {
  defaultValue: () => 80
})
