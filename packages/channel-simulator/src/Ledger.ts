import type { HandOverRecord, RecipientUuid } from "@rollcall/core"
import type { HandOverLine, ReceiptsLine, RecallLine } from "./JournalLine.ts"

/** What the ledger knows of one correlation. */
export interface Account {
  /** How many hand-overs arrived, whatever became of them. */
  attempts: number
  /** How many of them were refused with a transient error. */
  refusals: number
  /** How many of them came after the message was taken. */
  duplicates: number
  /** Attempts up to this one are refused: somebody was told that they were never taken. */
  barred: number
  /** The hand-over that was taken. */
  taken: HandOverLine | null
  /** How many of its receipts were delivered. */
  delivered: number
}

/** How a hand-over is answered. */
export type Verdict =
  | { readonly _tag: "Taken"; readonly account: Account; readonly line: HandOverLine }
  | { readonly _tag: "TakenBefore"; readonly messageId: string }
  | { readonly _tag: "Refused" }
  | { readonly _tag: "Barred" }

/**
 * What the lines of a journal come to, one after the other. All that it does follows from the lines and their order, so
 * that every simulator on one journal comes to the same answers: of two hand-overs of one message the first line takes.
 */
export const makeLedger = () => {
  const accounts = new Map<RecipientUuid, Account>()

  const readonly: ReadonlyMap<RecipientUuid, Readonly<Account>> = accounts

  const accountOf = (correlation: RecipientUuid): Account => {
    const known = accounts.get(correlation)
    if (known !== undefined) return known
    const account = { attempts: 0, refusals: 0, duplicates: 0, barred: 0, taken: null, delivered: 0 }
    accounts.set(correlation, account)
    return account
  }

  const recallOne = (correlation: RecipientUuid, attempt: number): HandOverRecord => {
    const account = accountOf(correlation)
    if (account.taken === null) {
      account.barred = Math.max(account.barred, attempt)
      return { _tag: "NeverTaken" }
    }
    return account.taken.answerLost ? { _tag: "Untold" } : { _tag: "Taken", messageId: account.taken.messageId }
  }

  return {
    accounts: readonly,

    /** Takes a message once, refuses it as often as its line says, and refuses attempts that were recalled. */
    handOver: (line: HandOverLine): Verdict => {
      const account = accountOf(line.correlation)
      account.attempts++
      if (line.attempt <= account.barred) return { _tag: "Barred" }
      if (account.taken !== null) {
        account.duplicates++
        return { _tag: "TakenBefore", messageId: account.taken.messageId }
      }
      if (account.refusals < line.refusals) {
        account.refusals++
        return { _tag: "Refused" }
      }
      account.taken = line
      return { _tag: "Taken", account, line }
    },

    /** Bars every hand-over that was not taken yet. One whose answer was lost is not told: its receipts do (B12). */
    recall: (line: RecallLine): ReadonlyArray<HandOverRecord> =>
      line.begun.map(({ attempt, correlation }) => recallOne(correlation, attempt)),

    /** Remembers which receipts need not be delivered again. */
    receipts: (line: ReceiptsLine): void => {
      for (const [correlation, delivered] of line.delivered) {
        const account = accountOf(correlation)
        account.delivered = Math.max(account.delivered, delivered)
      }
    }
  }
}
