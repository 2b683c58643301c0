import { BroadcastPathErrors, BroadcastsErrors, RecipientsRequestErrors, StatusesRequestErrors } from "@rollcall/api"
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { toIssues } from "../requests/Issues.ts"
import { RequestBodies } from "../requests/RequestBodies.ts"
import { requestCheck } from "../requests/RequestCheck.ts"
import { bodyRefused, invalidRequest, notFound } from "./BroadcastsRefusals.ts"

const { messages } = BroadcastsErrors
const noBroadcast = { message: "There is no such broadcast: its path is no UUID." }

/** Answers a path, a query or a body that breaks rules, before the handler runs. */
export const layer = Layer.mergeAll(
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
  }),
  Layer.effect(
    StatusesRequestErrors,
    Effect.map(
      RequestBodies,
      (bodies) =>
        (httpEffect, { endpoint }) =>
          requestCheck(bodies, endpoint, { bothCases: false }).pipe(
            Effect.catchTags({
              BodyRefused: bodyRefused(messages.statusesNotListed),
              InvalidRequest: invalidRequest(messages.statusesNotListed)
            }),
            Effect.flatMap((request) => Effect.provideService(httpEffect, HttpServerRequest.HttpServerRequest, request))
          )
    )
  )
)
