import { Context, Duration } from "effect"

/** How many bytes the server accepts, and how slowly they may arrive. */
export interface BodyLimits {
  /** The largest body of any other request: 1 MiB. */
  readonly body: number
  /** The largest body that creates or validates a broadcast: 64 MiB. */
  readonly broadcastBody: number
  /** The largest body that imports contacts: 8 MiB. */
  readonly importBody: number
  /** How many bodies larger than `body` may be held at once: 2. */
  readonly largeBodies: number
  /** How long a large body waits for a place: 2 seconds. */
  readonly placeWait: Duration.Duration
  /** The slowest average arrival of a body after `grace`, in bytes a second: 16 KiB. */
  readonly bytesPerSecond: number
  /** How long a body may arrive more slowly: 5 seconds. */
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

/** The limits, read when the routes are built. Default: `defaultBodyLimits`. */
export const CurrentBodyLimits = Context.Reference<BodyLimits>("@rollcall/http/requests/BodyLimits", {
  defaultValue: () => defaultBodyLimits
})

/** A size as people write it, in MiB or KiB if that is a whole number. */
export const sizeOf = (bytes: number): string => {
  for (const [unit, name] of units) if (bytes > 0 && bytes % unit === 0) return `${bytes / unit} ${name}`
  return `${bytes} bytes`
}

const units = [
  [1024 * 1024, "MiB"],
  [1024, "KiB"]
] as const
