import { Context, Duration } from "effect"

/** Settings for resolving audiences. Processes that share a store should use the same settings. */
export type AudienceSettings = {
  /** The largest audience that is resolved during the request, in contacts. */
  readonly inRequest: number
  /** The largest audience, in contacts. */
  readonly maxContacts: number
  /** The number of audiences that each process resolves at a time, in addition to audiences resolved in requests. */
  readonly workers: number
  /** How often each process claims broadcasts to resolve, if the store can't report when they are due. */
  readonly sweepEvery: Duration.Duration
  /** How long after its last step another worker may take over a resolution, in case its worker died. */
  readonly dueAfter: Duration.Duration
  /** The number of attempts to resolve an audience before its broadcast fails. */
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

/** The audience settings. Hosts can override the defaults. */
export const AudienceSettings = Context.Reference<AudienceSettings>(
  "@rollcall/core/sending/broadcasts/resolution/AudienceSettings",
  { defaultValue: () => defaults }
)

/**
 * The expected sends per second of a sender, for estimates. Read when layers are built.
 *
 * @see docs/contributing/decisions.md, B15
 */
export const ExpectedRate = Context.Reference<number>("@rollcall/core/sending/broadcasts/resolution/ExpectedRate", {
  defaultValue: () => 80
})
