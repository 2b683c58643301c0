import { assert, describe, it } from "@effect/vitest"
import { OptOutScope, OptOutSource } from "../../../src/people/opt-outs/OptOut.ts"
import { DateTime } from "effect"
import fc from "fast-check"
import { byInstants } from "../../../src/people/opt-outs/OptOutChanges.ts"

const optOut = fc.record({
  scope: fc.constantFrom(...OptOutScope.literals),
  source: fc.constantFrom(...OptOutSource.literals),
  at: fc.constantFrom(1, 2).map((millis) => DateTime.makeUnsafe(millis)),
  by: fc.constant(null)
})

describe("a person's opt-outs", () => {
  it("are the same in any order in which a store returns them", () => {
    const twice = fc.array(optOut, { maxLength: 6 }).chain((all) => {
      const shuffled = fc.shuffledSubarray(all, { minLength: all.length })
      return fc.tuple(fc.constant(all), shuffled)
    })
    fc.assert(fc.property(twice, ([all, shuffled]) => assert.deepStrictEqual(byInstants(shuffled), byInstants(all))))
  })
})
