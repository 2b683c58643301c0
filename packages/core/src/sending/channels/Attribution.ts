/**
 * The number of consecutive refusals, without an accepted message, that pauses a broadcast. Also the number of refused
 * recipients that one success covers.
 */
export const handful = 5

/** How long a success counts, in milliseconds. */
const recently = 600_000

/** The recent send outcomes of a template and sender. */
export interface SendRecord {
  /** When a message was last accepted, in milliseconds of the steady clock; null for never. */
  readonly acceptedAt: number | null
  /** The number of recipients written off since `acceptedAt`, in groups without an accepted message. */
  readonly writtenOff: number
  /** The number of consecutive refusals that were not attributed to a recipient. */
  readonly refused: number
  /** The number of recipients written off since the last pause because of codes that the channel does not know. */
  readonly unrecognized: number
}

export const noRecord: SendRecord = { acceptedAt: null, writtenOff: 0, refused: 0, unrecognized: 0 }

/** Returns the record after a message was accepted at a time of the steady clock. */
export const withAcceptance = (record: SendRecord, now: number): SendRecord => ({
  ...record,
  acceptedAt: now,
  writtenOff: 0,
  refused: 0
})

/** A refusal caused by either the recipient or something common to all recipients. */
export interface Doubt {
  readonly isUnrecognized: boolean
}

/** The verdict on the doubtful refusals of one group. */
export interface Attribution {
  /**
   * For each refusal, whether the recipient caused it and is written off. Otherwise the message is sent again, after all
   * other messages.
   */
  readonly isRecipients: ReadonlyArray<boolean>
  /** The index of the refusal that pauses the broadcast; null if it continues. */
  readonly pausesFor: number | null
  readonly record: SendRecord
}

/**
 * Attributes refusals to the recipient or to something common to all recipients.
 *
 * Recipients are the cause if other messages were accepted in the same group, or, for up to five refusals, if messages were
 * accepted recently. Without a success no recipient is the cause, and five refusals in a row pause the broadcast. For codes
 * that the channel does not know, at most five recipients are the cause before a pause, even with other successes. Only a
 * success renews the allowance for recently accepted messages; a pause does not.
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
