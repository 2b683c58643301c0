import { reminderTo } from "../../Calls.ts"

/** The broadcasts of a campaign. */
export interface Broadcasts {
  /** How many recipients each has. The last one is refused. */
  readonly size: number
  /** What is done to each in turn: nothing, or it is cancelled or expires while it is being sent. */
  readonly fates: ReadonlyArray<"sent" | "cancelled" | "expired">
  /** Whether the channel can say that it did not accept a message: then none stays unknown. */
  readonly looksUp?: false
}

export type PlannedBroadcast = ReturnType<typeof planBroadcast>

/**
 * What the channel does with every tenth of the recipients (see `endingOf`): answers and receipts get lost, come late,
 * twice and out of order. Those without a receipt are the hardest: nothing shows what a dead process sent to them.
 */
const endings = ["0005", "0002", "0002", "0006", "0001", "0003", "0004", "0002", "0005", "9012"]

const statuses = new Map(
  Object.entries({ "0001": "undeliverable", "0002": "submitted", "0003": "delivered", "0004": "delivered" })
)

/** What becomes of a recipient whose message the channel took. */
export const statusByEnding = (identifier: string): string => statuses.get(identifier.slice(-4)) ?? "read"

/**
 * The broadcast of this number, with the numbers that are accepted, in their order, and one that is refused (B7). No two
 * broadcasts have an identifier in common. The idempotency key (B4) is the reference of all recipients, too.
 */
export const planBroadcast = ({ fates, size }: Broadcasts, number: number) => {
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
