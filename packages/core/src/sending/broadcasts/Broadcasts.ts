import { Context, Duration, Effect, Layer, Option, Schema } from "effect"
import type { Digest } from "effect/crypto"
import { makeWorkspaceCheck } from "../../shared/ExistingWorkspaces.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import type { EventStore } from "../../events/events/EventStore.ts"
import { layerDigest } from "../../shared/Digests.ts"
import type { BroadcastUuid, Caller, WorkspaceUuid } from "../../shared/Ids.ts"
import { InvalidInput } from "../../shared/Issue.ts"
import { checkPage } from "../../shared/Page.ts"
import { SearchLimit } from "../../people/search/SearchLimit.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { maxAudienceWarnings } from "./acceptance/Acceptance.ts"
import { acceptAudience } from "./acceptance/AcceptAudience.ts"
import type { AudienceStore } from "./audience/AudienceStore.ts"
import { AudienceWalks } from "./audience/AudienceWalks.ts"
import { readAudience, toAudiencePayload } from "./audience/JudgeAudience.ts"
import { accept } from "./acceptance/CreateBroadcast.ts"
import {
  allowedTransitions,
  InvalidTransition,
  noBroadcast,
  type TransitionName,
  BroadcastListing
} from "./Broadcast.ts"
import { toHead, toPayload, toPayloadPart } from "./BroadcastPayload.ts"
import {
  type AnyBroadcast,
  AudienceBroadcast,
  type BroadcastPart,
  hasAudience,
  kindIssues,
  maxValidatedRecipients,
  BroadcastRequest
} from "./BroadcastRequest.ts"
import { BroadcastStore } from "./BroadcastStore.ts"
import { transition } from "./BroadcastTransition.ts"
import { channelOf, judgePart, validateBroadcast } from "./BroadcastValidation.ts"
import { estimateAudience } from "./resolution/Estimate.ts"
import { retryBroadcast } from "./retry/RetryBroadcast.ts"
import { RetryRequest } from "./retry/RetryRequest.ts"
import type { RetryStore } from "./retry/RetryStore.ts"
import { requestsAreWritten } from "../channels/WrittenRequests.ts"
import { Channels } from "../channels/Channels.ts"
import { senderOf } from "../channels/Senders.ts"
import type { ContactStore } from "../../people/contacts/ContactStore.ts"
import { PhoneNumbers } from "../../people/contacts/Identifiers.ts"
import type { CustomFieldStore } from "../../people/custom-fields/CustomFieldStore.ts"
import type { OptOutStore } from "../../people/opt-outs/OptOutStore.ts"
import { WaitingRecipients } from "../../people/workspaces/WaitingRecipients.ts"
import type { WorkspaceStore } from "../../people/workspaces/WorkspaceStore.ts"
import type { BroadcastMethods } from "./BroadcastMethods.ts"

/** A streamed broadcast without its recipients. */
const streamed = Schema.Struct({ count: Schema.Natural })

/** The validated argument of each operation: its position and its schemas. */
const inputs = {
  create: [0, BroadcastRequest, AudienceBroadcast, streamed],
  retry: [1, RetryRequest],
  validate: [0, BroadcastRequest, AudienceBroadcast, streamed],
  estimate: [0, AudienceBroadcast],
  list: [0, BroadcastListing]
} as const

/**
 * The status reason of a broadcast paused by a call. A reason set by a channel is a sentence about the template or sender.
 */
const pausedByRequest = "paused by request"

/**
 * Accepts, validates, lists, cancels, pauses and resumes broadcasts. `Deliveries` reads their recipients.
 *
 * @example
 * const broadcasts = yield* Broadcasts
 * const { uuid } = yield* broadcasts.create(caller, {
 *   name: "Reminders",
 *   templateName: "appointment_reminder",
 *   from: "493090180",
 *   parameters: { bodyOrder: ["name", "time"] },
 *   recipients: [{ identifier: "4930901820", parameters: { body: { name: "Zoë", time: "9:30" } } }]
 * })
 * return yield* broadcasts.cancel(caller, uuid)
 */
