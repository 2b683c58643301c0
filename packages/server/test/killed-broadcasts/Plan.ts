import { reminderTo } from "../Calls.ts"

/** What is done to a broadcast: nothing, or it is cancelled or expires while it is being sent. */
type Fate = "sent" | "cancelled" | "expired"

/** A broadcast that a campaign makes. */
export interface PlannedBroadcast {
  readonly number: number
  readonly fate: Fate
  /** The numbers that are accepted, in their order. */
  readonly identifiers: ReadonlyArray<string>
  /** A number that is refused at creation (B7). */
  readonly refused: string
}

/** How many recipients of a broadcast are accepted. */
export const size = 499

/**
 * What the channel does with every tenth of the recipients (see `endingOf`): answers and receipts get lost, come late,
 * twice and out of order. Those of whom nothing is heard are the hardest: no receipt tells what a dead process sent them.
 */
const endings = ["0005", "0002", "0002", "0006", "0001", "0003", "0004", "0002", "0005", "9012"]

/** What becomes of a recipient whose message the channel took. */
export const statusByEnding = (identifier: string): string => {
  switch (identifier.slice(-4)) {
    case "0001":
      return "undeliverable"
    case "0002":
      return "submitted"
    case "0003":
    case "0004":
      return "delivered"
    default:
      return "read"
  }
}

const fates: ReadonlyArray<Fate> = ["sent", "cancelled", "sent", "expired"]

/** The broadcast of this number. No two have an identifier in common. */
export const planBroadcast = (number: number): PlannedBroadcast => {
  const digits = (value: number, length: number) => String(value).padStart(length, "0")
  const identifiers = Array.from(
    { length: size },
    (_, index) => `44${digits(number, 4)}${digits(index, 4)}${endings[index % endings.length]}`
  )
  const fate = fates[number % fates.length] ?? "sent"
  return { number, fate, identifiers, refused: `+44${digits(number, 4)}` }
}

/** The request for it. Its key makes it safe to ask again when an answer was cut off (B4). */
export const requestFor = ({ identifiers, number, refused }: PlannedBroadcast, validUntil: string | null) => ({
  ...reminderTo([...identifiers, refused]),
  client_unique_identifier: `broadcast ${number}`,
  valid_until: validUntil
})
