import { ContactsRequestErrors } from "@rollcall/api"
import { Effect, Layer, Result } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { BodyDecoder } from "../requests/BodyDecoder.ts"
import { toIssues } from "../requests/Issues.ts"
import { RequestBodies } from "../requests/RequestBodies.ts"
import { invalidRequest } from "./ContactsRefusals.ts"

/** What decodes the body of each endpoint that takes one, by `group.endpoint`. */
export type BodyDecoders = { readonly [endpoint: string]: BodyDecoder<unknown> }

/** When the path or the query is refused, the body is looked at too, so that the answer lists every issue (W4). */
export const layerRequestErrors = (decoders: BodyDecoders) =>
  Layer.unwrap(
    Effect.map(RequestBodies, (bodies) =>
      HttpApiMiddleware.layerSchemaErrorTransform(
        ContactsRequestErrors,
        Effect.fnUntraced(function* ({ cause, kind }, { endpoint, group }) {
          if (kind !== "Params" && kind !== "Query") return yield* Effect.die(cause)
          const decode = decoders[`${group.identifier}.${endpoint.identifier}`]
          const inBody =
            decode === undefined
              ? []
              : yield* bodies.object.pipe(
                  Effect.map((object) =>
                    Result.match(decode(object), { onFailure: (issues) => issues, onSuccess: () => [] })
                  ),
                  Effect.catch(() => Effect.succeed([]))
                )
          return yield* invalidRequest({
            issues: [...toIssues(cause.issue, kind === "Params" ? "path" : "query"), ...inBody]
          })
        })
      )
    )
  )
