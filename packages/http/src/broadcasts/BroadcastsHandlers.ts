import {
  Api,
  BroadcastPage,
  BroadcastResource,
  BroadcastSeries,
  BroadcastsErrors,
  CurrentCaller,
  EstimateResource,
  RecipientPage,
  replayedHeader,
  StatusPage,
  toAcceptedBroadcast,
  toBroadcastResource,
  toBroadcastSummary,
  toMessageStatus,
  toCursorRequest,
  toEstimateRequest,
  toEstimateResource,
  toRecipientFilter,
  toRecipientStatus,
  toRetriedBroadcast,
  toRetryRequest,
  TestedBroadcast,
  toTestedBroadcast,
  toTestRequest,
  toWarnings,
  toWireIssues
} from "@rollcall/api"
import { Broadcasts, Deliveries, limits } from "@rollcall/core"
import { HeldOptOuts } from "@rollcall/core/delivery"
import { TestSends } from "@rollcall/core/dispatch"
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
import { jsonAnswer } from "../system/JsonAnswer.ts"
import { RequestBodies } from "../requests/body/RequestBodies.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
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

/** The handlers of the broadcasts group. */
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

    /** Answers what could not be read together with the rules that the rest breaks (B6). */
    const refuseBody = Effect.fnUntraced(function* ({ issues, maxRecipients, part, total }: InvalidBroadcastBody) {
      const { workspace } = yield* CurrentCaller
      const found = toWireIssues(yield* broadcasts.issues(workspace, part, maxRecipients))
      return yield* invalidRequest(messages.notScheduled)({
        issues: [...found, ...issues],
        total: found.length + total
      })
    })

    return handlers
      .handleRaw(
        "create",
        Effect.fnUntraced(
          function* () {
            const caller = yield* CurrentCaller
            const acceptance = yield* broadcasts.create(caller, yield* readCreate)
            return HttpServerResponse.jsonUnsafe(toAcceptedBroadcast(acceptance), {
              status: 202,
              ...(acceptance.replayed && { headers: { [replayedHeader]: "true" } })
            })
          },
          Effect.catchTag("InvalidBroadcastBody", refuseBody),
          Effect.catchTags(notScheduled)
        )
      )
      .handleRaw(
        "validate",
        Effect.fnUntraced(
          function* () {
            const caller = yield* CurrentCaller
            const request = yield* readValidate
            // The warnings of an audience, and predictions, hold what contacts hold.
            const { scopes } = yield* RequestFacts
            const mayCreate = scopes?.includes("broadcasts:write") !== false
            if ("audience" in request && !mayCreate) return yield* forbidden(["broadcasts:write"])
            const { predictions, warnings } = yield* broadcasts.validate(caller, request)
            return HttpServerResponse.jsonUnsafe({ warnings: toWarnings(warnings), ...(mayCreate && { predictions }) })
          },
          Effect.catchTag("InvalidBroadcastBody", refuseBody),
          Effect.catchTags(notScheduled)
        )
      )
      .handleRaw(
        "estimate",
        Effect.fnUntraced(
          function* ({ endpoint }) {
            const payload = yield* bodyOf(endpoint)
            const caller = yield* CurrentCaller
            const { time } = yield* RequestFacts
            time?.isUpload()
            const estimate = yield* broadcasts.estimate(caller, toEstimateRequest(payload))
            return jsonAnswer(EstimateResource)(toEstimateResource(estimate))
          },
          Effect.catchTags({
            ...broadcastNotFound,
            SearchStopped: searchStopped,
            InvalidInput: invalidInput(messages.notEstimated)
          })
        )
      )
      .handleRaw(
        "statuses",
        Effect.fnUntraced(
          function* ({ endpoint }) {
            const payload = yield* bodyOf(endpoint)
            const { workspace } = yield* CurrentCaller
            const page = toCursorRequest(payload)
            const { items, next, total } = yield* deliveries.statuses(workspace, toRecipientFilter(payload), page)
            const pagination = { limit: page.limit, offset: page.offset, total, next }
            return jsonAnswer(StatusPage)({ recipients: items.map(toMessageStatus), pagination })
          },
          Effect.catchTags(recipientsNotFound(messages.statusesNotListed))
        )
      )
      .handleRaw(
        "retry",
        Effect.fnUntraced(
          function* ({ endpoint, params }) {
            const payload = yield* bodyOf(endpoint)
            const caller = yield* CurrentCaller
            const acceptance = yield* broadcasts.retry(caller, params.uuid, toRetryRequest(payload))
            return HttpServerResponse.jsonUnsafe(toRetriedBroadcast(acceptance), {
              status: 202,
              ...(acceptance.replayed && { headers: { [replayedHeader]: "true" } })
            })
          },
          Effect.catchTags({
            ...broadcastNotFound,
            InvalidInput: invalidInput(messages.notRetried),
            InvalidTransition: invalidTransition(messages.notRetried)
          })
        )
      )
      .handleRaw(
        "test",
        Effect.fnUntraced(
          function* ({ endpoint, params }) {
            const payload = yield* bodyOf(endpoint)
            const caller = yield* CurrentCaller
            const result = yield* testSends.test(caller, params.uuid, toTestRequest(payload))
            return jsonAnswer(TestedBroadcast)(toTestedBroadcast(result))
          },
          Effect.catchTags({ ...broadcastNotFound, InvalidInput: invalidInput(messages.notTested) })
        )
      )
      .handleAll({
        cancel: Effect.fnUntraced(
          function* ({ params }) {
            const { workspace } = yield* CurrentCaller
            yield* broadcasts.cancel(workspace, params.uuid)
            return { uuid: params.uuid, status: "cancelled" as const }
          },
          Effect.catchTags({ ...broadcastNotFound, InvalidTransition: invalidTransition(messages.notCancelled) })
        ),
        pause: Effect.fnUntraced(
          function* ({ params }) {
            const { workspace } = yield* CurrentCaller
            yield* broadcasts.pause(workspace, params.uuid)
            return { uuid: params.uuid, status: "paused" as const }
          },
          Effect.catchTags({ ...broadcastNotFound, InvalidTransition: invalidTransition(messages.notPaused) })
        ),
        resume: Effect.fnUntraced(
          function* ({ params }) {
            const { workspace } = yield* CurrentCaller
            yield* broadcasts.resume(workspace, params.uuid)
            return { uuid: params.uuid, status: "sending" as const }
          },
          Effect.catchTags({ ...broadcastNotFound, InvalidTransition: invalidTransition(messages.notResumed) })
        ),
        applyOptOuts: Effect.fnUntraced(
          function* ({ params: { uuid } }) {
            const { workspace } = yield* CurrentCaller
            yield* heldOptOuts.applyOptOuts(workspace, uuid)
            return { uuid, held_opt_outs: "applied" as const }
          },
          Effect.catchTags({ ...broadcastNotFound, InvalidInput: invalidInput(messages.optOutsNotDecided) })
        ),
        dismissOptOuts: Effect.fnUntraced(
          function* ({ params: { uuid } }) {
            const { workspace } = yield* CurrentCaller
            yield* heldOptOuts.dismissOptOuts(workspace, uuid)
            return { uuid, held_opt_outs: "dismissed" as const }
          },
          Effect.catchTags({ ...broadcastNotFound, InvalidInput: invalidInput(messages.optOutsNotDecided) })
        ),
        list: Effect.fnUntraced(
          function* ({ query: { status, ...page } }) {
            const { workspace } = yield* CurrentCaller
            const { items, total } = yield* broadcasts.list(workspace, { status }, page)
            return jsonAnswer(BroadcastPage)({
              broadcasts: items.map(toBroadcastSummary),
              pagination: { ...page, total }
            })
          },
          Effect.catchTags({ StorageError: storageFailed, InvalidInput: Effect.die })
        ),
        details: Effect.fnUntraced(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          return jsonAnswer(BroadcastResource)(toBroadcastResource(yield* deliveries.details(workspace, params.uuid)))
        }, Effect.catchTags(broadcastNotFound)),
        series: Effect.fnUntraced(
          function* ({ params: { uuid }, query: { seconds } }) {
            const { workspace } = yield* CurrentCaller
            const spans = yield* deliveries.overTime(workspace, uuid, { seconds })
            return jsonAnswer(BroadcastSeries)({ uuid, seconds, spans })
          },
          Effect.catchTags({ ...broadcastNotFound, InvalidInput: invalidInput(messages.seriesNotRead) })
        ),
        recipients: Effect.fnUntraced(
          function* ({ params: { uuid }, query: { reason, status, updated, ...query } }) {
            const { workspace } = yield* CurrentCaller
            const { limit } = query
            const first = Math.max(query.offset, 1)
            const page = { ...query, offset: first - 1 }
            const { items, next, total } = yield* deliveries.recipients(
              workspace,
              uuid,
              { updatedAfter: updated, status, reason },
              page
            )
            const pagination = { offset: first, limit, total, next }
            return jsonAnswer(RecipientPage)({ uuid, recipients: items.map(toRecipientStatus), pagination })
          },
          Effect.catchTags(recipientsNotFound(messages.recipientsNotListed))
        )
      })
  })
)
