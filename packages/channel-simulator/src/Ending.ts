import type { Correlation, ReceiptStatus } from "@rollcall/core/channel"
import { draw } from "./Draw.ts"
import type { SimulatorSettings } from "./SimulatorOptions.ts"

/** A planned receipt. Both times are in milliseconds after the message was accepted. */
export interface PlannedReceipt {
  readonly status: ReceiptStatus
  /** When the reported event happens. */
  readonly happens: number
  /** When the receipt is sent. */
  readonly leaves: number
}

/** The planned outcome of a message. */
export interface Ending {
  /** How many sends fail with a transient error before a send is accepted. */
  readonly refusals: number
  /** Whether the response to the accepted send is lost. */
  readonly responseLost: boolean
  /** The receipts, in sending order. */
  readonly receipts: ReadonlyArray<PlannedReceipt>
}

/** The maximum number of transient errors for one message. */
const mostRefusals = 1_000

/** The spacing of repeated or reordered receipts, in milliseconds. */
const gap = 20

/**
 * Plans a message's outcome by the identifier's last four digits, or else by random mishaps. The outcome depends only on
 * the settings, the correlation and the identifier.
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
