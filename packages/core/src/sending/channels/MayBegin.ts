import { Context, Effect } from "effect"
import type { SendError } from "./MessageChannel.ts"

/**
 * Whether a send may still begin. A channel whose `send` waits before it writes its request, as for a connection, for
 * others of its sender or for a template, runs this immediately before it writes, and writes nothing if it fails: the
 * broadcast was cancelled or paused, it expired, or its recipient opted out, in any process. What has not begun is
 * then not sent, and no error of the channel. A channel that writes at once has no need of it.
 *
 * @see docs/contributing/decisions.md, B24
 */
export const MayBegin = Context.Reference<Effect.Effect<void, SendError>>("@rollcall/core/sending/channels/MayBegin", {
  defaultValue: () => Effect.void
})
