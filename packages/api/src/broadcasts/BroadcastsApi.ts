import { BroadcastUuid, RecipientReason } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { BroadcastStatus, WireStatus } from "@rollcall/core/sending"
import { Context, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSchema, OpenApi } from "effect/http-api"
import { BroadcastsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import {
  everywhere,
  Forbidden,
  messages,
  NotFound,
  type NotFoundMessage,
  Refused,
  type RefusedMessage,
  withBody
} from "../errors/BroadcastsErrors.ts"
import { AsksOnly } from "../requests/AsksOnly.ts"
import { Instant, maxOffset, queryInteger } from "../requests/Codecs.ts"
import { after } from "../requests/Paging.ts"
import { CreateBody, EstimateBody, ValidateBody } from "./BroadcastBodies.ts"
import { AcceptedBroadcast, RetriedBroadcast, ValidatedBroadcast } from "./AcceptanceResources.ts"
import {
  BroadcastPage,
  BroadcastResource,
  BroadcastSeries,
  CancelledBroadcast,
  OptOutsApplied,
  OptOutsDismissed,
  PausedBroadcast,
  RecipientPage,
  ResumedBroadcast,
  StatusPage
} from "./BroadcastResources.ts"
import { RetryBody } from "./RetryBody.ts"
import { EstimateResource } from "./EstimateResource.ts"
import { TestBody, TestedBroadcast } from "./TestBody.ts"
import { StatusesBody } from "./StatusesBody.ts"

/** The header of a response that repeats the response to an earlier request with the same key. */
export const replayedHeader = "idempotent-replayed"

const NotScheduled = Refused(messages.notScheduled)
const ResourceNotFound = NotFound(messages.notFound)
const RecipientsNotFound = NotFound(messages.recipientsNotFound)

/** Annotates an endpoint with its error message for an invalid query or body. */
export const RefusedAs = Context.Reference<RefusedMessage | null>("@rollcall/api/broadcasts/RefusedAs", {
  defaultValue: () => null
})

/** Annotates an endpoint with its error message for a path that isn't a uuid. */
export const NotFoundAs = Context.Reference<NotFoundMessage>("@rollcall/api/broadcasts/NotFoundAs", {
  defaultValue: () => messages.notFound
})

/**
 * Checks the requests of the area. A path that isn't a uuid returns 404. An invalid query or body returns every issue, as
 * the endpoint declares.
 */
export class BroadcastsRequestErrors extends HttpApiMiddleware.Service<BroadcastsRequestErrors>()(
  "@rollcall/api/broadcasts/BroadcastsRequestErrors"
) {}

const replayed = {
  [replayedHeader]: described(
    Schema.optionalKey(Schema.Literal("true")),
    "Whether this is the answer that an earlier request with the same key got."
  )
}

const params = { uuid: described(BroadcastUuid, "The broadcast.") }

export class BroadcastsApi extends HttpApiGroup.make("broadcasts")
  .add(
    HttpApiEndpoint.post("create", "/broadcasts", {
      payload: CreateBody,
      success: HttpApiSchema.WithHeaders(AcceptedBroadcast.pipe(HttpApiSchema.status(202)), replayed),
      error: [...withBody, NotScheduled, ResourceNotFound]
    }).annotateMerge(
      operation(
        "broadcasts:write",
        "Create a broadcast",
        "Accepts the whole broadcast. Recipients that cannot be sent to are rejected, with a warning."
      )
    ),
    HttpApiEndpoint.post("validate", "/broadcasts/validate", {
      payload: ValidateBody,
      success: ValidatedBroadcast,
      error: [...withBody, Forbidden, NotScheduled, ResourceNotFound]
    }).annotateMerge(
      operation(
        "broadcasts:read",
        "Validate a broadcast",
        "Answers what create would answer, and stores nothing. An audience and predictions need broadcasts:write."
      )
    ),
    HttpApiEndpoint.post("estimate", "/broadcasts/audience", {
      payload: EstimateBody,
      success: EstimateResource,
      error: [...withBody, Refused(messages.notEstimated), ResourceNotFound]
    })
      .middleware(BroadcastsRequestErrors)
      .annotate(RefusedAs, messages.notEstimated)
      .annotate(AsksOnly, true)
      .annotateMerge(
        operation(
          "broadcasts:write",
          "Estimate a broadcast to contacts",
          "How many contacts it would reach, why it would not reach the others, and the first messages. Nothing is stored."
        )
      ),
    HttpApiEndpoint.post("statuses", "/broadcasts/message_statuses", {
      payload: StatusesBody,
      success: StatusPage,
      error: [...withBody, Refused(messages.statusesNotListed), RecipientsNotFound]
    })
      .middleware(BroadcastsRequestErrors)
      .annotate(RefusedAs, messages.statusesNotListed)
      .annotate(AsksOnly, true)
      .annotateMerge(operation("broadcasts:read", "List message statuses over all broadcasts")),
    HttpApiEndpoint.post("cancel", "/broadcasts/:uuid/cancel", {
      params,
      success: CancelledBroadcast,
      error: [...everywhere, Refused(messages.notCancelled), ResourceNotFound]
    })
      .middleware(BroadcastsRequestErrors)
      .annotateMerge(operation("broadcasts:write", "Cancel a broadcast", "No send starts after the answer.")),
    HttpApiEndpoint.post("pause", "/broadcasts/:uuid/pause", {
      params,
      success: PausedBroadcast,
      error: [...everywhere, Refused(messages.notPaused), ResourceNotFound]
    })
      .middleware(BroadcastsRequestErrors)
      .annotateMerge(
        operation(
          "broadcasts:write",
          "Pause a broadcast",
          "No send starts after the answer. Only a broadcast that is being sent can be paused."
        )
      ),
    HttpApiEndpoint.post("resume", "/broadcasts/:uuid/resume", {
      params,
      success: ResumedBroadcast,
      error: [...everywhere, Refused(messages.notResumed), ResourceNotFound]
    })
      .middleware(BroadcastsRequestErrors)
      .annotateMerge(operation("broadcasts:write", "Resume a paused broadcast", "Sends to the remaining recipients.")),
    HttpApiEndpoint.post("applyOptOuts", "/broadcasts/:uuid/opt-outs/apply", {
      params,
      success: OptOutsApplied,
      error: [...everywhere, Refused(messages.optOutsNotDecided), ResourceNotFound]
    })
      .middleware(BroadcastsRequestErrors)
      .annotateMerge(
        operation(
          "broadcasts:write",
          "Apply held opt-outs",
          "Opts out everyone the provider reported in this broadcast. Later reports opt out immediately. Safe to repeat."
        )
      ),
    HttpApiEndpoint.post("dismissOptOuts", "/broadcasts/:uuid/opt-outs/dismiss", {
      params,
      success: OptOutsDismissed,
      error: [...everywhere, Refused(messages.optOutsNotDecided), ResourceNotFound]
    })
      .middleware(BroadcastsRequestErrors)
      .annotateMerge(
        operation(
          "broadcasts:write",
          "Dismiss held opt-outs",
          "The provider's reports in this broadcast opt nobody out. Opt-outs from before the burst was held stay."
        )
      ),
    HttpApiEndpoint.post("retry", "/broadcasts/:uuid/retry", {
      params,
      payload: RetryBody,
      success: HttpApiSchema.WithHeaders(RetriedBroadcast.pipe(HttpApiSchema.status(202)), replayed),
      error: [...withBody, Refused(messages.notRetried), ResourceNotFound]
    })
      .middleware(BroadcastsRequestErrors)
      .annotate(RefusedAs, messages.notRetried)
      .annotate(AsksOnly, true)
      .annotateMerge(
        operation(
          "broadcasts:write",
          "Retry a broadcast",
          "Creates a new broadcast to the recipients that a finished broadcast did not reach for the given reasons, but " +
            "never to a recipient who got the message or may get it from another retry."
        )
      ),
    HttpApiEndpoint.post("test", "/broadcasts/:uuid/test", {
      params,
      payload: TestBody,
      success: TestedBroadcast,
      error: [...withBody, Refused(messages.notTested), ResourceNotFound]
    })
      .middleware(BroadcastsRequestErrors)
      .annotate(RefusedAs, messages.notTested)
      .annotate(AsksOnly, true)
      .annotateMerge(
        operation(
          "broadcasts:write",
          "Send a test of a broadcast",
          "Sends the message to up to 5 numbers immediately. They do not become recipients and are not counted. Each call sends again."
        )
      ),
    HttpApiEndpoint.get("list", "/broadcasts", {
      query: {
        status: described(Schema.optionalKey(BroadcastStatus), "Only broadcasts with this status."),
        limit: described(
          queryInteger({ minimum: 1, maximum: 1_000, default: 50 }),
          "The maximum number of broadcasts on the page."
        ),
        offset: described(queryInteger({ minimum: 0, maximum: maxOffset, default: 0 }), "How many broadcasts to skip.")
      },
      success: BroadcastPage,
      error: [...everywhere, Refused(messages.broadcastsNotListed)]
    })
      .middleware(BroadcastsRequestErrors)
      .annotate(RefusedAs, messages.broadcastsNotListed)
      .annotateMerge(
        operation(
          "broadcasts:read",
          "List broadcasts",
          "Newest first, of one status or of all. Get a broadcast to read its counters."
        )
      ),
    HttpApiEndpoint.get("details", "/broadcasts/:uuid", {
      params,
      success: BroadcastResource,
      error: [...everywhere, ResourceNotFound]
    })
      .middleware(BroadcastsRequestErrors)
      .annotateMerge(operation("broadcasts:read", "Get a broadcast and its counters")),
    HttpApiEndpoint.get("series", "/broadcasts/:uuid/series", {
      params,
      query: {
        seconds: described(
          queryInteger({ minimum: 1, maximum: 86_400, default: 60 }),
          "The length of each span in seconds. Longer spans are needed if there would be more than 2,000."
        )
      },
      success: BroadcastSeries,
      error: [...everywhere, Refused(messages.seriesNotRead), ResourceNotFound]
    })
      .middleware(BroadcastsRequestErrors)
      .annotate(RefusedAs, messages.seriesNotRead)
      .annotateMerge(
        operation(
          "broadcasts:read",
          "See a broadcast over time",
          "How many messages were sent, delivered, read and undeliverable in each span of time in which anything happened."
        )
      ),
    HttpApiEndpoint.get("recipients", "/broadcasts/:uuid/recipients", {
      params,
      query: {
        limit: described(
          queryInteger({ minimum: 1, maximum: 1_000, default: 50 }),
          "The maximum number of recipients on the page."
        ),
        offset: described(
          queryInteger({ minimum: 0, maximum: maxOffset, default: 1 }),
          "The position of the first recipient, from 1. 0 counts as 1."
        ),
        updated: described(Schema.optionalKey(Instant), "Only recipients that changed strictly after this timestamp."),
        status: described(Schema.optionalKey(WireStatus), "Only recipients with this status."),
        reason: described(Schema.optionalKey(RecipientReason), "Only recipients with this reason."),
        after
      },
      success: RecipientPage,
      error: [...everywhere, Refused(messages.recipientsNotListed), RecipientsNotFound]
    })
      .middleware(BroadcastsRequestErrors)
      .annotate(RefusedAs, messages.recipientsNotListed)
      .annotate(NotFoundAs, messages.recipientsNotFound)
      .annotateMerge(
        operation(
          "broadcasts:read",
          "List the recipients of a broadcast",
          "In the order of the request. The offset is the position of the first recipient, from 1, among the recipients that " +
            "updated, status and reason select."
        )
      )
  )
  .middleware(BroadcastsAuthorization)
  .annotateMerge(OpenApi.annotations({ title: "Broadcasts", description: "A template message to many recipients." })) {}
