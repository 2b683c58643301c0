import { maxRequestSize } from "@rollcall/contact-files"
import type { PreparedRow } from "../file/FileRows.ts"

/** The most rows of a request. */
export const maxRows = 1_000

/** Rows that make one request, in the order of the file, those that cannot be sent among them. */
export type Batch = readonly [PreparedRow, ...ReadonlyArray<PreparedRow>]

/**
 * Cuts rows into batches: those of an import that goes on where they were cut before, by the numbers of their last rows,
 * and then as many rows as a request takes.
 */
export async function* inBatches(
  rows: AsyncIterable<ReadonlyArray<PreparedRow>>,
  cuts: ReadonlyArray<number>
): AsyncGenerator<Batch> {
  let [open, size, cut]: [Array<PreparedRow>, number, number] = [[], 0, 0]
  const close = (): ReadonlyArray<Batch> => {
    const [first, ...rest] = open
    open = []
    size = 0
    cut++
    return first === undefined ? [] : [[first, ...rest]]
  }
  for await (const some of rows) {
    for (const row of some) {
      const last = cuts[cut]
      if (last === undefined && (open.length >= maxRows || size + row.size > maxRequestSize)) yield* close()
      open.push(row)
      size += row.size
      if (last !== undefined && row.row.number >= last) yield* close()
    }
  }
  yield* close()
}

/** The number of the first row of a batch, and that of the last. */
export const numbersOf = (batch: Batch): { readonly first: number; readonly last: number } => ({
  first: batch[0].row.number,
  last: batch.at(-1)?.row.number ?? batch[0].row.number
})
