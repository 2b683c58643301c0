import type { BroadcastRequest } from "@rollcall/core"
import { Effect } from "effect"
import { makeApp } from "../App.ts"
import { acceptance } from "../Samples.ts"

/** An application that accepts every broadcast, and what it was asked for. */
export const accepting = Effect.gen(function* () {
  const asked: Array<{ readonly caller: unknown; readonly request: BroadcastRequest }> = []
  const send = yield* makeApp({
    broadcasts: {
      create: (caller, request) => (asked.push({ caller, request }), Effect.succeed(acceptance)),
      validate: (caller, request) => (asked.push({ caller, request }), Effect.succeed(acceptance.warnings))
    }
  })
  return { asked, send }
})
