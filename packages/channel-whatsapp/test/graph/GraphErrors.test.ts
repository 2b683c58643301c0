import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { errorTable } from "../../src/index.ts"
import { fakeWithChannel } from "../Fake.ts"
import { messageOf } from "../Fixture.ts"

/** The codes of the documentation, by what they mean for a send. */
const documented = {
  Throttled: [4, 80007, 130429, 133016, 131048, 131056],
  Transient: [1, 2, 131000, 131016, 131057, 131053],
  unreachable: [131026, 131021, 130472, 131030],
  opted_out: [131050],
  capped: [131049],
  malformed_address: [131062],
  TemplateRejected: [132000, 132001, 132005, 132007, 132008, 132012, 132015, 132016, 132068, 132069, 131063],
  SenderRejected: [0, 10, 190, 200, 250, 299, 368, 131031, 131037, 131042, 131045, 133010, 130497, 131064]
}
const documentedCodes = Object.values(documented).flat()

interface Refusal {
  readonly status: number
  readonly code: number | null
  readonly retryAfter?: number
}

/** The errors of sends that the fake refuses in these ways. */
const errorsOf = Effect.fnUntraced(function* (refusals: ReadonlyArray<Refusal>) {
  const numbers = refusals.map((_, index) => `4915112${String(index).padStart(4, "0")}`)
  const rules = refusals.map((refuse, index) => ({ to: numbers[index] ?? "", refuse }))
  const { channel, fake } = yield* fakeWithChannel({ script: { rules } })
  const errors = yield* Effect.forEach(numbers, (to) => Effect.flip(channel.send(messageOf("no-variables", to))))
  assert.deepStrictEqual((yield* fake.log).accepted, [])
  return errors
})

describe("an answer with an error", () => {
  it.live("decides by its code what happens next, for every code that is documented", () =>
    Effect.gen(function* () {
      const errors = yield* errorsOf(documentedCodes.map((code) => ({ status: 400, code })))
      const meanings = Object.entries(documented).flatMap(([meaning, codes]) => codes.map(() => meaning))
      assert.deepStrictEqual(
        errors.map(({ reason, recipient }): string | undefined => (reason === "Undeliverable" ? recipient : reason)),
        meanings
      )
      errors.forEach(({ detail }, index) =>
        assert.strictEqual(detail, `the fake says ${documentedCodes[index]} (code ${documentedCodes[index]})`)
      )
      assert.deepStrictEqual(
        errors.flatMap(({ retries }, index) => (retries === undefined ? [] : [[documentedCodes[index], retries]])),
        [[131053, 1]]
      )
    })
  )

  it.live("of an unknown code decides by its status", () =>
    Effect.gen(function* () {
      const refusals = [
        [400, 135000, "Undeliverable"],
        [404, 33, "SenderRejected"],
        [401, null, "SenderRejected"],
        [403, 3, "SenderRejected"],
        [429, null, "Throttled"],
        [500, 131999, "Transient"],
        [503, null, "Transient"],
        // A gateway that gave up does not know whether the message was accepted.
        [504, null, "OutcomeUnknown"]
      ] as const
      const errors = yield* errorsOf(refusals.map(([status, code]) => ({ status, code })))
      assert.deepStrictEqual(
        errors.map(({ reason }) => reason),
        refusals.map(([, , reason]) => reason)
      )
    })
  )

  it.live("B15: of a throttle waits as it says, or as the table does", () =>
    Effect.gen(function* () {
      const [said, unsaid, far, other] = yield* errorsOf([
        { status: 400, code: 130429, retryAfter: 7 },
        { status: 400, code: 131056 },
        { status: 429, code: null, retryAfter: 1_000_000 },
        { status: 400, code: 131000, retryAfter: 7 }
      ])
      assert.deepStrictEqual(said?.retryAfter, Duration.seconds(7))
      assert.deepStrictEqual(unsaid?.retryAfter, Duration.seconds(6))
      assert.deepStrictEqual(far?.retryAfter, Duration.hours(1))
      assert.strictEqual(other?.retryAfter, undefined)
    })
  )

  it("is in one table, which has each code once", () => {
    const codes = errorTable.flatMap(({ code }) => (typeof code === "number" ? [code] : code))
    assert.deepStrictEqual(
      codes.toSorted((a, b) => a - b),
      documentedCodes.filter((code) => code !== 250).toSorted((a, b) => a - b)
    )
  })
})
