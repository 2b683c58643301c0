import { Context, Effect } from "effect"
import type { SendError } from "./MessageChannel.ts"

/**
 * Checks whether a send may still begin. A channel that waits in `send` before it writes its request, for example for a
 * connection or a rate limit, must run the check just before it writes, and write nothing if the check fails. The check
 * fails if the broadcast was cancelled, paused or has expired, or if the recipient opted out, in any process. The message
 * then counts as not sent, and not as a channel error. A channel that writes at once needn't run the check.
 *
 * @see docs/contributing/decisions.md, B24
 */
export const MayBegin = Context.Reference<Effect.Effect<void, SendError>>("@rollcall/core/sending/channels/MayBegin", {
  defaultValue: () => Effect.void
})
