import type { BroadcastRequest } from "@rollcall/core"
import { Effect } from "effect"
import { makeApp } from "../App.ts"
import { acceptance } from "../Samples.ts"

/** An application that accepts every broadcast, and what it was asked for. */
export const accepting = Effect.suspend(() => acceptingBut([]))

/** The same, which finds violations in what can be read of a payload that cannot be read as a whole. */
export const acceptingBut = Effect.fnUntraced(function* (violations: ReadonlyArray<string>) {
  const asked: Array<{ readonly caller: unknown; readonly request: BroadcastRequest }> = []
  const judged: Array<{ readonly part: Partial<BroadcastRequest>; readonly maxRecipients: number }> = []
  const send = yield* makeApp({
    broadcasts: {
      create: (caller, request) => (asked.push({ caller, request }), Effect.succeed(acceptance)),
      validate: (caller, request) => (asked.push({ caller, request }), Effect.succeed(acceptance.warnings)),
      violations: (_workspace, part, maxRecipients) => (
        judged.push({ part, maxRecipients }),
        Effect.succeed(violations)
      )
    }
  })
  return { asked, judged, send }
})
