import type { Effect } from "effect"
import type { SearchStopped } from "../../people/search/SearchLimit.ts"
import type { BroadcastUuid, Caller } from "../../shared/Ids.ts"
import type { InvalidInput, Issue } from "../../shared/Issue.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { Acceptance } from "./acceptance/Acceptance.ts"
import type {
  Broadcast,
  BroadcastListing,
  BroadcastSummary,
  BroadcastNotFound,
  InvalidTransition
} from "./Broadcast.ts"
import type { AnyBroadcast, AudienceBroadcast, BroadcastPart } from "./BroadcastRequest.ts"
import type { Validation } from "./BroadcastValidation.ts"
import type { AudienceEstimate } from "./resolution/Estimate.ts"
import type { RetryAcceptance } from "./retry/RetryBroadcast.ts"
import type { RetryRequest } from "./retry/RetryRequest.ts"

type RetryError = InvalidInput | BroadcastNotFound | StorageError

/** Finding an audience's contacts is a search, with the limits and errors of a search. */
type RequestError = RetryError | SearchStopped

/** The methods of `Broadcasts`. */
export interface BroadcastMethods {
  /**
   * Accepts a broadcast to at most 50,000 recipients, or to an audience. On success, the broadcast is committed with all of
   * its recipients. If the audience is large, or resolved at the start time, workers add the recipients later. An invalid
   * recipient causes a warning. An invalid payload, or a failing stream of recipients, refuses the broadcast.
   *
   * @param request A request with recipients, an audience, or a stream of recipients with their `count`. A repeated call
   *   with the same `clientUniqueIdentifier`, of at most 255 characters, creates no second broadcast.
   * @example
   * const broadcasts = yield* Broadcasts
   * const { recipients, uuid } = yield* broadcasts.create(caller, {
   *   name: "Reminders",
   *   templateName: "appointment_reminder",
   *   from: "493090180",
   *   parameters: { bodyOrder: ["name", "time"] },
   *   recipients: [{ identifier: "4930901820", parameters: { body: { name: "Zoë", time: "9:30" } } }]
   * })
   * return [uuid, recipients]
   */
  readonly create: <E = never>(caller: Caller, request: AnyBroadcast<E>) => Effect.Effect<Acceptance, RequestError | E>

  /**
   * Accepts a retry: a new broadcast to the recipients of an earlier broadcast who were not reached, for the given reasons.
   * Leaves out recipients who got the message, or may still get it from the earlier broadcast or another retry. Uses the
   * template, sender and values of the earlier broadcast unless the request overrides them. Fails with `InvalidTransition`
   * while the earlier broadcast isn't over.
   *
   * @param uuid The earlier broadcast, which must be over.
   * @param request The reasons that select the recipients, at least one, and the overrides. Recipients with `unknown` may
   *   get the message twice.
   * @example
   * const broadcasts = yield* Broadcasts
   * const { uuid } = yield* broadcasts.retry(caller, broadcast, { reasons: ["undeliverable"], name: "Reminders, again" })
   * return uuid
   */
  readonly retry: (
    caller: Caller,
    uuid: BroadcastUuid,
    request: RetryRequest
  ) => Effect.Effect<RetryAcceptance, RetryError | InvalidTransition>

  /**
   * Returns the warnings and predictions that `create` would return, for at most 20,000 recipients or an audience. Writes
   * nothing.
   *
   * @param request The same request as for `create`.
   * @example
   * const broadcasts = yield* Broadcasts
   * const { warnings } = yield* broadcasts.validate(caller, {
   *   name: "Reminders",
   *   templateName: "appointment_reminder",
   *   from: "493090180",
   *   parameters: { bodyOrder: ["name", "time"] },
   *   recipients: [{ identifier: "4930901820", parameters: { body: { name: "Zoë" } } }]
   * })
   * return warnings.map(({ errors, identifier }) => [identifier, errors])
   * @see docs/contributing/decisions.md, B19
   */
  readonly validate: <E = never>(
    caller: Caller,
    request: AnyBroadcast<E>
  ) => Effect.Effect<Validation, RequestError | E>