export class Broadcasts extends Context.Service<Broadcasts, BroadcastMethods>()(
  "@rollcall/core/sending/broadcasts/Broadcasts"
) {
  static readonly layer = Layer.effect(
    Broadcasts,
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const channels = yield* Channels
      const [{ channel }] = channels.all
      const { channelType } = channel
      const numbers = yield* PhoneNumbers
      const { isOpen } = yield* Transaction
      const waiting = yield* WaitingRecipients
      const checkWorkspace = yield* makeWorkspaceCheck
      const ports = yield* Effect.context<
        | AudienceStore
        | AudienceWalks
        | BroadcastStore
        | Channels
        | ContactStore
        | CustomFieldStore
        | Digest.Digest
        | EventStore
        | OptOutStore
        | RetryStore
        | SearchLimit
        | Transaction
        | WorkspaceStore
      >()

      /** Returns the request with the sender in the channel's form. */
      const withSender = <R extends { readonly channelType?: string | null | undefined; readonly from: string }>(
        workspace: WorkspaceUuid,
        request: R
      ) => {
        const channel = channelOf(channels, request.channelType ?? channelType)
        return Effect.map(senderOf(workspace, channel, numbers, request.from), (from) => ({ ...request, from }))
      }

      /** Fails if `kindIssues` finds issues. The error lists all other issues too. */
      const checkKind = Effect.fnUntraced(function* (workspace: WorkspaceUuid, request: AnyBroadcast<unknown>) {
        const wrong = kindIssues(request)
        if (wrong.length === 0) return
        const limits = { now: yield* store.now, maxRecipients: maxValidatedRecipients }
        const head = judgePart(workspace, toHead(request, channelType), limits)
        return yield* new InvalidInput({ issues: [...(yield* Effect.provideContext(head, ports)).issues, ...wrong] })
      })

      const create = Effect.fnUntraced(function* <E = never>(caller: Caller, given: AnyBroadcast<E>) {
        yield* checkWorkspace(caller.workspace)
        const request = yield* withSender(caller.workspace, given)
        yield* checkKind(caller.workspace, request)
        return yield* hasAudience(request)
          ? Effect.provideContext(acceptAudience(caller, toAudiencePayload(request, channelType)), ports)
          : Effect.provideContext(accept(caller, toPayload(numbers, request, channelType)), ports)
      })

      const retry = (caller: Caller, uuid: BroadcastUuid, request: RetryRequest) =>
        Effect.provideContext(retryBroadcast(caller, uuid, request), ports)

      const estimateOf = (caller: Caller, request: AudienceBroadcast, maxWarnings: number) =>
        Effect.provideContext(
          estimateAudience(
            caller,
            { ...toAudiencePayload(request, channelType), clientUniqueIdentifier: null },
            maxWarnings
          ),
          ports
        )

      const validate = Effect.fnUntraced(function* <E = never>(caller: Caller, given: AnyBroadcast<E>) {
        const request = yield* withSender(caller.workspace, given)
        yield* checkKind(caller.workspace, request)
        if (hasAudience(request)) {
          const { estimate, warnings } = yield* estimateOf(caller, request, maxAudienceWarnings)
          return { warnings, predictions: estimate.predictions }
        }
        const payload = { ...toPayload(numbers, request, channelType), clientUniqueIdentifier: null }
        const limits = { now: yield* store.now, maxRecipients: maxValidatedRecipients }
        return yield* Effect.provideContext(validateBroadcast(caller.workspace, payload, limits), ports)
      })

      const issues = Effect.fnUntraced(function* ({ workspace }: Caller, part: BroadcastPart, maxRecipients: number) {
        const limits = { now: yield* store.now, maxRecipients }
        const { from } = part
        const payload = toPayloadPart(from === undefined ? part : yield* withSender(workspace, { ...part, from }))
        const { found, issues } = yield* Effect.provideContext(judgePart(workspace, payload, limits), ports)
        if (part.audience === undefined) return issues
        const given = { audience: part.audience, expect: part.expect ?? null }
        const read = readAudience(workspace, given, payload.parameters, "refused")
        return [...issues, ...(yield* Effect.provideContext(read, ports)).issuesFor(found)]
      })

      /** Makes a transition. Does nothing if the broadcast already has the target status. */
      const change = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        broadcast: BroadcastUuid,
        name: TransitionName,
        options?: { readonly reason?: string; readonly nextCheckAfter?: Duration.Duration }
      ) {
        const result = yield* Effect.provideContext(transition({ workspace, broadcast }, name, options), ports)
        if (Option.isNone(result)) return yield* noBroadcast(broadcast)
        const { to } = allowedTransitions[name]
        const { broadcast: after, was } = result.value
        if (after.status === to) return { after, was }
        return yield* new InvalidTransition({ uuid: broadcast, status: after.status, to })
      })

      /** Makes a transition that stops sends. In a transaction of the host, sends stop only after the commit. */
      const stop = Effect.fnUntraced(function* (...transition: Parameters<typeof change>) {
        const { after, was } = yield* change(...transition)
        if (was !== "scheduled" && was !== "resolving" && !(yield* isOpen)) yield* requestsAreWritten
        return after
      })

      return Broadcasts.of(
        workspaceService("Broadcasts", inputs, {
          create,
          retry,
          validate,
          estimate: Effect.fnUntraced(function* (caller, given) {
            const request = yield* withSender(caller.workspace, given)
            yield* checkKind(caller.workspace, request)
            return (yield* estimateOf(caller, request, 0)).estimate
          }),
          issues,
          list: Effect.fnUntraced(function* ({ workspace }, { status }, page) {
            yield* checkWorkspace(workspace)
            yield* checkPage(page)
            return yield* store.list(workspace, status ?? null, page)
          }),
          cancel: ({ workspace }, uuid) => stop(workspace, uuid, "cancel"),
          pause: ({ workspace }, uuid) => stop(workspace, uuid, "pause", { reason: pausedByRequest }),
          resume: Effect.fnUntraced(function* ({ workspace }, uuid) {
            const { after, was } = yield* change(workspace, uuid, "resume", { nextCheckAfter: Duration.zero })
            if (was !== "sending") yield* waiting.judgeAgain(workspace, uuid)
            return after
          })
        })
      )
    })
  ).pipe(Layer.provide([AudienceWalks.layer, SearchLimit.layer, layerDigest]))
}
