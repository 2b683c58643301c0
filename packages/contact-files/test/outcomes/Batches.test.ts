import { assert, describe, it } from "@effect/vitest"
import { type Batch, BatchCutter, type CheckedRow, finishedBatch, numbersOf } from "@rollcall/contact-files"
import { Result } from "effect"
import { maxRequestSize } from "../../src/rows/RowBody.ts"

const row = (number: number, size = 10): CheckedRow => ({
  number,
  end: 10 * number,
  original: { _tag: "Line", text: "{}" },
  reading:
    size === 0 ? Result.fail({ reason: "unreadable_row", error: "is broken" }) : Result.succeed({ body: {}, size }),
  warnings: []
})

const cut = (rows: ReadonlyArray<CheckedRow>, cuts: ReadonlyArray<number> = []) => {
  const cutter = new BatchCutter(cuts)
  return [...rows.flatMap((one) => cutter.push(one)), ...cutter.end()].map((batch: Batch) => {
    const { first, last } = numbersOf(batch)
    return [first, last]
  })
}

const rows = (count: number, size?: number) => Array.from({ length: count }, (_, at) => row(at + 1, size))

describe("an import's batches", () => {
  it("have at most 1,000 rows and a request's maximum size, including rows that cannot be sent", () => {
    assert.deepStrictEqual(cut([]), [])
    assert.deepStrictEqual(cut(rows(2_001)), [
      [1, 1_000],
      [1_001, 2_000],
      [2_001, 2_001]
    ])
    assert.deepStrictEqual(cut(rows(5, maxRequestSize / 2)), [
      [1, 2],
      [3, 4],
      [5, 5]
    ])
    assert.deepStrictEqual(cut(rows(3, 0)), [[1, 3]])
  })

  it("are cut where they were cut before, and then as usual", () => {
    assert.deepStrictEqual(cut(rows(2_500), [2, 1_500]), [
      [1, 2],
      [3, 1_500],
      [1_501, 2_500]
    ])
  })
})

describe("a finished batch", () => {
  const batch: Batch = [row(1), row(2, 0), row(3), row(4)]
  const counts = { created: 2, updated: 0, unchanged: 0, skipped: 0, failed: 1 }

  it("counts the rows that were not sent, and lists the failed ones in the file's order", () => {
    const failed = [{ index: 1, reason: "value_error", error: "is wrong" }]
    const finished = finishedBatch(batch, { counts, failed, contacts: ["a", null, "b"] })
    assert.deepStrictEqual([finished.last, finished.end, finished.counts], [4, 40, { ...counts, failed: 2 }])
    assert.deepStrictEqual(
      finished.failures.map(({ error, row: { number } }) => [number, error]),
      [
        [2, "is broken"],
        [3, "is wrong"]
      ]
    )
    assert.deepStrictEqual(
      finished.applied.map(({ contact, row: { number } }) => [number, contact]),
      [
        [1, "a"],
        [4, "b"]
      ]
    )
  })

  it("has applied nothing if its outcome is unknown", () => {
    const { applied, counts, failures } = finishedBatch(batch, undefined)
    assert.deepStrictEqual([applied.length, failures.length, counts.failed], [0, 1, 1])
  })
})
