import type { RecipientUuid } from "@rollcall/core"
import type { LookupResult } from "@rollcall/core/channel"
import type { SendLine, ReceiptsLine, LookupLine } from "./JournalLine.ts"

/** What the simulator knows of one message. */
export interface MessageState {
  /** How many sends arrived, whatever became of them. */
  sends: number
  /** How many of them were refused with a transient error. */
  refusals: number
  /** How many of them came after the message was accepted. */
  duplicates: number
  /** Attempts up to this one are refused: a lookup answered that they were not accepted. */
  barred: number
  /** The send that was accepted. */
  accepted: SendLine | null
  /** How many of its receipts were delivered. */
  delivered: number
}

/** How a send is answered. */
export type Verdict =
  | { readonly _tag: "Accepted"; readonly message: MessageState; readonly line: SendLine }
  | { readonly _tag: "AcceptedBefore"; readonly messageId: string }
  | { readonly _tag: "Refused" }
  | { readonly _tag: "Barred" }

/**
 * What the lines of a journal come to, one after the other. All that it does follows from the lines and their order, so
 * that every simulator on one journal comes to the same answers: of two sends of one message the first line is accepted.
 * Of messages whose receipts were all delivered it remembers the last ones, `keepEnded` to twice as many.
 */
export const makeState = (keepEnded: number) => {
  const messages = new Map<RecipientUuid, MessageState>()
  let [endedBefore, ended]: [Array<RecipientUuid>, Array<RecipientUuid>] = [[], []]

  const end = (correlation: RecipientUuid): void => {
    ended.push(correlation)
    if (ended.length < keepEnded) return
    for (const forgotten of endedBefore) messages.delete(forgotten)
    ;[endedBefore, ended] = [ended, []]
  }

  const readonly: ReadonlyMap<RecipientUuid, Readonly<MessageState>> = messages

  const messageOf = (correlation: RecipientUuid): MessageState => {
    const known = messages.get(correlation)
    if (known !== undefined) return known
    const message = { sends: 0, refusals: 0, duplicates: 0, barred: 0, accepted: null, delivered: 0 }
    messages.set(correlation, message)
    return message
  }

  const lookupOne = (correlation: RecipientUuid, attempt: number): LookupResult => {
    const message = messageOf(correlation)
    if (message.accepted === null) {
      message.barred = Math.max(message.barred, attempt)
      return { _tag: "NotAccepted" }
    }
    return message.accepted.responseLost
      ? { _tag: "Unknown" }
      : { _tag: "Accepted", messageId: message.accepted.messageId }
  }

  return {
    messages: readonly,

    /** Accepts a message once, refuses it as often as its line says, and refuses attempts that were looked up. */
    send: (line: SendLine): Verdict => {
      const message = messageOf(line.correlation)
      message.sends++
      if (line.attempt <= message.barred) return { _tag: "Barred" }
      if (message.accepted !== null) {
        message.duplicates++
        return { _tag: "AcceptedBefore", messageId: message.accepted.messageId }
      }
      if (message.refusals < line.refusals) {
        message.refusals++
        return { _tag: "Refused" }
      }
      message.accepted = line
      return { _tag: "Accepted", message, line }
    },

    /** Bars every send that was not accepted yet. One whose response was lost is unknown: its receipts resolve it (B12). */
    lookup: (line: LookupLine): ReadonlyArray<LookupResult> =>
      line.begun.map(({ attempt, correlation }) => lookupOne(correlation, attempt)),

    /** Remembers which receipts need not be delivered again. */
    receipts: (line: ReceiptsLine): void => {
      for (const [correlation, delivered] of line.delivered) {
        const message = messages.get(correlation)
        if (message === undefined || delivered <= message.delivered) continue
        message.delivered = delivered
        if (delivered === message.accepted?.receipts.length) end(correlation)
      }
    }
  }
}
