import type { Correlation, ReceiptStatus } from "@rollcall/core/channel"
import { draw } from "./Draw.ts"
import type { SimulatorSettings } from "./SimulatorOptions.ts"

/** A receipt to come; both times are milliseconds after the message was accepted. */
export interface PlannedReceipt {
  readonly status: ReceiptStatus
  /** When the event that the receipt reports happens. */
  readonly happens: number
  /** When the receipt leaves the simulator. */
  readonly leaves: number
}

/** What happens to a message. */
export interface Ending {
  /** How many sends are refused with a transient error before one is accepted. */
  readonly refusals: number
  /** Whether the response to the send that is accepted gets lost. */
  readonly responseLost: boolean
  /** The receipts, in the order in which they leave. */
  readonly receipts: ReadonlyArray<PlannedReceipt>
}

/** The most refusals of a message, even where every draw refuses it. */
const mostRefusals = 1_000

/** How far apart repeated receipts and receipts out of order leave, in milliseconds. */
const gap = 20

/**
 * Returns what happens to a message: by the last four digits of its identifier, or by the random mishaps. The same seed,
 * correlation and identifier always give the same result.
 */
export const endingOf = (settings: SimulatorSettings, correlation: Correlation, identifier: string): Ending => {
  const chance = (what: string) => draw(`${settings.seed} ${correlation} ${what}`)
  const arrival = within(settings.deliveryDelay, chance("delivery"))
  const reading = arrival + within(settings.readDelay, chance("reading"))
  const delivered = receipt("delivered", arrival)
  const read = receipt("read", reading)
  const smooth = { refusals: 0, responseLost: false, receipts: [delivered, read] }
  switch (identifier.slice(-4)) {
    case "0001":
      return { ...smooth, receipts: [receipt("undeliverable", arrival)] }
    case "0002":
      return { ...smooth, receipts: [] }
    case "0003":
      return { ...smooth, receipts: [delivered] }
    case "0004":
      return { ...smooth, refusals: 2, receipts: [delivered] }
    case "0005":
      return { ...smooth, responseLost: true }
    case "0006":
      return { ...smooth, receipts: [read, delivered, read, delivered].map(leavingAt(reading)) }
    default:
      return withMishaps(settings, chance, delivered, read)
  }
}

const withMishaps = (
  { mishaps }: SimulatorSettings,
  chance: (what: string) => number,
  delivered: PlannedReceipt,
  read: PlannedReceipt
): Ending => {
  let refusals = 0
  while (refusals < mostRefusals && chance(`refusal ${refusals}`) < mishaps.transientError) refusals++
  const reordered = chance("order") < mishaps.reorderReceipts
  const receipts = (reordered ? [read, delivered].map(leavingAt(read.happens)) : [delivered, read])
    .filter(({ status }) => chance(`loss of ${status}`) >= mishaps.loseReceipt)
    .flatMap((planned) =>
      chance(`repetition of ${planned.status}`) < mishaps.repeatReceipt
        ? [planned, { ...planned, leaves: planned.leaves + 2 * gap }]
        : [planned]
    )
    .sort((left, right) => left.leaves - right.leaves)
  return { refusals, responseLost: chance("answer") < mishaps.loseResponse, receipts }
}

const receipt = (status: ReceiptStatus, happens: number): PlannedReceipt => ({ status, happens, leaves: happens })

const leavingAt =
  (start: number) =>
  (planned: PlannedReceipt, index: number): PlannedReceipt => ({ ...planned, leaves: start + index * gap })

const within = ([min, max]: readonly [number, number], chance: number): number => Math.round(min + (max - min) * chance)
