/** How many refusals in a row pause a broadcast of which no message is accepted, and how many recipients one success covers. */
export const handful = 5

/** A success counts for this long, in milliseconds. */
const recently = 600_000

/** What is known of one template and sender: the outcomes of their last messages. */
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

/** A record after a message was accepted, at an instant of the steady clock. */
export const withAcceptance = (record: SendRecord, now: number): SendRecord => ({
  ...record,
  acceptedAt: now,
  writtenOff: 0,
  refused: 0
})

/** A refusal that may be the recipient's or everybody's. */
export interface Doubt {
  readonly isUnrecognized: boolean
}

/** The verdict on the doubtful refusals of one group. */
export interface Attribution {
  /** Of each refusal, whether it is the recipient's, who is written off. The others are sent again, after all others. */
  readonly isRecipients: ReadonlyArray<boolean>
  /** The number of the refusal that the broadcast pauses for; null if it goes on. */
  readonly pausesFor: number | null
  readonly record: SendRecord
}

/**
 * Decides whose fault refusals are that can be the recipient's or everybody's. They are the recipients' if others
 * were accepted in the same group, and up to a handful of them if others were accepted recently. Without a success they
 * are no recipient's, and a handful in a row pauses. Of a code that the channel does not know, no more than a handful are the
 * recipients' before a pause, whatever is accepted besides. A pause gives no new credit: after it only a success does.
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
