import { assert, describe, it } from "@effect/vitest"
import { ImportFindings } from "@rollcall/contact-files"
import { plan, row } from "./Fixture.ts"

const applied = (number: number, email: string, contact: string | null = email.trim().toLowerCase()) => ({
  row: row(number, email),
  contact
})

describe("rows for the same contact", () => {
  it("are those for which the target created or found one contact, in any batch", () => {
    const findings = new ImportFindings(plan.match_on_field)
    const lines = [
      ...findings.take([applied(1, "a@x.org"), applied(2, "b@x.org"), applied(3, " A@X.org")]),
      ...findings.take([applied(4, "b@x.org"), applied(5, "a@x.org"), applied(6, "c@x.org")])
    ]
    assert.deepStrictEqual(
      lines.map(({ error, kind, number }) => [number, kind, error]),
      [
        [3, "merged", 'matched the same contact as row 1: email " A@X.org"'],
        [4, "merged", 'matched the same contact as row 2: email "b@x.org"'],
        [5, "merged", 'matched the same contact as row 1: email "a@x.org"']
      ]
    )
    assert.deepStrictEqual([findings.merges.rows, findings.merges.contacts], [3, 2])
    assert.deepStrictEqual(findings.merges.most(1), [{ value: " A@X.org", numbers: [1, 3, 5], total: 3 }])
  })

  it("do not include rows without a contact, and there are none if rows are not matched", () => {
    const findings = new ImportFindings(plan.match_on_field)
    assert.deepStrictEqual(findings.take([applied(1, "a@x.org", null), applied(2, "a@x.org", null)]), [])
    const unmatched = new ImportFindings(null)
    assert.deepStrictEqual(unmatched.take([applied(1, "a@x.org"), applied(2, "a@x.org")]), [])
  })

  it("are listed by their first five numbers", () => {
    const { merges } = new ImportFindings(plan.match_on_field)
    merges.take(Array.from({ length: 100 }, (_, at) => applied(at + 1, "n/a")))
    assert.deepStrictEqual(merges.most(10), [{ value: "n/a", numbers: [1, 2, 3, 4, 5], total: 100 }])
  })
})
