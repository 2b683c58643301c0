import { Cause, Context, Duration, Effect, Layer, Option, Result, Schema } from "effect"
import { type Broadcast, BroadcastNotFound, type BroadcastRef, noBroadcast, refOf } from "../broadcasts/Broadcast.ts"
import { toRecipient } from "../broadcasts/BroadcastPayload.ts"
import { maxRecipients, RecipientRequest } from "../broadcasts/BroadcastRequest.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { excludeOptedOut, judge, type ReadRecipient } from "../broadcasts/BroadcastValidation.ts"
import { type RecipientReason, RecipientStatus, summaryOf } from "../broadcasts/Recipient.ts"
import { payloadAgain, templateOf } from "../broadcasts/retry/RetryBroadcast.ts"
import { replacementIssues, valuesOf } from "../broadcasts/retry/RetryRules.ts"
import { RetryStore } from "../broadcasts/retry/RetryStore.ts"
import { Channels } from "../channels/Channels.ts"
import { MayBegin } from "../channels/MayBegin.ts"
import { type MessageChannel, messageIdOf, SendError } from "../channels/MessageChannel.ts"
import type { ContactStore } from "../../people/contacts/ContactStore.ts"
import { DeliveryStore } from "../delivery/DeliveryStore.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { nameEvent } from "../../events/events/RollcallEvent.ts"
import type { OptOutStore } from "../../people/opt-outs/OptOutStore.ts"
import { type BroadcastUuid, type Caller, correlationOf, nextId, RecipientUuid } from "../../shared/Ids.ts"
import { InvalidInput } from "../../shared/Issue.ts"
import { noInputs, workspaceService } from "../../shared/WorkspaceService.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { toStorable } from "../../shared/Text.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"
import { type RenderedMessage, renderMessage } from "../templates/RenderMessage.ts"
import { DispatchSettings } from "./DispatchSettings.ts"
import { bucketOf } from "./DispatchRound.ts"
import { addressGate } from "./sending/SendGate.ts"

/** The maximum number of phone numbers in a test. */
const maxTestNumbers = 5

/** A test of a broadcast's message, sent to a few numbers. */
export const TestRequest = Schema.Struct({
  /** 1 to 5 phone numbers with country code. */
  identifiers: Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(maxTestNumbers)),
  /**
   * The parameters, with the same members as a recipient's parameters. Default: the parameters of the broadcast's first
   * recipient.
   */
  parameters: RecipientRequest.fields.parameters
})
export type TestRequest = typeof TestRequest.Type

/** The outcome of the message to one number. */
type TestOutcome =
  | { readonly status: "sent"; readonly messageId: string }
  | { readonly status: "rejected"; readonly reason: RecipientReason; readonly error: string }
  /** The channel refused the message (`failed`) or may have accepted it (`unknown`). `error` is the channel's text. */
  | { readonly status: "failed" | "unknown"; readonly reason: SendError["reason"]; readonly error: string }

/** The result of a test: the outcome for each number, and the message as recipients see it. */
export interface TestResult {
  readonly results: ReadonlyArray<{ readonly identifier: string } & TestOutcome>
  /** Null if the message couldn't be built for any number. */
  readonly message: RenderedMessage | null
}

/** The maximum number of recipients searched for the first recipient with values. */
const lookedThrough = 100

/** The longest waits of a test for its sender's rate, and for the channel. */
const rateWait = Duration.seconds(10)
const sendTimeout = Duration.seconds(30)

/**
 * Sends the message of a broadcast to a few numbers as a test.
 *
 * @example
 * const tests = yield* TestSends
 * const { message } = yield* tests.test(caller, broadcast, { identifiers: ["4930901820"] })
 * return message?.body
 * @see docs/contributing/decisions.md, R52
 */
export class TestSends extends Context.Service<
  TestSends,
  {
    /**
     * Sends a broadcast's message to at most 5 numbers through its channel, at once, in any status of the broadcast. Stores
     * no recipients or counters, only the event `broadcast.tested`. Opt-outs and the sender's rate apply. A repeated call
     * sends again.
     *
     * @param request 1 to 5 numbers with country code.
     * @example
     * const tests = yield* TestSends
     * const { message, results } = yield* tests.test(caller, broadcast, { identifiers: ["4930901820"] })
     * return [message?.body, results.map(({ status }) => status)]
     */
    readonly test: (
      caller: Caller,
      uuid: BroadcastUuid,
      request: TestRequest
    ) => Effect.Effect<TestResult, InvalidInput | BroadcastNotFound | StorageError>
  }
>()("@rollcall/core/sending/dispatch/TestSends") {
  static readonly layer = Layer.effect(
    TestSends,
    Effect.gen(function* () {
      const ports = yield* Effect.context<
        BroadcastStore | Channels | ContactStore | DeliveryStore | EventStore | OptOutStore | RetryStore
      >()
      return TestSends.of(
        workspaceService("TestSends", noInputs, {
          test: (caller: Caller, uuid: BroadcastUuid, request: TestRequest) =>
            Effect.provideContext(sendTest(caller, uuid, request), ports)
        })
      )
    })
  )
}

