import { ContactsRequestErrors } from "@rollcall/api"
import { Effect, Layer } from "effect"
import { definitionRules } from "../custom-fields/DefinitionRules.ts"
import { isBodyRefused } from "../requests/body/RequestBodies.ts"
import { makeRequestCheck } from "../requests/RequestCheck.ts"
import { bodyRefused, invalidRequest } from "../errors/ContactsRefusals.ts"
import { isInvalidRequest } from "../requests/InvalidRequest.ts"

/** Checks each request of the area, and responds to an invalid request with every issue. */
export const layer = Layer.effect(
  ContactsRequestErrors,
  Effect.map(
    makeRequestCheck({ bothCases: true, judges: definitionRules }),
    (check) => (httpEffect, context) =>
      check(httpEffect, context).pipe(
        Effect.catchIf(isInvalidRequest, invalidRequest),
        Effect.catchIf(isBodyRefused, (refused) => Effect.succeed(bodyRefused(refused)))
      )
  )
)
