import { notReadyReasons, described } from "@rollcall/core/operations"
import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

export const healthPath = "/health"
export const readyPath = "/ready"

const NotReadyReason = Schema.Literals(Struct.keys(notReadyReasons)).annotate({
  identifier: "NotReadyReason",
  description: Object.entries(notReadyReasons)
    .map(([reason, meaning]) => `- \`${reason}\`: ${meaning}`)
    .join("\n")
})

const NotReady = Schema.Struct({
  status: described(Schema.Literal("not_ready"), "The server should get no requests now."),
  reason: described(NotReadyReason, "Why the server should get no requests.")
})
  .annotate({ identifier: "NotReady", description: "The server should get no requests now." })
  .pipe(HttpApiSchema.status(503))

/** The endpoints for supervisors and load balancers, which need no token. */
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
        description: "Whether the process lives. It does not ask the store and needs no token."
      })
    ),
    HttpApiEndpoint.get("ready", readyPath, {
      success: Schema.Struct({ status: described(Schema.Literal("ready"), "It may get requests.") }).annotate({
        identifier: "Ready",
        description: "The server may get requests."
      }),
      error: NotReady
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Whether the server should get requests",
        description:
          "For a load balancer. It needs no token. The server is not ready within a second after it lost its store, " +
          "once a newer release has changed the tables, and while it stops."
      })
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "System", description: "The server itself." })) {}
