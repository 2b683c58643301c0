import { describe, expect, test } from "vitest"
import { cellOf, csvHead, csvOf } from "../../src/broadcasts/recipients/RecipientsCsv.ts"
import { recipientState, type RecipientState } from "../../src/broadcasts/recipients/RecipientState.ts"

describe("the recipients file", () => {
  test("has a line for each recipient, with quotes where needed", () => {
    const recipient = {
      identifier: "4930901820",
      contact_uuid: null,
      status: "undeliverable",
      reason: "undeliverable",
      error: 'refused, as "unknown"',
      delivered_at: null
    } as const
    expect(csvHead).toBe("\uFEFFidentifier,contact_uuid,status,reason,error,delivered_at\r\n")
    expect(csvOf([recipient, recipient]).split("\r\n")).toEqual([
      '4930901820,,undeliverable,undeliverable,"refused, as ""unknown""",',
      '4930901820,,undeliverable,undeliverable,"refused, as ""unknown""",',
      ""
    ])
  })

  test("contains no formulas", () => {
    for (const text of ["=1+1", "+49 30", "-2", "@sum", "\t=1", "'=1"]) expect(cellOf(text)).toBe(`'${text}`)
    for (const text of ["4930", "a=1", ""]) expect(cellOf(text)).toBe(text)
  })
})

describe("the filter of shown recipients", () => {
  test("is written to the URL, and read from it", () => {
    const states: ReadonlyArray<RecipientState> = [
      { status: undefined, reason: undefined },
      { status: "rejected", reason: undefined },
      { status: undefined, reason: "opted_out" },
      { status: "undeliverable", reason: "unreachable" }
    ]
    for (const state of states) expect(recipientState.read(recipientState.write(state))).toEqual(state)
    expect(recipientState.write({ status: undefined, reason: undefined }).toString()).toBe("")
    expect(recipientState.read(new URLSearchParams("status=lost&reason=<script>"))).toEqual({
      status: undefined,
      reason: undefined
    })
  })
})
