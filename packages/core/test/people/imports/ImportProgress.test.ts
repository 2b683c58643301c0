import { describe, expect, it } from "@effect/vitest"
import { DateTime } from "effect"
import fc from "fast-check"
import {
  appliedRows,
  noRows,
  type RowCounts,
  RowOutcome,
  type RowResult
} from "../../../src/people/imports/ContactImport.ts"
import { advance, failRest, isImportOver } from "../../../src/people/imports/ImportProgress.ts"
import { issue as issueOf } from "../../../src/shared/Issue.ts"
import { contactImport } from "./Import.ts"

const issue = issueOf("unreadable", ["contacts"], "cannot be read")

const outcomes = RowOutcome.literals

const result = (outcome: RowOutcome, index = 0): RowResult => ({ index, outcome, contactUuid: null, issues: [] })

/** The outcomes of all rows of an import, in batches; some hours after each other, now and then back in time. */
const batches = fc.array(
  fc.record({
    outcomes: fc.array(fc.constantFrom(...outcomes), { minLength: 1, maxLength: 5 }),
    at: fc.integer({ min: -5, max: 50 })
  }),
  { minLength: 1, maxLength: 8 }
)

const totalOf = (all: ReadonlyArray<{ readonly outcomes: ReadonlyArray<RowOutcome> }>) =>
  all.reduce((sum, { outcomes }) => sum + outcomes.length, 0)

const neverFalls = (before: RowCounts, after: RowCounts) =>
  outcomes.every((outcome) => after[outcome] >= before[outcome])

describe("the progress of an import (I2, I5)", () => {
  it("counts each outcome, and no count decreases; at the end the counts add up to the total", () => {
    fc.assert(
      fc.property(batches, (all) => {
        const total = totalOf(all)
        let progress = contactImport({ total })
        let index = 0
        for (const { at, outcomes } of all) {
          const results = outcomes.map((outcome) => result(outcome, index++))
          const after = advance(progress, results, DateTime.makeUnsafe(at))
          expect(neverFalls(progress.counts, after.counts)).toBe(true)
          for (const outcome of RowOutcome.literals) {
            const added = outcomes.filter((one) => one === outcome).length
            expect(after.counts[outcome]).toBe(progress.counts[outcome] + added)
          }
          expect(after.updatedAt.epochMilliseconds).toBe(Math.max(at, progress.updatedAt.epochMilliseconds))
          expect(isImportOver(after)).toBe(index === total)
          expect(after.status === "processing").toBe(index < total)
          progress = after
        }
        expect(appliedRows(progress.counts)).toBe(total)
        const nothingWorked = all.every(({ outcomes }) => outcomes.every((outcome) => outcome === "failed"))
        expect(progress.status).toBe(nothingWorked ? "failed" : "completed")
      })
    )
  })

  it("changes nothing else, and does not modify its input", () => {
    const before = contactImport({ total: 3 })
    const after = advance(before, [result("created")], DateTime.makeUnsafe(7))
    expect(after).toEqual({
      ...before,
      status: "processing",
      counts: { ...noRows, created: 1 },
      updatedAt: DateTime.makeUnsafe(7)
    })
    expect(before.counts).toEqual(noRows)
  })
})

describe("an import that is aborted (I5)", () => {
  it("has failed rows for all remaining ones, and is failed if no row had another outcome", () => {
    fc.assert(
      fc.property(batches, fc.nat({ max: 5 }), (all, left) => {
        const results = all.flatMap(({ outcomes }) => outcomes.map((outcome, index) => result(outcome, index)))
        const before = advance(contactImport({ total: results.length + left }), results, DateTime.makeUnsafe(3))
        const rest = failRest(before, issue)
        const after = advance(before, rest, DateTime.makeUnsafe(2))
        expect(rest.map(({ index }) => index)).toEqual(Array.from({ length: left }, (_, n) => results.length + n))
        expect(rest.every(({ issues, outcome }) => outcome === "failed" && issues[0] === issue)).toBe(true)
        expect(after.counts).toEqual({ ...before.counts, failed: before.counts.failed + left })
        expect(appliedRows(after.counts)).toBe(after.total)
        expect(after.status).toBe(results.every(({ outcome }) => outcome === "failed") ? "failed" : "completed")
        expect(after.updatedAt).toEqual(before.updatedAt)
      })
    )
  })

  it("is failed if no row was applied", () => {
    const now = DateTime.makeUnsafe(5)
    const before = contactImport({ total: 4 })
    expect(advance(before, failRest(before, issue), now)).toEqual(
      contactImport({ total: 4, status: "failed", counts: { ...noRows, failed: 4 }, updatedAt: now })
    )
  })
})

describe("isImportOver", () => {
  it.each([
    ["pending", false],
    ["processing", false],
    ["completed", true],
    ["failed", true]
  ] as const)("%s: %s", (status, over) => expect(isImportOver({ status })).toBe(over))
})
