import { Api } from "@rollcall/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

/** The handlers of the system group. */
export const layer = HttpApiBuilder.group(Api, "system", (handlers) =>
  handlers.handle("health", () => Effect.succeed({ status: "ok" as const }))
)
