import { noRows } from "@rollcall/core"
import { Deferred, Effect, Stream } from "effect"
import type { SourceRow } from "../reading/SourceRow.ts"
import { type Batch, inBatches, keysOf } from "./Batches.ts"
import { handOver, type HandedOver, type ImportPlan, lastOf } from "./HandOver.ts"
import type { ImportAccount, RowFailure, SettledBatch } from "./ImportAccount.ts"
import { type ImportOutcome, ImportTarget } from "./ImportTarget.ts"

/** How many requests are worked off at a time. */
const atOnce = 3

/**
 * Imports rows, and gives what became of them, batch by batch in the order of the file. One request is handed over at a
 * time, so that there is one at most of which it is not known whether it arrived; a few are worked off at a time, and
 * the file is read no faster than that. Batches that give one identifier are worked off one after the other, so that of
 * two rows about one contact the later one counts.
 */
export const importRows = <E, R>(rows: Stream.Stream<SourceRow, E, R>, plan: ImportPlan, account: ImportAccount) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const target = yield* ImportTarget
      const turns = new Turns()

      const take = Effect.fnUntraced(function* (batch: Batch) {
        const turn = yield* turns.take(keysOf(batch))
        return { ...(yield* handOver(target, plan, account, batch)), turn }
      })

      const settle = Effect.fnUntraced(function* ({ turn, ...handed }: HandedOver & { readonly turn: Turn }) {
        const outcome = handed.uuid === null ? nothing : yield* target.outcome(handed.uuid)
        yield* turn.end
        const settled = settledBatch(handed, outcome)
        account.know(settled)
        return settled
      })

      return inBatches(rows).pipe(Stream.mapEffect(take), Stream.mapEffect(settle, { concurrency: atOnce }))
    })
  )

const nothing: ImportOutcome = {
  counts: noRows,
  failed: []
}

const settledBatch = ({ batch, failures, sent }: HandedOver, { counts, failed }: ImportOutcome): SettledBatch => {
  const applied = failed.flatMap(({ index, reason }): ReadonlyArray<RowFailure> => {
    const row = sent[index]
    return row === undefined ? [] : [{ row, reason }]
  })
  return {
    last: lastOf(batch),
    end: batch[batch.length - 1]?.end ?? 0,
    counts: { ...counts, failed: counts.failed + failures.length },
    failures: [...failures, ...applied].sort((a, b) => a.row.number - b.row.number)
  }
}

interface Turn {
  readonly keys: ReadonlySet<string>
  /** Lets those go on who wait for this one. */
  readonly end: Effect.Effect<void>
}

/** Lets nobody begin who has a key in common with somebody who has not ended. */
class Turns {
  private readonly open = new Map<Turn, Deferred.Deferred<void>>()

  take(keys: ReadonlySet<string>): Effect.Effect<Turn> {
    return Effect.gen({ self: this }, function* () {
      for (const [turn, ended] of this.open) if (haveCommon(turn.keys, keys)) yield* Deferred.await(ended)
      const ended = yield* Deferred.make<void>()
      const turn: Turn = {
        keys,
        end: Effect.suspend(() => {
          this.open.delete(turn)
          return Effect.asVoid(Deferred.succeed(ended, undefined))
        })
      }
      this.open.set(turn, ended)
      return turn
    })
  }
}

const haveCommon = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean => {
  for (const key of some) if (others.has(key)) return true
  return false
}