  /**
   * Estimates the result that `create` would have now for an audience. Writes nothing.
   *
   * @param request The same request as for `create`.
   * @example
   * const broadcasts = yield* Broadcasts
   * return yield* broadcasts.estimate(caller, {
   *   name: "Newsletter",
   *   templateName: "newsletter",
   *   from: "493090180",
   *   audience: { include: [{ contactListUuid: list }] }
   * })
   */
  readonly estimate: (caller: Caller, request: AudienceBroadcast) => Effect.Effect<AudienceEstimate, RequestError>

  /**
   * Returns the issues of the readable part of a request, as `create` or `validate` would find them.
   *
   * @param part The readable members of a request. Of the recipients, only the number is checked.
   * @param maxRecipients The maximum number of recipients: 50,000 for `create`, 20,000 for `validate`.
   * @example
   * const broadcasts = yield* Broadcasts
   * const issues = yield* broadcasts.issues(caller, { name: "", recipients: { length: 60_000 } }, 50_000)
   * return issues.map(({ code, path }) => [path, code])
   */
  readonly issues: (
    caller: Caller,
    part: BroadcastPart,
    maxRecipients: number
  ) => Effect.Effect<ReadonlyArray<Issue>, StorageError>

  /**
   * Returns the broadcasts with one status, or with any status, newest first and without their audiences.
   *
   * @param listing `{}` for all broadcasts.
   * @param page At most `limit` items after the first `offset`: integers from 0.
   * @example
   * const broadcasts = yield* Broadcasts
   * const { items, total } = yield* broadcasts.list(caller, { status: "sending" }, { limit: 10, offset: 0 })
   * return [total, items.map(({ name }) => name)]
   */
  readonly list: (
    caller: Caller,
    listing: BroadcastListing,
    page: PageRequest
  ) => Effect.Effect<Page<BroadcastSummary>, InvalidInput | StorageError>

  /**
   * Cancels a broadcast. No send starts after `cancel` returns; sends in flight finish. Does nothing if the broadcast is
   * already cancelled. Fails if it is completed, expired or failed.
   *
   * Unless the broadcast was scheduled or resolving, the call takes 250 ms, so that requests in progress are recorded. In a
   * transaction of the host, sends stop 250 ms after the commit.
   *
   * @example
   * const broadcasts = yield* Broadcasts
   * const { status } = yield* broadcasts.cancel(caller, broadcast)
   * return status
   */
  readonly cancel: (
    caller: Caller,
    uuid: BroadcastUuid
  ) => Effect.Effect<Broadcast, BroadcastNotFound | InvalidTransition | StorageError>

  /**
   * Pauses a broadcast that is being sent, with the reason `paused by request`. As with `cancel`, no send starts after
   * `pause` returns; sends in flight finish. Does nothing if the broadcast is already paused, so a reason set by the
   * channel stays. Fails in any other state.
   *
   * @example
   * const broadcasts = yield* Broadcasts
   * const { statusReason } = yield* broadcasts.pause(caller, broadcast)
   * return statusReason
   */
  readonly pause: (
    caller: Caller,
    uuid: BroadcastUuid
  ) => Effect.Effect<Broadcast, BroadcastNotFound | InvalidTransition | StorageError>

  /**
   * Resumes a paused broadcast, which is then due at once. Does nothing if the broadcast is already being sent. Fails in
   * any other state.
   *
   * @example
   * const broadcasts = yield* Broadcasts
   * const { status } = yield* broadcasts.resume(caller, broadcast)
   * return status
   */
  readonly resume: (
    caller: Caller,
    uuid: BroadcastUuid
  ) => Effect.Effect<Broadcast, BroadcastNotFound | InvalidTransition | StorageError>
}
