import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

export const healthPath = "/health"

/** What a load balancer asks, without a token. */
export class SystemApi extends HttpApiGroup.make("system", { topLevel: true })
  .add(
    HttpApiEndpoint.get("health", healthPath, {
      success: Schema.Struct({ status: Schema.Literal("ok") })
    }).annotateMerge(OpenApi.annotations({ summary: "Whether the server answers" }))
  )
  .annotateMerge(OpenApi.annotations({ title: "System" })) {}
