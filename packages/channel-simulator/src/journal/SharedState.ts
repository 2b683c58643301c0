import type { RecipientUuid } from "@rollcall/core"
import type { LookupResult, SendRequest } from "@rollcall/core/channel"
import { nextId } from "@rollcall/core/storage"
import { Cause, Deferred, Effect, Latch, Option, Queue } from "effect"
import { makeDueReceipts } from "../DueReceipts.ts"
import type { SimulatorSettings } from "../SimulatorOptions.ts"
import type { Ending } from "../Ending.ts"
import { type SendLine, type JournalLine, parseLine, printLine } from "./JournalLine.ts"
import { makeState, type Verdict } from "./SimulatorState.ts"
import { SimulatorJournal, SimulatorJournalError } from "./SimulatorJournal.ts"

/** A send as it reaches the simulator. */
export interface ArrivedSend extends SendRequest, Ending {
  readonly at: number
  readonly identifier: string
  readonly messageId: string
}

/** How many lines are written at a time: few enough for one write to a file. */
const mostAtOnce = 500

/** A line to append to the journal, or, without text, a request to read the journal. */
interface Commit {
  readonly text: string | null
  /** Applies the line, at its position in the journal, and answers. */
  readonly apply: () => void
  /** Answers that the journal failed; too late for one that is answered. */
  readonly fail: (cause: unknown) => void
}

/**
 * The state of all simulators on one journal. Each writes what it does into the journal first, then reads the
 * journal up to that line, and does what the order of the lines says: so they agree without other communication. Lines
 * that wait while others are written go together.
 */
export const makeSharedState = Effect.fnUntraced(function* ({
  adoptAfter,
  keepEnded
}: Pick<SimulatorSettings, "adoptAfter" | "keepEnded">) {
  const journal = yield* SimulatorJournal
  const writer = yield* nextId
  const state = makeState(keepEnded)
  const due = makeDueReceipts()
  const earlier = yield* Latch.make()
  const commits = yield* Queue.unbounded<Commit>()
  /** Those that are being written, by their text. */
  let own = new Map<string, Commit>()
  let position = 0
  let serial = 0

  const apply = {
    Send: (line: SendLine): Verdict => {
      const verdict = state.send(line)
      if (verdict._tag === "Accepted" && line.receipts.length > 0) {
        const next = due.next()
        due.add(line, verdict.message, line.writer === writer ? 0 : adoptAfter)
        if (due.next() !== next) earlier.openUnsafe()
      }
      return verdict
    },
    Lookup: state.lookup,
    Receipts: state.receipts
  }

  /** Applies the next line of the journal; false if it is not a line. */
  const applyText = (text: string): boolean => {
    const commit = own.get(text)
    if (commit !== undefined) {
      own.delete(text)
      commit.apply()
      return true
    }
    const line = text === "" ? Option.none() : parseLine(text)
    if (Option.isNone(line)) return text === ""
    switch (line.value._tag) {
      case "Send":
        apply.Send(line.value)
        break
      case "Lookup":
        apply.Lookup(line.value)
        break
      case "Receipts":
        apply.Receipts(line.value)
    }
    return true
  }

  const catchUp = Effect.gen(function* () {
    for (;;) {
      const page = yield* journal.readFrom(position)
      if (page.next === position) return
      position = page.next
      const unread = page.lines.filter((text) => !applyText(text)).length
      if (unread > 0) yield* Effect.logWarning(`passed over ${unread} unreadable lines of the simulator's journal`)
    }
  })

  const write = Effect.fnUntraced(function* (batch: ReadonlyArray<Commit>) {
    own = new Map(batch.flatMap((commit) => (commit.text === null ? [] : [[commit.text, commit]])))
    if (own.size > 0) yield* journal.append(["", ...own.keys()])
    yield* catchUp
    for (const commit of batch) if (commit.text === null) commit.apply()
    for (const commit of own.values()) commit.fail("an appended line is not in the journal")
  })

  // A take waits for a commit, which is pause enough: one more would only keep commits waiting.
  const writeOn = Effect.forever(
    Effect.flatMap(Queue.takeBetween(commits, 1, mostAtOnce), (batch) =>
      Effect.catchCause(write(batch), (cause) =>
        Effect.sync(() => {
          for (const commit of batch) commit.fail(Cause.squash(cause))
        })
      )
    ),
    { disableYield: true }
  )
  yield* Effect.forkScoped(writeOn)

  const commit = <Line extends JournalLine, A>(
    make: (signature: { readonly writer: string; readonly serial: number }) => Line,
    apply: (line: Line) => A
  ): Effect.Effect<A, SimulatorJournalError> =>
    Effect.suspend(() => {
      const line = make({ writer, serial: serial++ })
      return enqueue(printLine(line), () => apply(line))
    })

  const enqueue = <A>(text: string | null, apply: () => A): Effect.Effect<A, SimulatorJournalError> =>
    Effect.suspend(() => {
      const answer = Deferred.makeUnsafe<A, SimulatorJournalError>()
      Queue.offerUnsafe(commits, {
        text,
        apply: () => Deferred.doneUnsafe(answer, Effect.succeed(apply())),
        fail: (cause) => Deferred.doneUnsafe(answer, Effect.fail(journalError(cause)))
      })
      return Deferred.await(answer)
    })

  return {
    messages: state.messages,
    /** The receipts that this simulator is to deliver. */
    due,
    /** Opened when a receipt became due earlier than all others. */
    earlier,
    /** Waits until others may have written. */
    awaitLines: Effect.suspend(() => journal.awaitLines(position)),
    /** Reads what others wrote. */
    catchUp: enqueue(null, () => undefined),
    send: (arrived: ArrivedSend): Effect.Effect<Verdict, SimulatorJournalError> =>
      commit((signature) => ({ _tag: "Send", ...signature, ...arrived }), apply.Send),
    lookup: (begun: ReadonlyArray<SendRequest>): Effect.Effect<ReadonlyArray<LookupResult>, SimulatorJournalError> =>
      commit((signature) => ({ _tag: "Lookup", ...signature, begun }), apply.Lookup),
    receiptsDelivered: (
      delivered: ReadonlyArray<readonly [RecipientUuid, number]>
    ): Effect.Effect<void, SimulatorJournalError> =>
      commit((signature) => ({ _tag: "Receipts", ...signature, delivered }), apply.Receipts)
  }
})

const journalError = (cause: unknown): SimulatorJournalError =>
  cause instanceof SimulatorJournalError ? cause : new SimulatorJournalError({ cause })

export type SharedState = Effect.Success<ReturnType<typeof makeSharedState>>
