import { Api } from "@rollcall/api"
import { Readiness } from "@rollcall/core/operations"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const layer = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fnUntraced(function* (handlers) {
    const { notReady } = yield* Readiness
    return handlers
      .handle("health", () => Effect.succeed({ status: "ok" as const }))
      .handle("ready", () =>
        Effect.flatMap(
          notReady,
          Option.match({
            onNone: () => Effect.succeed({ status: "ready" as const }),
            onSome: (reason) => Effect.fail({ status: "not_ready" as const, reason })
          })
        )
      )
  })
)
