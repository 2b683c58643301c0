import type { BroadcastRequest, Issue } from "@rollcall/core"
import type { AnyBroadcast, BroadcastPart, GivenRecipient } from "@rollcall/core/sending"
import { Effect, Stream } from "effect"
import { makeApp } from "../App.ts"
import { acceptance } from "../Samples.ts"

/** A request as it was asked for, with all its recipients. */
type GivenBroadcast = Omit<BroadcastRequest, "recipients"> & { readonly recipients: ReadonlyArray<GivenRecipient> }

/** An application that accepts every broadcast, and what it was asked for. */
export const accepting = Effect.suspend(() => acceptingBut([]))

/** The same, which finds issues in what can be read of a payload that cannot be read as a whole. */
export const acceptingBut = Effect.fnUntraced(function* (issues: ReadonlyArray<Issue>) {
  const asked: Array<{ readonly caller: unknown; readonly request: GivenBroadcast }> = []
  const judged: Array<{ readonly part: BroadcastPart; readonly maxRecipients: number }> = []
  const send = yield* makeApp({
    broadcasts: {
      create: Effect.fnUntraced(function* (caller, request) {
        asked.push({ caller, request: yield* gathered(request) })
        return acceptance
      }),
      validate: Effect.fnUntraced(function* (caller, request) {
        asked.push({ caller, request: yield* gathered(request) })
        return { warnings: acceptance.warnings, predictions: acceptance.predictions }
      }),
      issues: (_workspace, part, maxRecipients) => (judged.push({ part, maxRecipients }), Effect.succeed(issues))
    }
  })
  return { asked, judged, send }
})

/** A request with all its recipients. */
const gathered = Effect.fnUntraced(function* <E>(request: AnyBroadcast<E>) {
  if ("audience" in request) return yield* Effect.die("no audience is asked for")
  if (!("count" in request)) return request
  const { count, recipients, ...rest } = request
  const all: GivenBroadcast = { ...rest, recipients: (yield* Stream.runCollect(recipients)).flat() }
  return all.recipients.length === count ? all : yield* Effect.die(`${count} recipients were announced`)
})
