import { ContactsRequestErrors } from "@rollcall/api"
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { definitionRules } from "../custom-fields/DefinitionRules.ts"
import { RequestBodies } from "../requests/RequestBodies.ts"
import { requestCheck } from "../requests/RequestCheck.ts"
import { bodyRefused, invalidRequest } from "./ContactsRefusals.ts"

/** Checks each request of the area before its handler runs, and answers one that breaks rules with every issue (W4). */
export const layer = Layer.effect(
  ContactsRequestErrors,
  Effect.map(RequestBodies, (bodies) => (httpEffect, { endpoint, group }) => {
    const judge = definitionRules[`${group.identifier}.${endpoint.identifier}`]
    return requestCheck(bodies, endpoint, { bothCases: true, judge }).pipe(
      Effect.matchEffect({
        onSuccess: (request) => Effect.provideService(httpEffect, HttpServerRequest.HttpServerRequest, request),
        onFailure: (failure) =>
          failure._tag === "BodyRefused" ? Effect.succeed(bodyRefused(failure)) : invalidRequest(failure)
      })
    )
  })
)
