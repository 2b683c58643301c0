import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeDueReceipts } from "../src/DueReceipts.ts"
import type { SendLine } from "../src/JournalLine.ts"
import { recipient } from "./Fixture.ts"

const lineOf = (at: number, leaves: ReadonlyArray<number>): SendLine => ({
  _tag: "Send",
  writer: "w",
  serial: 0,
  at,
  correlation: recipient(at),
  attempt: 1,
  identifier: "491700001234",
  messageId: "m",
  refusals: 0,
  responseLost: false,
  receipts: leaves.map((leave) => ({ status: "delivered", happens: leave, leaves: leave }))
})

/** Adds one message's receipts; returns its message. */
const add = (due: ReturnType<typeof makeDueReceipts>, line: SendLine) => {
  const message = { delivered: 0 }
  due.add(line, message)
  return message
}

const delays = fc.array(fc.nat(20), { maxLength: 60 })

describe("due receipts", () => {
  it("are sent in the order of their times, and at the same time in the order of arrival", () =>
    fc.assert(
      fc.property(delays, fc.nat(20), fc.integer({ min: 1, max: 7 }), (leaves, now, limit) => {
        const due = makeDueReceipts()
        add(due, lineOf(0, leaves))
        const left: Array<readonly [number, number]> = []
        for (let batch = due.take(now, limit); batch.length > 0; batch = due.take(now, limit)) {
          assert.isAtMost(batch.length, limit)
          left.push(...batch.map((entry) => [entry.due, entry.index] as const))
        }
        const expected = leaves
          .map((leave, index) => [leave, index] as const)
          .filter(([leave]) => leave <= now)
          .sort(([left], [right]) => left - right)
        assert.deepStrictEqual(left, expected)
        assert.strictEqual(due.next(), leaves.filter((leave) => leave > now).toSorted((a, b) => a - b)[0])
      })
    ))

  it("are sent after their own delay when the clock goes back, without delaying others", () => {
    const due = makeDueReceipts()
    add(due, lineOf(90, [1]))
    add(due, lineOf(5_000, [10, 30]))
    due.hasten(100)
    const left = () => due.take(due.next() ?? 0, 1).map((entry) => entry.due)
    assert.deepStrictEqual([left(), left(), left()], [[91], [110], [130]])
  })

  it("that are put back are sent as if they had not been taken out", () =>
    fc.assert(
      fc.property(delays, fc.nat(60), (leaves, limit) => {
        const due = makeDueReceipts()
        add(due, lineOf(0, leaves))
        const expected = due.take(20, Infinity)
        due.putBack(expected)
        due.putBack(due.take(20, limit))
        assert.deepStrictEqual(due.take(20, Infinity), expected)
      })
    ))

  it("that were delivered meanwhile are not sent", () => {
    const due = makeDueReceipts()
    const message = add(due, lineOf(0, [1, 2, 3]))
    message.delivered = 2
    assert.deepStrictEqual(
      due.take(10, 10).map(({ index }) => index),
      [2]
    )
  })
})
