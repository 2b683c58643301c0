import {
  Api,
  BroadcastPathErrors,
  BroadcastsErrors,
  CreateHead,
  CreatePart,
  CurrentCaller,
  RecipientBody,
  RecipientsRequestErrors,
  replayedHeader,
  StatusesBody,
  toAcceptedBroadcast,
  toBroadcastResource,
  toMessageStatus,
  toPageRequest,
  toRecipientFilter,
  toRecipientStatus,
  toWarnings,
  ValidatedRecipientBody,
  ValidateHead,
  ValidatePart
} from "@rollcall/api"
import { Broadcasts, Deliveries, maxRecipients, maxValidatedRecipients } from "@rollcall/core"
import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiMiddleware } from "effect/http-api"
import {
  bodyRefused,
  invalidRequest,
  invalidTransition,
  notFound,
  refused,
  storageFailed
} from "../errors/BroadcastsRefusals.ts"
import { decoder, orInvalid } from "../requests/BodyDecoder.ts"
import { toIssues } from "../requests/Issues.ts"
import { RequestBodies } from "../requests/RequestBodies.ts"
import { type InvalidBroadcastBody, broadcastReader } from "./BroadcastReader.ts"

const { messages } = BroadcastsErrors
const decodeStatuses = decoder(StatusesBody)

const notScheduled = {
  BodyRefused: bodyRefused(messages.notScheduled),
  BroadcastNotFound: notFound(messages.notFound),
  BroadcastRefused: refused(messages.notScheduled),
  StorageError: storageFailed
}

/** The handlers of the broadcasts group. */
export const layer = HttpApiBuilder.group(
  Api,
  "broadcasts",
  Effect.fnUntraced(function* (handlers) {
    const broadcasts = yield* Broadcasts
    const deliveries = yield* Deliveries
    const bodies = yield* RequestBodies
    const readCreate = broadcastReader(bodies, {
      head: CreateHead,
      part: CreatePart,
      recipient: RecipientBody,
      maxRecipients
    })
    const readValidate = broadcastReader(bodies, {
      head: ValidateHead,
      part: ValidatePart,
      recipient: ValidatedRecipientBody,
      maxRecipients: maxValidatedRecipients
    })

    /** Names the rules that the rest breaks together with what could not be read (B6). */
    const refuseBody = Effect.fnUntraced(function* ({ issues, maxRecipients, part, total }: InvalidBroadcastBody) {
      const { workspace } = yield* CurrentCaller
      const violations = yield* broadcasts.violations(workspace, part, maxRecipients)
      return yield* invalidRequest(messages.notScheduled)({ issues, total, violations })
    })

    return handlers
      .handleRaw("create", () =>
        Effect.gen(function* () {
          const caller = yield* CurrentCaller
          const acceptance = yield* broadcasts.create(caller, yield* readCreate)
          return HttpServerResponse.jsonUnsafe(toAcceptedBroadcast(acceptance), {
            status: 202,
            ...(acceptance.replayed && { headers: { [replayedHeader]: "true" } })
          })
        }).pipe(Effect.catchTag("InvalidBroadcastBody", refuseBody), Effect.catchTags(notScheduled))
      )
      .handleRaw("validate", () =>
        Effect.gen(function* () {
          const caller = yield* CurrentCaller
          const warnings = yield* broadcasts.validate(caller, yield* readValidate)
          return HttpServerResponse.jsonUnsafe({ warnings: toWarnings(warnings) })
        }).pipe(Effect.catchTag("InvalidBroadcastBody", refuseBody), Effect.catchTags(notScheduled))
      )
      .handleRaw("statuses", () =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const body = yield* orInvalid(decodeStatuses(yield* bodies.object))
          const page = toPageRequest(body)
          const { items, total } = yield* deliveries.statuses(workspace, toRecipientFilter(body), page)
          return { recipients: items.map(toMessageStatus), pagination: { ...page, total } }
        }).pipe(
          Effect.catchTags({
            BodyRefused: bodyRefused(messages.statusesNotListed),
            BroadcastNotFound: notFound(messages.recipientsNotFound),
            InvalidRequest: invalidRequest(messages.statusesNotListed),
            StorageError: storageFailed
          })
        )
      )
      .handle("cancel", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const { status, uuid } = yield* broadcasts.cancel(workspace, params.uuid)
          return { uuid, status }
        }).pipe(
          Effect.catchTags({
            BroadcastNotFound: notFound(messages.notFound),
            InvalidTransition: invalidTransition,
            StorageError: storageFailed
          })
        )
      )
      .handle("details", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          return toBroadcastResource(yield* deliveries.details(workspace, params.uuid))
        }).pipe(Effect.catchTags({ BroadcastNotFound: notFound(messages.notFound), StorageError: storageFailed }))
      )
      .handle("recipients", ({ params: { uuid }, query: { limit, offset, updated } }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const first = Math.max(offset, 1)
          const page = { limit, offset: first - 1 }
          const { items, total } = yield* deliveries.recipients(workspace, uuid, updated ?? null, page)
          return { uuid, recipients: items.map(toRecipientStatus), pagination: { offset: first, limit, total } }
        }).pipe(
          Effect.catchTags({ BroadcastNotFound: notFound(messages.recipientsNotFound), StorageError: storageFailed })
        )
      )
  })
)

const noBroadcast = { what: "broadcast" }

/** Answers paths that are no UUIDs, and queries, where the router's decoding refuses them. */
export const layerRequestErrors = Layer.mergeAll(
  HttpApiMiddleware.layerSchemaErrorTransform(BroadcastPathErrors, ({ cause, kind }) =>
    kind === "Params" ? notFound(messages.notFound)(noBroadcast) : Effect.die(cause)
  ),
  HttpApiMiddleware.layerSchemaErrorTransform(RecipientsRequestErrors, ({ cause, kind }) => {
    switch (kind) {
      case "Params":
        return notFound(messages.recipientsNotFound)(noBroadcast)
      case "Query":
        return invalidRequest(messages.recipientsNotListed)({ issues: toIssues(cause.issue, "query") })
      default:
        return Effect.die(cause)
    }
  })
)
