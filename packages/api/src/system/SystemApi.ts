import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { described } from "../requests/Described.ts"

export const healthPath = "/health"

/** What a load balancer asks, without a token. */
export class SystemApi extends HttpApiGroup.make("system", { topLevel: true })
  .add(
    HttpApiEndpoint.get("health", healthPath, {
      success: Schema.Struct({ status: described(Schema.Literal("ok"), "It answers.") }).annotate({
        identifier: "Health",
        description: "The server answers."
      })
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Whether the server answers",
        description: "For a load balancer; it takes no token."
      })
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "System", description: "The server itself." })) {}
