import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { refusalError } from "../../src/graph/GraphErrors.ts"
import { errorTable } from "../../src/index.ts"
import { fakeWithChannel } from "../Fake.ts"
import { messageOf } from "../Fixture.ts"
import { live } from "../../../core/test/Suite.ts"

/** The codes of the documentation and of public reports, by what they mean for a send. */
const documented = {
  Throttled: [4, 17, 32, 613, 80007, 80008, 130429, 133016, 131048, 131056, 131057, 131064, 134101],
  Transient: [1, 2, 131000, 131016, 131053, 131059, 133004],
  unreachable: [
    ...[131026, 131021, 130472, 130497, 131030, 130403, 131036, 131062, 131065],
    ...[137000, 138006, 138009]
  ],
  opted_out: [131050],
  capped: [131049],
  invalid_parameter: [132005],
  Refused: [131008, 131009, 132000, 132008, 132012, 132018, 131047, 100],
  TemplateRejected: [132001, 132007, 132015, 132016, 132068, 132069, 131051, 131055, 131061, 134100, 135000],
  SenderRejected: [
    ...[0, 3, 10, 33, "100.33", 190, 200, 250, 299, 368],
    ...[131005, 131031, 131037, 131042, 131045, 133010, 131063, 134102, 139200]
  ]
}
const rows = Object.entries(documented).flatMap(([meaning, codes]) =>
  codes.map((code) => {
    const [number = 0, subcode] = String(code).split(".").map(Number)
    return { code: String(code), meaning, error: { code: number, ...(subcode !== undefined && { subcode }) } }
  })
)

interface Refusal {
  readonly status: number
  readonly code: number | null
  readonly subcode?: number
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

describe("an error response", () => {
  it.each(rows)("B23: with the code $code means $meaning, whatever its status", ({ error, meaning }) => {
    for (const status of [400, 401, 404, 429, 500, 503]) {
      const { reason, recipient } = refusalError({ status, error, detail: "d", retryAfter: null })
      assert.strictEqual(reason === "Undeliverable" ? recipient : reason, meaning, String(status))
    }
  })

  live("has the API's message, with the code", function* () {
    const [media, deleted, short] = yield* errorsOf([
      { status: 400, code: 131053 },
      { status: 400, code: 100, subcode: 33 },
      { status: 400, code: 132005 }
    ])
    assert.deepInclude(media, { detail: "the fake says 131053 (code 131053)", retries: 1 })
    assert.deepInclude(deleted, { detail: "the fake says 100 (code 100)", reason: "SenderRejected" })
    assert.deepInclude(short, { reason: "Undeliverable", recipient: "invalid_parameter" })
  })

  live(
    "B12, B23: without a known code is classified by its status, and without the API's own body blames no recipient",
    function* () {
      const refusals = [
        [400, 131998, undefined, "Refused"],
        [404, 131998, undefined, "SenderRejected"],
        [500, 131999, undefined, "Transient"],
        [429, 131999, undefined, "Throttled"],
        [429, null, undefined, "Throttled"],
        [503, null, 3, "Throttled"],
        // A gateway that gave up does not know whether the message was accepted.
        [408, null, undefined, "OutcomeUnknown"],
        [500, null, undefined, "OutcomeUnknown"],
        [500, null, 3, "OutcomeUnknown"],
        [502, null, undefined, "OutcomeUnknown"],
        [503, null, undefined, "OutcomeUnknown"],
        [504, null, 3, "OutcomeUnknown"],
        [520, null, undefined, "OutcomeUnknown"],
        [400, null, undefined, "SenderRejected"],
        [401, null, undefined, "SenderRejected"],
        [404, null, undefined, "SenderRejected"]
      ] as const
      const errors = yield* errorsOf(
        refusals.map(([status, code, retryAfter]) => ({
          status,
          code,
          ...(retryAfter !== undefined && { retryAfter })
        }))
      )
      assert.deepStrictEqual(
        errors.map(({ reason }, index) => [...(refusals[index] ?? []).slice(0, 3), reason]),
        refusals.map((row) => [...row])
      )
      assert.deepStrictEqual(errors[5]?.retryAfter, Duration.seconds(3))
      assert.deepStrictEqual(
        errors.flatMap(({ isUnrecognized }, index) => (isUnrecognized === true ? [index] : [])),
        [0, 2]
      )
    }
  )

  live("B15: of a throttle waits as long as it says, or as the table says", function* () {
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

  it("is in one table, which has each code once with the source of its meaning", () => {
    const codes = errorTable.flatMap(({ code, subcode }) =>
      typeof code === "number" ? [subcode === undefined ? `${code}` : `${code}.${subcode}`] : code.map(String)
    )
    assert.deepStrictEqual(
      codes.toSorted(),
      rows
        .map(({ code }) => code)
        .filter((code) => code !== "250")
        .toSorted()
    )
    for (const { source } of errorTable)
      assert.match(source, /^(Cloud API|Graph API|Marketing Messages API|[\w-]+\/[\w-]+#\d+)/)
  })
})
