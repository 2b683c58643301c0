import {
  type AcceptedBroadcast,
  Api,
  BroadcastsErrors,
  replayedHeader,
  toAcceptedBroadcast,
  toBroadcastPage,
  toBroadcastResource,
  toCursorRequest,
  toEstimateRequest,
  toEstimateResource,
  toRecipientFilter,
  toRecipientPage,
  toRetriedBroadcast,
  toRetryRequest,
  toStatusPage,
  toTestedBroadcast,
  toWarnings,
  toWireIssues
} from "@rollcall/api"
import { type Acceptance, Broadcasts, type Caller, Deliveries, limits } from "@rollcall/core"
import { HeldOptOuts, TestSends } from "@rollcall/core/sending"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import {
  bodyRefused,
  forbidden,
  invalidInput,
  invalidRequest,
  invalidTransition,
  notFound,
  searchStopped,
  storageFailed
} from "../errors/BroadcastsRefusals.ts"
import { handleAll } from "../handlers/Handlers.ts"
import { RequestBodies } from "../requests/body/RequestBodies.ts"
import { RequestFacts } from "../requests/RequestFacts.ts"
import {
  CreatedRecipient,
  CreateHead,
  CreatePart,
  ValidatedRecipient,
  ValidateHead,
  ValidatePart
} from "./BroadcastHeads.ts"
import { type InvalidBroadcastBody, broadcastReader } from "./BroadcastReader.ts"

const { messages } = BroadcastsErrors

const broadcastNotFound = { BroadcastNotFound: notFound(messages.notFound), StorageError: storageFailed }
const inTransition = <const Message extends BroadcastsErrors.RefusedMessage>(message: Message) => ({
  ...broadcastNotFound,
  InvalidTransition: invalidTransition(message)
})
const notDecided = { ...broadcastNotFound, InvalidInput: invalidInput(messages.optOutsNotDecided) }
const recipientsNotFound = <const Message extends BroadcastsErrors.RefusedMessage>(message: Message) => ({
  BroadcastNotFound: notFound(messages.recipientsNotFound),
  StorageError: storageFailed,
  InvalidInput: invalidInput(message)
})
const notScheduled = {
  ...broadcastNotFound,
  SearchStopped: searchStopped,
  BodyRefused: bodyRefused(messages.notScheduled),
  InvalidInput: invalidInput(messages.notScheduled)
}

