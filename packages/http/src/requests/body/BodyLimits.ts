import { Context, Duration } from "effect"

/** Limits on the size of bodies and on how slowly they may arrive. */
export interface BodyLimits {
  /** The largest body of all other requests, in bytes. Default: 1 MiB. */
  readonly body: number
  /** The largest body that creates or validates a broadcast, in bytes. Default: 64 MiB. */
  readonly broadcastBody: number
  /** The largest body that imports contacts, in bytes. Default: 8 MiB. */
  readonly importBody: number
  /** How many bodies larger than `body` may be in memory at once. Default: 2. */
  readonly largeBodies: number
  /** How long a large body waits until another large body is done. Default: 2 seconds. */
  readonly placeWait: Duration.Duration
  /** The lowest average rate at which a body may arrive after `grace`, in bytes per second. Default: 16 KiB. */
  readonly bytesPerSecond: number
  /** How long a body may arrive at any rate. Default: 5 seconds. */
  readonly grace: Duration.Duration
}

/** The default limits of bodies. */
export const defaultBodyLimits: BodyLimits = {
  body: 1024 * 1024,
  broadcastBody: 64 * 1024 * 1024,
  importBody: 8 * 1024 * 1024,
  largeBodies: 2,
  placeWait: Duration.seconds(2),
  bytesPerSecond: 16 * 1024,
  grace: Duration.seconds(5)
}

/** The limits of bodies, read when the routes are built. Default: `defaultBodyLimits`. */
export const CurrentBodyLimits = Context.Reference<BodyLimits>("@rollcall/http/requests/BodyLimits", {
  defaultValue: () => defaultBodyLimits
})

/** Formats a size, in MiB or KiB if it is a whole number of them. */
export const sizeOf = (bytes: number): string => {
  for (const [unit, name] of units) if (bytes > 0 && bytes % unit === 0) return `${bytes / unit} ${name}`
  return `${bytes} bytes`
}

const units = [
  [1024 * 1024, "MiB"],
  [1024, "KiB"]
] as const
