import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import type { SelectOption } from "../../../src/people/custom-fields/CustomField.ts"
import { fieldKeyPattern } from "../../../src/people/custom-fields/CustomField.ts"
import { slug } from "../../../src/people/custom-fields/FieldKey.ts"
import { reviseOptions } from "../../../src/people/custom-fields/SelectOptions.ts"
import { IdGenerator } from "../../../src/shared/Ids.ts"

/** Identifiers that are counted, so that a new one is never an old one. */
const counted = Effect.sync(() => {
  let n = 0
  return Effect.sync(() => `00000000-0000-4000-8008-${String(++n).padStart(12, "0")}`)
})

/** The options after each of several revisions, from none at all. */
const history = (revisions: ReadonlyArray<ReadonlyArray<string>>) =>
  Effect.gen(function* () {
    const steps: Array<ReadonlyArray<SelectOption>> = [[]]
    for (const labels of revisions) {
      const given = labels.map((label) => ({ uuid: null, label }))
      steps.push(yield* reviseOptions(steps.at(-1) ?? [], given, (label) => Effect.succeed(slug(label))))
    }
    return steps
  }).pipe(Effect.provideServiceEffect(IdGenerator, counted), Effect.runSync)

/** Labels that are alike: some make the same key, some are names of JavaScript's own members or look like SQL. */
const label = fc.constantFrom(
  "Red",
  "red",
  "RED!",
  "Blue",
  "__proto__",
  "constructor",
  "身長",
  "体重",
  "' OR 1=1 --",
  "$.x"
)
const labels = fc.uniqueArray(label, { minLength: 1, maxLength: 6 })
const revisions = fc.array(labels, { minLength: 1, maxLength: 6 })

describe("revised options (F3)", () => {
  it("an option always keeps its uuid and key, in use or archived", () => {
    fc.assert(
      fc.property(revisions, (revisions) => {
        const steps = history(revisions)
        for (const [index, options] of steps.slice(1).entries()) {
          for (const before of steps[index] ?? []) {
            const after = options.find(({ displayLabel }) => displayLabel === before.displayLabel)
            expect(after).toMatchObject({ uuid: before.uuid, fieldKey: before.fieldKey })
          }
        }
      })
    )
  })

  it("the given labels come first, in order, and are in use; all others are archived", () => {
    fc.assert(
      fc.property(revisions, (revisions) => {
        for (const [index, options] of history(revisions).slice(1).entries()) {
          const given = revisions[index] ?? []
          expect(options.slice(0, given.length).map(({ displayLabel }) => displayLabel)).toEqual(given)
          expect(options.map(({ archived }) => archived)).toEqual(options.map((_, n) => n >= given.length))
        }
      })
    )
  })

  it("uuids, keys and labels are each unique in a field", () => {
    fc.assert(
      fc.property(revisions, (revisions) => {
        for (const options of history(revisions)) {
          for (const member of ["uuid", "fieldKey", "displayLabel"] as const) {
            expect(new Set(options.map((option) => option[member])).size).toBe(options.length)
          }
          for (const { fieldKey } of options) expect(fieldKey).toMatch(fieldKeyPattern)
        }
      })
    )
  })

  it("nothing changes if the labels are the same", () => {
    fc.assert(
      fc.property(labels, (labels) => {
        const [, first, second] = history([labels, labels])
        expect(second).toEqual(first)
      })
    )
  })

  it("F3: an option given by its uuid keeps uuid and key under any label, and labels refer to the other options", () => {
    const renaming = fc.record({ labels, renamed: fc.uniqueArray(fc.nat(5), { maxLength: 3 }), given: labels })
    fc.assert(
      fc.property(renaming, ({ given, labels, renamed }) => {
        const before = history([labels])[1] ?? []
        const named = before.filter((_, n) => renamed.includes(n))
        const names = [
          ...named.map(({ uuid }, n) => ({ uuid, label: `New ${n}` })),
          ...given.map((label) => ({ uuid: null, label }))
        ]
        const after = reviseOptions(before, names, (label) => Effect.succeed(slug(label))).pipe(
          Effect.provideService(IdGenerator, Effect.succeed("00000000-0000-4000-8008-00000000ffff")),
          Effect.runSync
        )
        expect(after.slice(0, names.length).map(({ displayLabel }) => displayLabel)).toEqual(
          names.map(({ label }) => label)
        )
        for (const [n, { fieldKey, uuid }] of named.entries()) {
          expect(after[n]).toEqual({ uuid, fieldKey, displayLabel: `New ${n}`, archived: false })
        }
        for (const option of before.filter(({ uuid }) => !named.some((other) => other.uuid === uuid))) {
          const kept = after.find(({ uuid }) => uuid === option.uuid)
          expect(kept).toEqual({ ...option, archived: !given.some((label) => label === option.displayLabel) })
        }
        expect(new Set(after.map(({ fieldKey }) => fieldKey)).size).toBe(after.length)
      })
    )
  })

  it("makes keys from labels in order, with a suffix on a conflict", () => {
    const [, options = []] = history([["Red", "red", "__proto__", "constructor", "身長", "体重"]])
    expect(options.map(({ fieldKey }) => fieldKey)).toEqual([
      "red",
      "red_2",
      "proto",
      "constructor",
      "field",
      "field_2"
    ])
  })
})
