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

/** A broadcast in this state cannot be moved as was asked (B1, B2). */
export class BroadcastNotMovable extends Schema.TaggedError<BroadcastNotMovable>()("BroadcastNotMovable", {
  status: BroadcastStatus,
  /** Where it was to go. */
  to: BroadcastStatus
}) {}
