import { assert, describe, it } from "@effect/vitest"
import { resumeHint } from "../../../src/contacts/import/report/ResumeHint.ts"
import { importUuid, plan } from "./Fixture.ts"

const continuation = "The server continues."
const nothing = { accepted: 0, doubt: null, reported: 0, inProgress: [] }

describe("the hint for resuming an import", () => {
  it("begins where the import stopped", () => {
    assert.deepStrictEqual(resumeHint(nothing, plan, continuation), [
      "No row was sent.",
      "To continue, run the same command with --from-row 1."
    ])
    assert.deepStrictEqual(
      resumeHint({ ...nothing, accepted: 3_000, reported: 2_000, inProgress: [importUuid(2)] }, plan, continuation),
      [
        "Rows up to 3,000 were sent; the outcome of 2,000 is known.",
        `The server continues. Imports in progress: ${importUuid(2)}`,
        "To continue, run the same command with --from-row 3001."
      ]
    )
  })

  it("repeats rows in doubt if they are matched", () => {
    const lines = resumeHint({ ...nothing, accepted: 1_000, doubt: { first: 1_001, last: 2_000 } }, plan, continuation)
    assert.strictEqual(lines[1], "Rows 1,001 to 2,000 may not have arrived: the connection was lost.")
    assert.match(lines[2] ?? "", /^To continue, run the same command with --from-row 1001\. /)
  })

  it("asks the user to check rows in doubt that would create contacts twice", () => {
    const doubt = { first: 1_001, last: 2_000 }
    const lines = resumeHint({ ...nothing, accepted: 1_000, doubt }, { ...plan, match_on_field: null }, continuation)
    assert.strictEqual(
      lines[2],
      "Search for the contact of row 1,001, and run the same command with --from-row 1001 if it is missing, or with " +
        "--from-row 2001 if it is there."
    )
  })
})
