import { assert, describe, it } from "@effect/vitest"
import { howToGoOn } from "../../../src/contacts/import/GoOn.ts"
import { importUuid } from "./Fixture.ts"

const way = { matchOnField: "email", mergeType: "create_or_update", afterwards: "The server goes on." } as const
const nothing = { accepted: 0, doubt: null, settled: 0, underWay: [] }

describe("how to go on after a stop", () => {
  it("begins where it stopped", () => {
    assert.deepStrictEqual(howToGoOn(nothing, way), [
      "No row was handed over.",
      "To go on, run the same command with --from-row 1."
    ])
    assert.deepStrictEqual(howToGoOn({ ...nothing, accepted: 3_000, settled: 2_000, underWay: [importUuid(2)] }, way), [
      "Rows up to 3,000 were handed over; the outcome of 2,000 is known.",
      `The server goes on. Imports under way: ${importUuid(2)}`,
      "To go on, run the same command with --from-row 3001."
    ])
  })

  it("repeats rows in doubt that are matched", () => {
    const lines = howToGoOn({ ...nothing, accepted: 1_000, doubt: { first: 1_001, last: 2_000 } }, way)
    assert.strictEqual(lines[1], "Whether rows 1,001 to 2,000 arrived is not known: the answer was lost.")
    assert.match(lines[2] ?? "", /^To go on, run the same command with --from-row 1001\. /)
  })

  it("leaves the user to look for rows in doubt that would make contacts twice", () => {
    const doubt = { first: 1_001, last: 2_000 }
    const lines = howToGoOn({ ...nothing, accepted: 1_000, doubt }, { ...way, matchOnField: null })
    assert.strictEqual(
      lines[2],
      "Look for the contact of row 1,001, and run the same command with --from-row 1001 if it is missing, or with " +
        "--from-row 2001 if it is there."
    )
  })
})
