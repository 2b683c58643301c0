import { Context, Duration } from "effect"

/** How much the server takes, in bytes, and how slowly it may arrive. */
export interface BodyLimits {
  /** The largest body of a request, where nothing else is said: 1 MiB. */
  readonly body: number
  /** The largest body that creates or validates a broadcast: 64 MiB. */
  readonly broadcastBody: number
  /** The largest body that imports contacts: 8 MiB. */
  readonly importBody: number
  /** How many bodies larger than `body` may be held at once: 2. */
  readonly largeBodies: number
  /** How long a large body waits for its place among them: 2 seconds. */
  readonly placeWait: Duration.Duration
  /** How many bytes a second a body has to have on average once it was waited for longer than `grace`: 16 KiB. */
  readonly bytesPerSecond: number
  /** How long a body may arrive at any rate: 5 seconds. */
  readonly grace: Duration.Duration
}

/** The defaults. */
export const defaultBodyLimits: BodyLimits = {
  body: 1024 * 1024,
  broadcastBody: 64 * 1024 * 1024,
  importBody: 8 * 1024 * 1024,
  largeBodies: 2,
  placeWait: Duration.seconds(2),
  bytesPerSecond: 16 * 1024,
  grace: Duration.seconds(5)
}

/** The limits in force when the routes are built. A host provides its own; without one the defaults count. */
export const CurrentBodyLimits = Context.Reference<BodyLimits>("@rollcall/http/requests/BodyLimits", {
  defaultValue: () => defaultBodyLimits
})

/** A size as people write it, where it is a whole number of MiB or KiB. */
export const sizeOf = (bytes: number): string => {
  for (const [unit, name] of units) if (bytes > 0 && bytes % unit === 0) return `${bytes / unit} ${name}`
  return `${bytes} bytes`
}

const units = [
  [1024 * 1024, "MiB"],
  [1024, "KiB"]
] as const
