import { Schema } from "effect"
import { BroadcastStatus } from "./Broadcast.ts"

/** The workspace has no such broadcast, template, locale or sender. */
export class BroadcastNotFound extends Schema.TaggedError<BroadcastNotFound>()("BroadcastNotFound", {
  /** What was looked for, in words: `broadcast`, `template order_update in locale de`... */
  what: Schema.String
}) {}

/** The payload breaks rules; every violation is named with its place (B6). */
export class BroadcastRefused extends Schema.TaggedError<BroadcastRefused>()("BroadcastRefused", {
  violations: Schema.Array(Schema.String)
}) {}

/** The state of the broadcast does not allow the transition (B1, B2). */
export class InvalidTransition extends Schema.TaggedError<InvalidTransition>()("InvalidTransition", {
  status: BroadcastStatus,
  /** The state that was asked for. */
  to: BroadcastStatus
}) {}