const sendTest = Effect.fnUntraced(function* (
  { workspace }: Caller,
  uuid: BroadcastUuid,
  { identifiers, parameters = null }: TestRequest
) {
  const broadcasts = yield* BroadcastStore
  const { find } = yield* Channels
  const events = yield* EventStore
  const found = yield* broadcasts.find(workspace, uuid)
  if (Option.isNone(found)) return yield* noBroadcast(uuid)
  const broadcast = found.value
  const ref = refOf(broadcast)
  const template = yield* templateOf(workspace, broadcast)
  yield* InvalidInput.refuse(parameters === null ? [] : replacementIssues(parameters, template))
  const { channelType } = broadcast
  const payload = payloadAgain(broadcast, template)
  const { category, read, refusal } = yield* judge(workspace, payload, { now: yield* broadcasts.now, maxRecipients })
  const channel = find(channelType)
  if (refusal !== null) return yield* refusal
  if (Option.isNone(channel)) return yield* new BroadcastNotFound({ what: `channel ${channelType}` })
  const frozen = parameters === null ? yield* firstValues(ref) : null
  const given = identifiers.map((identifier) => toRecipient({ identifier, parameters: valuesOf(frozen, parameters) }))
  const judged = yield* excludeOptedOut(workspace, category, read(given))
  yield* events.append([
    nameEvent({ type: "broadcast.tested", workspaceUuid: workspace, broadcastUuid: uuid, reason: null })
  ])
  const results = yield* Effect.forEach(judged, (recipient) =>
    Effect.map(sendOne({ ...broadcast, category }, channel.value.channel, recipient), (outcome) => ({
      identifier: recipient.request.identifier,
      ...outcome
    }))
  )
  const made = judged.flatMap(({ reading }) => (Result.isSuccess(reading) ? [reading.success] : []))[0]
  const result: TestResult = { results, message: made === undefined ? null : renderMessage(template, made) }
  return result
})

/** Returns the frozen values of the first recipient that was accepted and not erased, or null. */
const firstValues = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const { recipients } = yield* RetryStore
  const first = yield* recipients(ref, { statuses: RecipientStatus.literals, reasons: [] }, 0, lookedThrough)
  return first.find(({ parameters }) => parameters !== null)?.parameters ?? null
})

const sendOne = Effect.fnUntraced(function* (
  broadcast: Broadcast,
  channel: MessageChannel["Service"],
  { reading, request }: ReadRecipient
) {
  if (Result.isFailure(reading)) return { status: "rejected" as const, ...summaryOf(reading.failure) }
  const mayBegin = yield* gateOf(broadcast, request.identifier)
  return yield* awaitPermit(broadcast).pipe(
    Effect.andThen(mayBegin),
    Effect.andThen(sendMessage(broadcast, channel, request.identifier, reading.success)),
    Effect.provideService(MayBegin, mayBegin),
    Effect.map((messageId): TestOutcome => ({ status: "sent", messageId })),
    Effect.catchTag("SendError", ({ detail, reason }) => {
      const status = reason === "OutcomeUnknown" ? "unknown" : "failed"
      return Effect.succeed<TestOutcome>({ status, reason, error: toStorable(detail) })
    })
  )
})

/**
 * Makes the check that runs before a test message is sent. A channel that waits runs the check again, because the wait for
 * the permit may have taken seconds.
 */
const gateOf = Effect.fnUntraced(function* ({ category, workspaceUuid }: Broadcast, identifier: string) {
  const ports = yield* Effect.context<ContactStore | OptOutStore>()
  return Effect.provideContext(addressGate(workspaceUuid, category, identifier), ports)
})

/** Takes a permit from the sender's bucket, as for a message of a broadcast. */
const awaitPermit = Effect.fnUntraced(function* (broadcast: Broadcast) {
  const deliveries = yield* DeliveryStore
  const { rate } = yield* DispatchSettings
  const take = Effect.gen(function* () {
    const { granted, retryAfter } = yield* deliveries.takePermits(broadcast.workspaceUuid, bucketOf(broadcast), 1, rate)
    if (granted === 0) yield* Effect.sleep(retryAfter)
    return granted > 0
  })
  yield* Effect.repeat(take, { until: (isGranted) => isGranted }).pipe(
    Effect.timeoutOrElse({
      duration: rateWait,
      orElse: () => new SendError({ reason: "Throttled", detail: "the sender has reached its rate limit. Try again" })
    })
  )
})

/** Sends one message. The outcome is unknown if the channel doesn't respond or has a defect. */
const sendMessage = Effect.fnUntraced(function* (
  broadcast: Broadcast,
  channel: MessageChannel["Service"],
  to: string,
  parameters: MessageParameters
) {
  const unknown = (detail: string) => new SendError({ reason: "OutcomeUnknown", detail })
  const sent = yield* channel
    .send({
      correlation: correlationOf(broadcast.workspaceUuid, RecipientUuid.make(yield* nextId)),
      attempt: 1,
      broadcast: broadcast.uuid,
      workspace: broadcast.workspaceUuid,
      from: broadcast.from,
      to,
      templateName: broadcast.templateName,
      locale: broadcast.locale,
      parameters
    })
    .pipe(
      Effect.timeoutOrElse({ duration: sendTimeout, orElse: () => unknown("the channel did not respond in time") }),
      Effect.catchCause((cause) =>
        Cause.hasDies(cause)
          ? Effect.andThen(Effect.logError("a channel failed to send a test", cause), unknown("the channel failed"))
          : Effect.failCause(cause)
      )
    )
  return toStorable(messageIdOf(sent))
})