export const layer = HttpApiBuilder.group(
  Api,
  "broadcasts",
  Effect.fnUntraced(function* (handlers) {
    const broadcasts = yield* Broadcasts
    const deliveries = yield* Deliveries
    const heldOptOuts = yield* HeldOptOuts
    const testSends = yield* TestSends
    const bodies = yield* RequestBodies
    const readCreate = broadcastReader(bodies, {
      head: CreateHead,
      part: CreatePart,
      recipient: CreatedRecipient,
      maxRecipients: limits.recipients
    })
    const readValidate = broadcastReader(bodies, {
      head: ValidateHead,
      part: ValidatePart,
      recipient: ValidatedRecipient,
      maxRecipients: limits.validatedRecipients
    })

    /** Fails with the issues of members that could not be read, and with the rules that the other members break. */
    const refuseBody = Effect.fnUntraced(function* (
      caller: Caller,
      { issues, maxRecipients, part, total }: InvalidBroadcastBody
    ) {
      const found = toWireIssues(yield* broadcasts.issues(caller, part, maxRecipients))
      return yield* invalidRequest(messages.notScheduled)({
        issues: [...found, ...issues],
        total: found.length + total
      })
    })

    return handleAll(handlers, {
      create: (caller) =>
        readCreate.pipe(
          Effect.flatMap((request) => broadcasts.create(caller, request)),
          Effect.map((acceptance) => accepted(acceptance, toAcceptedBroadcast(acceptance))),
          Effect.catchTag("InvalidBroadcastBody", (found) => refuseBody(caller, found)),
          Effect.catchTags(notScheduled)
        ),
      validate: Effect.fnUntraced(
        function* (caller) {
          const request = yield* readValidate
          // Warnings and predictions of an audience contain contact data.
          const { scopes } = yield* RequestFacts
          const mayCreate = scopes?.includes("broadcasts:write") !== false
          if ("audience" in request && !mayCreate) return yield* forbidden({ scopes: ["broadcasts:write"] })
          const { predictions, warnings } = yield* broadcasts.validate(caller, request)
          return { warnings: toWarnings(warnings), ...(mayCreate && { predictions }) }
        },
        (validated, caller) =>
          validated.pipe(
            Effect.catchTag("InvalidBroadcastBody", (found) => refuseBody(caller, found)),
            Effect.catchTags(notScheduled)
          )
      ),
      estimate: (caller, _request, body) =>
        Effect.flatMap(RequestFacts, ({ time }) => {
          time?.isUpload()
          return broadcasts.estimate(caller, toEstimateRequest(body))
        }).pipe(
          Effect.map(toEstimateResource),
          Effect.catchTags({
            ...broadcastNotFound,
            SearchStopped: searchStopped,
            InvalidInput: invalidInput(messages.notEstimated)
          })
        ),
      statuses: (caller, _request, body) => {
        const page = toCursorRequest(body)
        return deliveries
          .list(caller, toRecipientFilter(body), page)
          .pipe(Effect.map(toStatusPage(page)), Effect.catchTags(recipientsNotFound(messages.statusesNotListed)))
      },
      retry: (caller, { params }, body) =>
        broadcasts.retry(caller, params.uuid, toRetryRequest(body)).pipe(
          Effect.map((acceptance) => accepted(acceptance, toRetriedBroadcast(acceptance))),
          Effect.catchTags({
            ...broadcastNotFound,
            InvalidInput: invalidInput(messages.notRetried),
            InvalidTransition: invalidTransition(messages.notRetried)
          })
        ),
      test: (caller, { params }, body) =>
        testSends
          .test(caller, params.uuid, body)
          .pipe(
            Effect.map(toTestedBroadcast),
            Effect.catchTags({ ...broadcastNotFound, InvalidInput: invalidInput(messages.notTested) })
          ),
      cancel: (caller, { params: { uuid } }) =>
        broadcasts
          .cancel(caller, uuid)
          .pipe(
            Effect.as({ uuid, status: "cancelled" as const }),
            Effect.catchTags(inTransition(messages.notCancelled))
          ),
      pause: (caller, { params: { uuid } }) =>
        broadcasts
          .pause(caller, uuid)
          .pipe(Effect.as({ uuid, status: "paused" as const }), Effect.catchTags(inTransition(messages.notPaused))),
      resume: (caller, { params: { uuid } }) =>
        broadcasts
          .resume(caller, uuid)
          .pipe(Effect.as({ uuid, status: "sending" as const }), Effect.catchTags(inTransition(messages.notResumed))),
      applyOptOuts: (caller, { params: { uuid } }) =>
        heldOptOuts
          .applyOptOuts(caller, uuid)
          .pipe(Effect.as({ uuid, held_opt_outs: "applied" as const }), Effect.catchTags(notDecided)),
      dismissOptOuts: (caller, { params: { uuid } }) =>
        heldOptOuts
          .dismissOptOuts(caller, uuid)
          .pipe(Effect.as({ uuid, held_opt_outs: "dismissed" as const }), Effect.catchTags(notDecided)),
      list: (caller, { query: { status, ...page } }) =>
        broadcasts
          .list(caller, { status }, page)
          .pipe(
            Effect.map(toBroadcastPage(page)),
            Effect.catchTags({ StorageError: storageFailed, InvalidInput: Effect.die })
          ),
      details: (caller, { params }) =>
        deliveries.get(caller, params.uuid).pipe(Effect.map(toBroadcastResource), Effect.catchTags(broadcastNotFound)),
      series: (caller, { params: { uuid }, query: { seconds } }) =>
        deliveries.timeseries(caller, uuid, { seconds }).pipe(
          Effect.map((spans) => ({ uuid, seconds, spans })),
          Effect.catchTags({ ...broadcastNotFound, InvalidInput: invalidInput(messages.seriesNotRead) })
        ),
      recipients: (caller, { params: { uuid }, query: { reason, status, updated, ...query } }) => {
        const first = Math.max(query.offset, 1)
        return deliveries
          .recipients(caller, uuid, { updatedAfter: updated, status, reason }, { ...query, offset: first - 1 })
          .pipe(
            Effect.map((page) => ({ uuid, ...toRecipientPage({ ...query, offset: first })(page) })),
            Effect.catchTags(recipientsNotFound(messages.recipientsNotListed))
          )
      }
    })
  })
)

/** Returns the response for a broadcast stored by this request, or by an earlier request with the same key. */
const accepted = (
  { replayed }: Pick<Acceptance, "replayed">,
  answer: typeof AcceptedBroadcast.Encoded
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(answer, { status: 202, ...(replayed && { headers: { [replayedHeader]: "true" } }) })
