import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import {
  attribute,
  type Attribution,
  handful,
  noRecord,
  type SendRecord
} from "../../../src/sending/channels/Attribution.ts"

const known = { isUnrecognized: false }
const unrecognized = { isUnrecognized: true }
const minute = 60_000

/** What became of the recipients of groups, one after another: how many each writes off, and whether it pauses. */
const story = (groups: ReadonlyArray<readonly [accepted: number, doubts: ReadonlyArray<typeof known>]>) => {
  let record: SendRecord = noRecord
  return groups.map(([accepted, doubts], index) => {
    const result = attribute(record, { accepted, doubts }, index)
    record = result.record
    return [result.isRecipients.filter((is) => is).length, result.pausesFor !== null]
  })
}

const of = (count: number, doubt: typeof known) => Array.from({ length: count }, () => doubt)

describe("a refusal that can be the recipient's or everyone's fault", () => {
  it.each([
    ["is the recipient's if another was accepted with it", [[1, of(1, known)]], [[1, false]]],
    ["is no recipient's while nothing was accepted, and a handful pauses", [[0, of(12, known)]], [[0, true]]],
    [
      "pauses after the first few, one by one",
      Array.from({ length: handful }, () => [0, of(1, known)] as const),
      Array.from({ length: handful }, (_, index) => [0, index === handful - 1])
    ],
    [
      "is the recipient's if others were accepted before, for a handful, and a further handful pauses",
      [
        [1, []],
        [0, of(handful, known)],
        [0, of(handful - 1, known)],
        [0, of(1, known)]
      ],
      [
        [0, false],
        [handful, false],
        [0, false],
        [0, true]
      ]
    ],
    [
      "writes off no recipient after a pause until another is accepted",
      [
        [1, []],
        [0, of(50, known)],
        [0, of(50, known)],
        [0, of(50, known)],
        [1, []],
        [0, of(1, known)]
      ],
      [
        [0, false],
        [handful, true],
        [0, true],
        [0, true],
        [0, false],
        [1, false]
      ]
    ],
    ["has no limit while others are accepted with it", [[1, of(49, known)]], [[49, false]]],
    [
      "of an unknown code is the recipient's for a handful at most before a pause",
      [
        [9, of(3, unrecognized)],
        [9, of(3, unrecognized)],
        [9, of(1, unrecognized)]
      ],
      [
        [3, false],
        [2, true],
        [1, false]
      ]
    ]
  ] as const)("B23: %s", (_title, groups, expected) => {
    assert.deepStrictEqual(story(groups), expected)
  })

  it("B23: is not the recipient's fault if the last accepted message is long ago", () => {
    const { record } = attribute(noRecord, { accepted: 1, doubts: [] }, 0)
    const at = (now: number) => attribute(record, { accepted: 0, doubts: [known] }, now).isRecipients
    assert.deepStrictEqual([at(9 * minute), at(11 * minute)], [[true], [false]])
  })

  it("B23: in any sequence, a group without a success writes off at most a handful between two successes", () => {
    const groups = fc.array(
      fc.record({
        accepted: fc.constantFrom(0, 0, 0, 1, 7),
        doubts: fc.array(fc.constantFrom(known, unrecognized), { maxLength: 20 }),
        wait: fc.constantFrom(0, minute, 20 * minute)
      }),
      { maxLength: 40 }
    )
    fc.assert(
      fc.property(groups, (groups) => {
        let record: SendRecord = noRecord
        let [now, hasSucceeded] = [0, false]
        let [alone, sincePause, inRow] = [0, 0, 0]
        for (const group of groups) {
          now += group.wait
          const result: Attribution = attribute(record, group, now)
          record = result.record
          const blamed = group.doubts.filter((_, index) => result.isRecipients[index])
          assert.strictEqual(result.isRecipients.length, group.doubts.length)
          if (group.accepted > 0) [hasSucceeded, alone, inRow] = [true, 0, 0]
          else alone += blamed.length
          inRow += group.doubts.length - blamed.length
          sincePause += blamed.filter(({ isUnrecognized }) => isUnrecognized).length
          assert.isTrue(hasSucceeded || blamed.length === 0, "no recipient is written off before a success")
          assert.isAtMost(alone, handful)
          assert.isAtMost(sincePause, handful)
          if (inRow >= handful) assert.isNotNull(result.pausesFor, "a handful in a row pauses")
          if (result.pausesFor === null) continue
          assert.isFalse(result.isRecipients[result.pausesFor], "what pauses is no recipient's")
          ;[sincePause, inRow] = [0, 0]
        }
      })
    )
  })
})
