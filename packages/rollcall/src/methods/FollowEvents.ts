import { type Caller, Events } from "@rollcall/core"
import { EventSelection } from "@rollcall/core/events"
import { Effect, Exit, Schema, Scope, Stream } from "effect"
import { placeOf } from "./CallPlace.ts"
import { toHostValue } from "../options/HostValue.ts"
import type { RollcallEvent } from "../results/Event.ts"
import { type CallOptions, decode } from "./Inputs.ts"
import type { Run } from "./Methods.ts"

/** Options for following events. */
export interface EventOptions extends CallOptions {
  /** The cursor of the event to continue after. Default: starts with the oldest stored event. */
  readonly after?: string | null | undefined
  /** The types of the events. Default: all. */
  readonly types?: ReadonlyArray<RollcallEvent["type"]> | null | undefined
}

const EventOptionsSchema = Schema.Struct({ ...EventSelection.fields, signal: Schema.optional(Schema.Unknown) })

/**
 * Returns the function that follows the events of a workspace: first the events after a cursor, then new ones. It ends
 * with the loop, or is rejected with the reason of the signal or, after `close`, with `closed`.
 */
export const followEvents = (caller: Caller, run: Run<Events>) => {
  const follow = (options: EventOptions = {}): AsyncIterable<RollcallEvent> => {
    const place = placeOf(follow)

    const opening = Effect.gen(function* () {
      const { after, types } = yield* decode(EventOptionsSchema, options)
      return yield* Stream.toPull((yield* Events).stream(caller, { after, types }))
    })

    const iterate = async function* () {
      const scope = Scope.makeUnsafe()
      try {
        const pull = await run(Scope.provide(opening, scope), options, place)
        for (;;) for (const event of await run(pull, options, place)) yield toHostValue(event)
      } finally {
        await Effect.runPromise(Scope.close(scope, Exit.void))
      }
    }
    return { [Symbol.asyncIterator]: iterate }
  }
  return follow
}
