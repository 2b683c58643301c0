import {
  BroadcastPathErrors,
  BroadcastsErrors,
  BroadcastsRequestErrors,
  EstimateRequestErrors,
  RecipientsRequestErrors,
  RetryRequestErrors,
  SeriesRequestErrors,
  StatusesRequestErrors,
  TestRequestErrors
} from "@rollcall/api"
import { Effect, Layer } from "effect"
import { isBodyRefused } from "../requests/body/RequestBodies.ts"
import { makeRequestCheck } from "../requests/RequestCheck.ts"
import { bodyRefused, invalidRequest, notFound } from "../errors/BroadcastsRefusals.ts"
import { isInvalidRequest } from "../requests/InvalidRequest.ts"

const { messages } = BroadcastsErrors
const noBroadcast = { message: "There is no such broadcast: its path is no UUID." }

/** Answers a path, a query or a body that breaks rules, before the handler runs. */
export const layer = Layer.unwrap(
  Effect.map(makeRequestCheck({ bothCases: false }), (check) => {
    /** Refuses a body with every issue. */
    const ofBody =
      <const Message extends BroadcastsErrors.RefusedMessage>(message: Message) =>
      <A, E, R>(httpEffect: Effect.Effect<A, E, R>, context: Parameters<typeof check>[1]) =>
        check(httpEffect, context).pipe(
          Effect.catchIf(isInvalidRequest, invalidRequest(message)),
          Effect.catchIf(
            isBodyRefused,
            Effect.fnUntraced(function* (refused) {
              return yield* bodyRefused(message)(refused)
            })
          )
        )

    /** The same where there is a path too: one that is not a UUID is 404. */
    const ofPathAndBody =
      <const Message extends BroadcastsErrors.RefusedMessage>(message: Message) =>
      <A, E, R>(httpEffect: Effect.Effect<A, E, R>, context: Parameters<typeof check>[1]) =>
        check(httpEffect, context).pipe(
          Effect.catchIf(
            isInvalidRequest,
            Effect.fnUntraced(function* (invalid) {
              const isOfPath = invalid.issues.some((issue) => issue.in === "path")
              return yield* isOfPath ? notFound(messages.notFound)(noBroadcast) : invalidRequest(message)(invalid)
            })
          ),
          Effect.catchIf(
            isBodyRefused,
            Effect.fnUntraced(function* (refused) {
              return yield* bodyRefused(message)(refused)
            })
          )
        )

    return Layer.mergeAll(
      // These endpoints have neither a query nor a body: what is wrong is the path.
      Layer.succeed(BroadcastPathErrors, (httpEffect, context) =>
        check(httpEffect, context).pipe(
          Effect.catchIf(isInvalidRequest, () => notFound(messages.notFound)(noBroadcast)),
          Effect.catchIf(isBodyRefused, Effect.die)
        )
      ),
      Layer.succeed(BroadcastsRequestErrors, (httpEffect, context) =>
        check(httpEffect, context).pipe(
          Effect.catchIf(isInvalidRequest, invalidRequest(messages.broadcastsNotListed)),
          Effect.catchIf(isBodyRefused, Effect.die)
        )
      ),
      Layer.succeed(RecipientsRequestErrors, (httpEffect, context) =>
        check(httpEffect, context).pipe(
          Effect.catchIf(
            isInvalidRequest,
            Effect.fnUntraced(function* (invalid) {
              const isOfPath = invalid.issues.some((issue) => issue.in === "path")
              return yield* isOfPath
                ? notFound(messages.recipientsNotFound)(noBroadcast)
                : invalidRequest(messages.recipientsNotListed)(invalid)
            })
          ),
          Effect.catchIf(isBodyRefused, Effect.die)
        )
      ),
      Layer.succeed(SeriesRequestErrors, (httpEffect, context) =>
        check(httpEffect, context).pipe(
          Effect.catchIf(
            isInvalidRequest,
            Effect.fnUntraced(function* (invalid) {
              const isOfPath = invalid.issues.some((issue) => issue.in === "path")
              return yield* isOfPath
                ? notFound(messages.notFound)(noBroadcast)
                : invalidRequest(messages.seriesNotRead)(invalid)
            })
          ),
          Effect.catchIf(isBodyRefused, Effect.die)
        )
      ),
      Layer.succeed(RetryRequestErrors, ofPathAndBody(messages.notRetried)),
      Layer.succeed(TestRequestErrors, ofPathAndBody(messages.notTested)),
      Layer.succeed(StatusesRequestErrors, ofBody(messages.statusesNotListed)),
      Layer.succeed(EstimateRequestErrors, ofBody(messages.notEstimated))
    )
  })
)
