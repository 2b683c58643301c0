import { makeFairSemaphore } from "@rollcall/core/operations"
import { Context, Duration, Effect } from "effect"
import { TooManyRequests } from "../errors/Refusals.ts"
import type { RequestFacts } from "../requests/RequestFacts.ts"

/** The most event streams that may be open at once. Default: 250. Read when the routes are built. */
export const EventStreams = Context.Reference<number>("@rollcall/http/events/StreamPermits/EventStreams", {
  defaultValue: () => 250
})

/** How long a caller should wait before trying again. */
const retryAfter = Duration.seconds(5)

/**
 * Makes the permits of streams, because each stream holds a connection for as long as its client likes. A workspace has at
 * most half of them, and a caller an eighth. The returned function takes a permit until the response has ended, or fails at
 * once if all are taken.
 */
export const makeStreamPermits = Effect.map(EventStreams, (total) => {
  const [perWorkspace, perCaller] = [Math.max(1, Math.floor(total / 2)), Math.max(1, Math.floor(total / 8))]
  const permits = makeFairSemaphore(total, [perWorkspace, perCaller])
  const message = `At most ${perCaller} event streams may be open per caller, ${perWorkspace} per workspace and ${total} in total.`
  return ({ caller = ["", ""] }: RequestFacts) =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        const release = permits.takeNow(caller)
        return release === undefined
          ? Effect.fail(new TooManyRequests({ message, retryAfter }))
          : Effect.succeed(release)
      }),
      (release) => Effect.sync(release)
    )
})
