/** How many refusals in a row pause a broadcast without an accepted message, and how many recipients one success covers. */
export const handful = 5

/** How long a success counts, in milliseconds. */
const recently = 600_000

/** The recent outcomes of one template and sender. */
export interface SendRecord {
  /** When a message was last accepted, in milliseconds of the steady clock; null for never. */
  readonly acceptedAt: number | null
  /** How many recipients were written off since then, in groups without an accepted message. */
  readonly writtenOff: number
  /** How many refusals in a row blame no recipient. */
  readonly refused: number
  /** How many recipients were written off for codes that the channel does not know, since the last pause. */
  readonly unrecognized: number
}

export const noRecord: SendRecord = { acceptedAt: null, writtenOff: 0, refused: 0, unrecognized: 0 }

/** A record after a message was accepted at a time of the steady clock. */
export const withAcceptance = (record: SendRecord, now: number): SendRecord => ({
  ...record,
  acceptedAt: now,
  writtenOff: 0,
  refused: 0
})

/** A refusal whose cause may be the recipient, or something common to all recipients. */
export interface Doubt {
  readonly isUnrecognized: boolean
}

/** The verdict on the doubtful refusals of one group. */
export interface Attribution {
  /**
   * For each refusal, whether the recipient is its cause and is written off. Otherwise the message is sent again, after all
   * others.
   */
  readonly isRecipients: ReadonlyArray<boolean>
  /** The index of the refusal that pauses the broadcast; null if it goes on. */
  readonly pausesFor: number | null
  readonly record: SendRecord
}

/**
 * Decides the cause of refusals that may be due to the recipient, or to something common to all recipients.
 *
 * The recipients are the cause if other messages were accepted in the same group, and for up to a handful of refusals if
 * messages were accepted recently. Without a success no recipient is the cause, and a handful in a row pauses. For a code
 * that the channel does not know, at most a handful of recipients are the cause before a pause, whatever else is accepted.
 * A pause gives no new credit: after it only a success does.
 */
export const attribute = (
  record: SendRecord,
  group: { readonly accepted: number; readonly doubts: ReadonlyArray<Doubt> },
  now: number
): Attribution => {
  let { refused, unrecognized, writtenOff } = group.accepted > 0 ? withAcceptance(record, now) : record
  const acceptedAt = group.accepted > 0 ? now : record.acceptedAt
  const isRecent = acceptedAt !== null && now - acceptedAt <= recently
  let pausesFor: number | null = null
  const isRecipients = group.doubts.map(({ isUnrecognized }, index) => {
    const isCovered = group.accepted > 0 || (isRecent && writtenOff < handful)
    if (isCovered && !(isUnrecognized && unrecognized >= handful)) {
      if (group.accepted === 0) writtenOff++
      if (isUnrecognized) unrecognized++
      return true
    }
    refused++
    if (isCovered || refused >= handful) pausesFor ??= index
    return false
  })
  if (pausesFor !== null) [refused, unrecognized] = [0, 0]
  return { isRecipients, pausesFor, record: { acceptedAt, writtenOff, refused, unrecognized } }
}
