import type { Correlation, LookupResult, SendRequest } from "@rollcall/core/channel"
import { nextId } from "@rollcall/core/operations"
import { type Cause, Effect, Latch, Option } from "effect"
import { makeDueReceipts } from "./DueReceipts.ts"
import type { Ending } from "./Ending.ts"
import {
  type JournalLine,
  type LookupLine,
  parseLine,
  printLine,
  type ReceiptsLine,
  type SendLine
} from "./JournalLine.ts"
import type { SimulatorJournal } from "./SimulatorJournal.ts"

/** A send that reaches the simulator, with its planned outcome. */
export interface ArrivedSend extends SendRequest, Ending {
  readonly at: number
  readonly identifier: string
  readonly messageId: string
}

export interface MessageState {
  /** The number of sends, accepted or refused. */
  sends: number
  /** The number of sends refused with a transient error. */
  refusals: number
  /** The number of sends after the message was accepted. */
  duplicates: number
  /** The highest attempt that a lookup reported as not accepted. Attempts up to this number are refused. */
  barred: number
  /** The accepted send; null if none was accepted. */
  accepted: SendLine | null
  /** The number of delivered receipts. */
  delivered: number
}

/** The response to a send. */
export type Verdict =
  | { readonly _tag: "Accepted"; readonly message: MessageState; readonly line: SendLine }
  | { readonly _tag: "AcceptedBefore"; readonly messageId: string }
  | { readonly _tag: "Refused" }
  | { readonly _tag: "Barred" }

/**
 * Makes the simulator's state by applying the journal's lines in order. Each change appends its line first, then applies
 * all new lines, so a lookup includes the sends of a killed process. Of the messages whose receipts are all delivered, only
 * the latest are kept: at least `keepEnded` and at most twice as many.
 */
export const makeState = Effect.fnUntraced(function* (journal: SimulatorJournal | null, keepEnded: number) {
  const writer = yield* nextId
  const messages = new Map<Correlation, MessageState>()
  const due = makeDueReceipts()
  const earlier = Latch.makeUnsafe()
  let [endedBefore, ended]: [Array<Correlation>, Array<Correlation>] = [[], []]
  let serial = 0
  let starting = true

  const end = (correlation: Correlation): void => {
    ended.push(correlation)
    if (ended.length < keepEnded) return
    for (const forgotten of endedBefore) messages.delete(forgotten)
    ;[endedBefore, ended] = [ended, []]
  }

  const messageOf = (correlation: Correlation): MessageState => {
    const known = messages.get(correlation)
    if (known !== undefined) return known
    const message = { sends: 0, refusals: 0, duplicates: 0, barred: 0, accepted: null, delivered: 0 }
    messages.set(correlation, message)
    return message
  }

  const lookupOne = ({ attempt, correlation }: SendRequest): LookupResult => {
    const message = messageOf(correlation)
    if (message.accepted === null) {
      message.barred = Math.max(message.barred, attempt)
      return { _tag: "NotAccepted" }
    }
    return message.accepted.responseLost
      ? { _tag: "Unknown" }
      : { _tag: "Accepted", messageId: message.accepted.messageId }
  }

  /**
   * Accepts a message once, after the number of refusals in its line. Bars attempts that a lookup reported as not accepted.
   */
  const send = (line: SendLine): Verdict => {
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
    // Each process delivers the receipts of its own messages. A starting process also delivers the undelivered receipts in
    // the journal.
    if (line.writer === writer || starting) {
      const next = due.next()
      due.add(line, message)
      if (due.next() !== next) earlier.openUnsafe()
    }
    return { _tag: "Accepted", message, line }
  }

  /** Bars every attempt that is not accepted yet. A message with a lost response is reported as `Unknown`. */
  const lookup = ({ begun }: LookupLine): ReadonlyArray<LookupResult> => begun.map(lookupOne)

  /** Records delivered receipts. */
  const receipts = (line: ReceiptsLine): void => {
    for (const [correlation, delivered] of line.delivered) {
      const message = messages.get(correlation)
      if (message === undefined || delivered <= message.delivered) continue
      message.delivered = delivered
      if (delivered === message.accepted?.receipts.length) end(correlation)
    }
  }

  /** Applies a line of the journal. Malformed lines are ignored. */
  const applyText = (text: string): void => {
    const line = text === "" ? undefined : Option.getOrUndefined(parseLine(text))
    if (line?._tag === "Send") send(line)
    if (line?._tag === "Lookup") lookup(line)
    if (line?._tag === "Receipts") receipts(line)
  }

  const catchUp = (): void => {
    for (const text of journal?.readNew() ?? []) applyText(text)
  }

  const commit = <Line extends JournalLine, A>(line: Line, apply: (line: Line) => A): A => {
    if (journal === null) return apply(line)
    const own = printLine(line)
    journal.append(own)
    let answer = Option.none<A>()
    for (const text of journal.readNew()) {
      if (text === own) answer = Option.some(apply(line))
      else applyText(text)
    }
    return Option.getOrThrowWith(answer, () => new Error("an appended line is not in the journal"))
  }

  catchUp()
  starting = false

  return {
    /** The undelivered receipts of this simulator, by due time. */
    due,
    /** Opens when a new receipt becomes the earliest due. */
    earlier,
    /** Returns all messages that are still kept. */
    messages: Effect.sync((): ReadonlyMap<Correlation, Readonly<MessageState>> => {
      catchUp()
      return messages
    }),
    send: (arrived: ArrivedSend): Effect.Effect<Verdict, Cause.UnknownError> =>
      Effect.try(() => commit({ _tag: "Send", writer, serial: serial++, ...arrived }, send)),
    lookup: (begun: ReadonlyArray<SendRequest>): Effect.Effect<ReadonlyArray<LookupResult>, Cause.UnknownError> =>
      Effect.try(() => commit({ _tag: "Lookup", writer, serial: serial++, begun }, lookup)),
    receiptsDelivered: (
      delivered: ReadonlyArray<readonly [Correlation, number]>
    ): Effect.Effect<void, Cause.UnknownError> =>
      Effect.try(() => commit({ _tag: "Receipts", writer, serial: serial++, delivered }, receipts))
  }
})

export type SimulatorState = Effect.Success<ReturnType<typeof makeState>>
