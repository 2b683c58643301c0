import { Duration } from "effect"

/** A range of delays, both ends included. */
export interface DelayRange {
  readonly min: Duration.Input
  readonly max: Duration.Input
}

/** The probability of each mishap, from 0 (never, the default) to 1 (always). */
export interface Mishaps {
  /** The message is accepted, and the send fails with `OutcomeUnknown`. */
  readonly loseResponse: number
  /** A receipt never arrives. Drawn for each receipt. */
  readonly loseReceipt: number
  /** A receipt arrives twice. */
  readonly repeatReceipt: number
  /** `read` arrives before `delivered`. */
  readonly reorderReceipts: number
  /** A send is refused with `Transient`. Drawn for each send until a send is accepted. */
  readonly transientError: number
}

/** Options of the simulator. Every option has a default. */
export interface SimulatorOptions {
  /** The seed of all random outcomes. Default: `rollcall`. */
  readonly seed?: string
  /** The senders that every workspace may send from. Default: `any`. */
  readonly senders?: "any" | ReadonlyArray<string>
  /** How long a send takes. Default: 0. */
  readonly sendDelay?: Duration.Input
  /** The delay from acceptance to delivery. Default: 50 to 350 ms. */
  readonly deliveryDelay?: DelayRange
  /** The delay from delivery to reading. Default: 100 to 450 ms, so that every message ends within a second. */
  readonly readDelay?: DelayRange
  /** The maximum number of receipts per batch. Default: 500. */
  readonly receiptBatch?: number
  /** How long receipts are collected before a batch is sent. Default: 50 ms. */
  readonly receiptWindow?: Duration.Input
  /**
   * The minimum number of ended messages to keep; up to twice as many are kept. A message ends when all its receipts are
   * delivered. Default: 100,000.
   */
  readonly keepEnded?: number
  /** The probabilities of mishaps for identifiers without special last digits. Default: no mishaps. */
  readonly mishaps?: Partial<Mishaps>
}

/** The options with defaults applied; delays in milliseconds. */
export interface SimulatorSettings {
  readonly seed: string
  readonly senders: "any" | ReadonlySet<string>
  readonly sendDelay: number
  readonly deliveryDelay: readonly [min: number, max: number]
  readonly readDelay: readonly [min: number, max: number]
  readonly receiptBatch: number
  readonly receiptWindow: number
  readonly keepEnded: number
  readonly mishaps: Mishaps
}

/** Applies the defaults. */
export const settingsOf = (options: SimulatorOptions): SimulatorSettings => ({
  seed: options.seed ?? "rollcall",
  senders: options.senders === undefined || options.senders === "any" ? "any" : new Set(options.senders),
  sendDelay: Duration.toMillis(options.sendDelay ?? 0),
  deliveryDelay: rangeOf(options.deliveryDelay ?? { min: 50, max: 350 }),
  readDelay: rangeOf(options.readDelay ?? { min: 100, max: 450 }),
  receiptBatch: options.receiptBatch ?? 500,
  receiptWindow: Duration.toMillis(options.receiptWindow ?? 50),
  keepEnded: options.keepEnded ?? 100_000,
  mishaps: {
    loseResponse: 0,
    loseReceipt: 0,
    repeatReceipt: 0,
    reorderReceipts: 0,
    transientError: 0,
    ...options.mishaps
  }
})

const rangeOf = ({ max, min }: DelayRange): readonly [number, number] => [
  Duration.toMillis(min),
  Duration.toMillis(max)
]
