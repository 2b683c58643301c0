import { Context } from "effect"

/** How much the server takes, in bytes. */
export interface BodyLimits {
  /** The largest body of a request, where nothing else is said: 1 MiB. */
  readonly body: number
  /** The largest body that creates or validates a broadcast: 64 MiB (W7). */
  readonly broadcastBody: number
  /** The largest body that imports contacts: 8 MiB. */
  readonly importBody: number
  /** How many bodies larger than `body` may be held at once: 2. */
  readonly largeBodies: number
}

/** The defaults. */
export const defaultBodyLimits: BodyLimits = {
  body: 1024 * 1024,
  broadcastBody: 64 * 1024 * 1024,
  importBody: 8 * 1024 * 1024,
  largeBodies: 2
}

/** The limits in force when the routes are built. A host provides its own; without one the defaults count. */
export const CurrentBodyLimits = Context.Reference<BodyLimits>("@rollcall/http/requests/BodyLimits", {
  defaultValue: () => defaultBodyLimits
})
