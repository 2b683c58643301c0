import { Context, Duration } from "effect"

/** How many bytes the server accepts, and how slowly they may arrive. */
export interface BodyLimits {
  /** The largest body of other requests. Default: 1 MiB. */
  readonly body: number
  /** The largest body that creates or validates a broadcast. Default: 64 MiB. */
  readonly broadcastBody: number
  /** The largest body that imports contacts. Default: 8 MiB. */
  readonly importBody: number
  /** The most bodies larger than `body` in memory at once. Default: 2. */
  readonly largeBodies: number
  /** How long a large body waits for a place. Default: 2 seconds. */
  readonly placeWait: Duration.Duration
  /** The lowest average rate of a body after `grace`, in bytes per second. Default: 16 KiB. */
  readonly bytesPerSecond: number
  /** How long a body may arrive more slowly. Default: 5 seconds. */
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

/** Formats a size, in MiB or KiB if that is a whole number. */
export const sizeOf = (bytes: number): string => {
  for (const [unit, name] of units) if (bytes > 0 && bytes % unit === 0) return `${bytes / unit} ${name}`
  return `${bytes} bytes`
}

const units = [
  [1024 * 1024, "MiB"],
  [1024, "KiB"]
] as const
