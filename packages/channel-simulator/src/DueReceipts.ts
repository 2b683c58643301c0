import type { PlannedReceipt } from "./Ending.ts"
import type { SendLine } from "./JournalLine.ts"

/** The progress of a message's receipts. */
export interface MessageProgress {
  /** How many of the message's receipts were delivered. */
  readonly delivered: number
}

/** A planned receipt with its due time. */
export interface DueReceipt {
  /** When the receipt is sent, in milliseconds since 1970. */
  readonly due: number
  /** Orders receipts that are due at the same time. */
  readonly serial: number
  readonly line: SendLine
  readonly message: MessageProgress
  readonly planned: PlannedReceipt
  /** The receipt's index among the message's receipts, from 0. */
  readonly index: number
}

/** Makes a queue of receipts, ordered by due time. A binary heap lets one timer serve many thousands of receipts. */
export const makeDueReceipts = () => {
  const heap: Array<DueReceipt> = []
  let serial = 0

  const push = (entry: DueReceipt): void => {
    let hole = heap.length
    heap.push(entry)
    while (hole > 0) {
      const up = (hole - 1) >>> 1
      const parent = heap[up]
      if (parent === undefined || !before(entry, parent)) break
      heap[hole] = parent
      hole = up
    }
    heap[hole] = entry
  }

  const pop = (): DueReceipt | undefined => {
    const top = heap[0]
    const last = heap.pop()
    if (last === undefined || last === top) return top
    let hole = 0
    for (;;) {
      const left = 2 * hole + 1
      const [first, second] = [heap[left], heap[left + 1]]
      if (first === undefined) break
      const [down, child] = second !== undefined && before(second, first) ? [left + 1, second] : [left, first]
      if (!before(child, last)) break
      heap[hole] = child
      hole = down
    }
    heap[hole] = last
    return top
  }

  return {
    /** Returns the due time of the next receipt; undefined if the queue is empty. */
    next: (): number | undefined => heap[0]?.due,

    /** Adds the receipts of a newly accepted message. */
    add: (line: SendLine, message: MessageProgress): void => {
      line.receipts.forEach((planned, index) =>
        push({ due: line.at + planned.leaves, serial: serial++, line, message, planned, index })
      )
    },

    /** Moves up the receipts of messages that were accepted after `now`. That happens if the clock was set back. */
    hasten: (now: number): void => {
      if (!heap.some(({ line }) => line.at > now)) return
      for (const entry of heap.splice(0)) {
        push(entry.line.at > now ? { ...entry, due: Math.min(entry.due, now + entry.planned.leaves) } : entry)
      }
    },

    /** Removes and returns at most `limit` undelivered receipts that are due by `now`, in order. */
    take: (now: number, limit: number): ReadonlyArray<DueReceipt> => {
      const batch: Array<DueReceipt> = []
      while (batch.length < limit && heap[0] !== undefined && heap[0].due <= now) {
        const entry = pop()
        if (entry !== undefined && entry.index >= entry.message.delivered) batch.push(entry)
      }
      return batch
    },

    /** Puts back receipts that were taken but not delivered. */
    putBack: (batch: ReadonlyArray<DueReceipt>): void => batch.forEach(push)
  }
}

const before = (left: DueReceipt, right: DueReceipt): boolean =>
  left.due < right.due || (left.due === right.due && left.serial < right.serial)
