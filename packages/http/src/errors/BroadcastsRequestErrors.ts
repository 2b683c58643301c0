import {
  BroadcastPathErrors,
  BroadcastsErrors,
  BroadcastsRequestErrors,
  RecipientsRequestErrors,
  StatusesRequestErrors
} from "@rollcall/api"
import { Effect, Layer } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { toIssues } from "../requests/Issues.ts"
import { isBodyRefused, RequestBodies } from "../requests/body/RequestBodies.ts"
import { makeRequestCheck } from "../requests/RequestCheck.ts"
import { bodyRefused, invalidRequest, notFound } from "./BroadcastsRefusals.ts"
import { isInvalidRequest } from "./InvalidRequest.ts"

const { messages } = BroadcastsErrors
const noBroadcast = { message: "There is no such broadcast: its path is no UUID." }

/** Answers a path, a query or a body that breaks rules, before the handler runs. */
export const layer = Layer.mergeAll(
  HttpApiMiddleware.layerSchemaErrorTransform(BroadcastPathErrors, ({ cause, kind }) =>
    kind === "Params" ? notFound(messages.notFound)(noBroadcast) : Effect.die(cause)
  ),
  HttpApiMiddleware.layerSchemaErrorTransform(BroadcastsRequestErrors, ({ cause, kind }) =>
    kind === "Query"
      ? invalidRequest(messages.broadcastsNotListed)({ issues: toIssues(cause.issue, "query") })
      : Effect.die(cause)
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
    Effect.map(RequestBodies, (bodies) => {
      const check = makeRequestCheck(bodies, { bothCases: false })
      const message = messages.statusesNotListed
      return (httpEffect, context) =>
        check(httpEffect, context).pipe(
          Effect.catchIf(isInvalidRequest, invalidRequest(message)),
          Effect.catchIf(
            isBodyRefused,
            Effect.fnUntraced(function* (refused) {
              return yield* bodyRefused(message)(refused)
            })
          )
        )
    })
  )
)
