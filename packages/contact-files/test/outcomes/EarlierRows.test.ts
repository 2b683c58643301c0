import { assert, describe, it } from "@effect/vitest"
import { EarlierRows, outcomeOf } from "@rollcall/contact-files"

const why = { reason: null, error: null }
type Answer = Parameters<EarlierRows<string>["add"]>[1][number]

const answer = (outcome: Answer["outcome"]): Answer => ({
  ...why,
  outcome,
  contact_uuid: null,
  same_contact_as: null
})

describe("a dry run's rows", () => {
  it("I2: share a contact if the target says so, within one request and across requests", () => {
    const earlier = new EarlierRows<string>((row) => [row])
    const first = earlier.add({ before: [], rows: ["a", "b", "a"] }, [
      answer("created"),
      { ...answer("updated"), contact_uuid: "known" },
      { ...answer("updated"), same_contact_as: 0 }
    ])
    assert.deepStrictEqual(outcomeOf(first).contacts, ["new 1", "known", "new 1"])
    const before = earlier.metBy(["a", "b"], 10)
    assert.deepStrictEqual(before, earlier.metBy(["b", "a"], 10))
    assert.deepStrictEqual(
      before.map(({ row }) => row),
      ["a", "b", "a"]
    )
    const repeated = [answer("created"), { ...answer("updated"), contact_uuid: "known" }, answer("unchanged")]
    const second = earlier.add({ before, rows: ["a", "b", "c", "d", "e"] }, [
      ...repeated,
      { ...answer("updated"), same_contact_as: 0 },
      { ...answer("unchanged"), contact_uuid: "known", same_contact_as: 1 },
      answer("created"),
      answer("skipped"),
      answer("failed")
    ])
    const { contacts, counts, failed } = outcomeOf(second)
    assert.deepStrictEqual(contacts, ["new 1", "known", "new 2", null, null])
    assert.deepStrictEqual(counts, { created: 1, updated: 1, unchanged: 1, skipped: 1, failed: 1 })
    assert.deepStrictEqual(failed, [{ index: 4, reason: "no_reason", error: "no reason was given" }])
  })

  it("leave room in a request for the earlier rows they match, down to 100 rows", () => {
    const names = (from: number, count: number) => Array.from({ length: count }, (_, at) => `row ${from + at}`)
    const earlier = new EarlierRows<string>((row) => [row])
    const sizeOf = (rows: ReadonlyArray<string>) => {
      const request = earlier.request(rows)
      return [request.before.length, request.rows.length]
    }
    assert.deepStrictEqual(sizeOf(names(0, 1_000)), [0, 1_000])
    earlier.add({ before: [], rows: names(0, 1_000) }, Array(1_000).fill(answer("created")))
    assert.deepStrictEqual(sizeOf(names(1_000, 1_000)), [0, 1_000])
    assert.deepStrictEqual(sizeOf(names(900, 1_000)), [100, 500])
    assert.deepStrictEqual(sizeOf(names(0, 1_000)), [500, 500])
    earlier.add({ before: [], rows: names(0, 1_000) }, Array(1_000).fill(answer("updated")))
    assert.deepStrictEqual(sizeOf(names(0, 1_000)), [500, 250])
    assert.deepStrictEqual(sizeOf(names(0, 120)), [240, 120])
  })
})
