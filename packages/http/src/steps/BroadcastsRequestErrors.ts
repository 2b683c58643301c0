import { BroadcastsRequestErrors, NotFoundAs, RefusedAs } from "@rollcall/api"
import { Context, Effect, Layer } from "effect"
import { isBodyRefused } from "../requests/body/RequestBodies.ts"
import { makeRequestCheck } from "../requests/RequestCheck.ts"
import { answerOf, bodyRefused, invalidRequest, notFound } from "../errors/BroadcastsRefusals.ts"
import { isInvalidRequest } from "../requests/InvalidRequest.ts"

const noBroadcast = { message: "There is no such broadcast: the uuid in the path is not a UUID." }

/** Responds to a request with an invalid path, query or body before its handler runs. */
export const layer = Layer.effect(
  BroadcastsRequestErrors,
  Effect.map(makeRequestCheck({ bothCases: false }), (check) => (httpEffect, context) => {
    const { annotations } = context.endpoint
    const refusedAs = Context.get(annotations, RefusedAs)
    return check(httpEffect, context).pipe(
      Effect.catchIf(isInvalidRequest, (invalid) => {
        // Without a query and a body, only the path can be invalid.
        const isOfPath = refusedAs === null || invalid.issues.some((issue) => issue.in === "path")
        return isOfPath
          ? answerOf(404, notFound(Context.get(annotations, NotFoundAs))(noBroadcast))
          : answerOf(400, invalidRequest(refusedAs)(invalid))
      }),
      Effect.catchIf(isBodyRefused, (refused) =>
        refusedAs === null ? Effect.die(refused) : answerOf(400, bodyRefused(refusedAs)(refused))
      )
    )
  })
)
