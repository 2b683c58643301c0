import { reminderTo } from "../../Calls.ts"

/** What is done to a broadcast: nothing, or it is cancelled or expires while it is being sent. */
type Fate = "sent" | "cancelled" | "expired"

/** The broadcasts of a campaign. */
export interface Broadcasts {
  /** How many recipients each has. The last one is refused. */
  readonly size: number
  /** What is done to them, in turn. */
  readonly fates: ReadonlyArray<Fate>
}

/** A broadcast that a campaign makes. */
export interface PlannedBroadcast {
  /** Its idempotency key (B4) and the reference of all its recipients. */
  readonly key: string
  readonly fate: Fate
  /** The numbers that are accepted, in their order. */
  readonly identifiers: ReadonlyArray<string>
  /** A number that is refused at creation (B7). */
  readonly refused: string
}

/**
 * What the channel does with every tenth of the recipients (see `endingOf`): answers and receipts get lost, come late,
 * twice and out of order. Those without a receipt are the hardest: none says what a dead process sent to them.
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

/** The broadcast of this number. No two have an identifier in common. */
export const planBroadcast = ({ fates, size }: Broadcasts, number: number): PlannedBroadcast => {
  const digits = (value: number, length: number) => String(value).padStart(length, "0")
  const identifiers = Array.from(
    { length: size - 1 },
    (_, index) => `44${digits(number, 4)}${digits(index, 5)}${endings[index % endings.length]}`
  )
  const fate = fates[number % fates.length] ?? "sent"
  return { key: `broadcast ${number}`, fate, identifiers, refused: `+44${digits(number, 4)}` }
}

/** The request for it. Its key makes it safe to ask again when an answer was cut off (B4). */
export const requestFor = ({ identifiers, key, refused }: PlannedBroadcast, validUntil: string | null = null) => {
  const reminder = reminderTo([...identifiers, refused])
  return {
    ...reminder,
    recipients: reminder.recipients.map((recipient) => ({ ...recipient, client_reference: key })),
    client_unique_identifier: key,
    valid_until: validUntil
  }
}
