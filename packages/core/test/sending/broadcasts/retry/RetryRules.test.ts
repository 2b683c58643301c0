import { assert, it } from "@effect/vitest"
import { BroadcastUuid, ContactUuid, RecipientReason } from "@rollcall/core"
import type { RetryReason } from "@rollcall/core/sending"
import { RecipientStatus } from "@rollcall/core/storage"
import fc from "fast-check"
import { RetryReason as RetryReasons } from "../../../../src/sending/broadcasts/retry/RetryRequest.ts"
import { taken, valuesOf, wantedOf } from "../../../../src/sending/broadcasts/retry/RetryRules.ts"
import type { Outcome, PastOutcome, PastRecipient } from "../../../../src/sending/broadcasts/retry/RetryStore.ts"

const [old, ...others] = ["a", "b", "c"].map((name) => BroadcastUuid.make(`0197a000-0000-7000-8000-00000000000${name}`))

const unsent = ["rejected", "undeliverable"] as const

/** The reasons of those that are unknown; rows of an earlier release have none. */
const open = ["unknown", "held_for_quality"] as const
const known = RecipientReason.literals.filter((reason) => !open.some((one) => one === reason))

const outcomes: fc.Arbitrary<Outcome> = fc
  .constantFrom(...RecipientStatus.literals, ...unsent, ...unsent)
  .chain((status) => {
    const reasons: ReadonlyArray<Outcome["reason"]> =
      status === "rejected" || status === "undeliverable" ? known : status === "unknown" ? [...open, null] : [null]
    return fc.constantFrom(...reasons).map((reason) => ({ status, reason }))
  })

const people = ["a", "b"].map((name) => ContactUuid.make(`0197a000-0000-7000-8000-0000000000c${name}`))

/** Rows of three broadcasts to few addresses and contacts, so that these come several times. */
const rows = fc
  .array(
    fc.record({
      broadcast: fc.constantFrom(0, 0, 1, 2),
      address: fc.constantFrom("1", "2", "3"),
      contact: fc.constantFrom(null, null, null, ...people),
      outcome: outcomes
    }),
    {
      maxLength: 12
    }
  )
  .map((all) =>
    all.map(({ address, broadcast, contact, outcome }, at) => ({
      ...outcome,
      address,
      contact,
      broadcast: [old, ...others][broadcast] ?? assert.fail("three broadcasts"),
      position: at + 1
    }))
  )

const isHeld = ({ reason }: Outcome) => reason === "held_for_quality"
const isDoubt = ({ reason, status }: Outcome) => status === "unknown" || reason === "outcome_unknown"

/** The law in one sentence for each recipient, whatever the code. */
const expected = (reasons: ReadonlyArray<RetryReason>, all: ReadonlyArray<PastOutcome>) => {
  const mayBeReached = (row: PastOutcome) => {
    if (row.status === "unknown") return isHeld(row) || !reasons.includes("unknown")
    if (row.reason === "outcome_unknown") return !reasons.includes("unknown") && !reasons.includes("outcome_unknown")
    return row.status !== "rejected" && row.status !== "undeliverable"
  }
  const isNamed = (row: PastOutcome) =>
    row.broadcast === old &&
    !isHeld(row) &&
    (isDoubt(row)
      ? reasons.includes("unknown") || (row.reason === "outcome_unknown" && reasons.includes("outcome_unknown"))
      : reasons.some((reason) => reason === row.reason) ||
        (row.status === "undeliverable" && reasons.includes("undeliverable")))
  const areOne = (a: PastOutcome, b: PastOutcome) =>
    a.address === b.address || (a.contact !== null && a.contact === b.contact)
  return all.filter(isNamed).flatMap((row) => {
    const others = all.filter((other) => areOne(row, other))
    const isFirst = others.every((other) => other.position >= row.position || !isNamed(other))
    return isFirst && !others.some(mayBeReached) ? [row.position] : []
  })
}

it("R40, R41: a retry takes the first recipient of each person with a named outcome and no message that may have arrived", () => {
  let takenOnce = 0
  fc.assert(
    fc.property(fc.subarray([...RetryReasons.literals], { minLength: 1 }), rows, (reasons, all) => {
      const wanted = wantedOf(reasons)
      const recipients = all
        .filter(
          ({ broadcast, reason, status }) =>
            broadcast === old &&
            (wanted.statuses.some((one) => one === status) || (reason !== null && wanted.reasons.includes(reason)))
        )
        .map((row): PastRecipient => ({
          ...row,
          identifier: row.address,
          clientReference: null,
          parameters: null
        }))
      const positions = taken(reasons, recipients, all, old ?? assert.fail("three broadcasts")).map(
        ({ position }) => position
      )
      takenOnce += positions.length
      assert.sameMembers(positions, expected(reasons, all))
    }),
    { numRuns: 2_000 }
  )
  assert.isAbove(takenOnce, 200)
})

it("R43: given values replace stored ones, by name or position", () => {
  const frozen = {
    header: { type: "text" as const, value: "Old" },
    body: ["Zoë", "9:30"],
    buttons: ["x"],
    cards: null
  }
  assert.deepStrictEqual(valuesOf(frozen, { body: { 2: "10:00" }, header: { value: "New" } }), {
    header: { value: "New" },
    body: { 1: "Zoë", 2: "10:00" },
    button: { 1: "x" },
    cards: null
  })
  assert.deepStrictEqual(valuesOf({ ...frozen, bodyNames: ["name", "time"] }, null).body, { name: "Zoë", time: "9:30" })
  assert.deepStrictEqual(valuesOf(null, { body: { 1: "Ada" } }), {
    header: null,
    body: { 1: "Ada" },
    button: null,
    cards: null
  })
  const card = { header: { type: "image" as const, value: "https://a.example/1.png" }, body: ["9"], buttons: [] }
  assert.deepStrictEqual(
    valuesOf({ header: null, body: [], buttons: [], cards: [card, card] }, { cards: [{}, { body: { 1: "10" } }] })
      .cards,
    [
      { header: { value: "https://a.example/1.png" }, body: { 1: "9" }, button: null },
      { header: { value: "https://a.example/1.png" }, body: { 1: "10" }, button: null }
    ]
  )
})
