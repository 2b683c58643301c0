import type { ImportRow, RowOutcome } from "@rollcall/core/people"
import { issue } from "@rollcall/core/operations"
import { ContactImportStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import fc from "fast-check"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything } from "../shared/Fixture.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { hostileTexts } from "../shared/TextArbitrary.ts"
import { record, resultsFrom, rowsOf, storedImport } from "../fixtures/ImportFixture.ts"

type Json = ImportRow["original"]

/** Strings that a database may reject or change, but that an unvalidated row may contain. */
const unstorable = ["a\0b", "\0", "\ud800", "\udc00x", "\\u0000", "\\ud800", "\ufeff", "\u2028"]

/** Returns a value with deeper nesting than requests allow. */
const nested = (depth: number): Json => {
  let json: Json = 1
  for (let level = 0; level < depth; level++) json = level % 2 === 0 ? [json] : { "": json }
  return json
}

/** Returns an object with these own members, also for names such as `__proto__`. */
const objectOf = (members: Iterable<readonly [string, Json]>) => Object.fromEntries(members)

const hostileJson: ReadonlyArray<Json> = [
  ...[null, true, false, 0, -1.5e-300, 1e300, Number.MAX_SAFE_INTEGER, 1e21, "", [], {}, [[], [null], {}]],
  ...unstorable,
  objectOf([...unstorable, ...hostileTexts].map((text) => [text, text])),
  objectOf(["__proto__", "constructor", "toString", "hasOwnProperty", "then", "length"].map((key) => [key, { key }])),
  objectOf([["__proto__", null]]),
  [objectOf([["__proto__", objectOf([["__proto__", "x"]])]])],
  nested(100),
  "x".repeat(500_000),
  Array.from({ length: 5_000 }, (_, n) => ({ n })),
  objectOf([
    ["b", 1],
    ["a", 2],
    ["1", 3]
  ])
]

const text = fc.oneof(fc.constantFrom(...unstorable, ...hostileTexts), fc.string({ unit: "binary" }))

const members = (value: fc.Arbitrary<Json>) =>
  fc.array(fc.tuple(fc.oneof(fc.constantFrom("__proto__", "constructor"), text), value), { maxLength: 3 }).map(objectOf)

const json: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.array(tie("json"), { maxLength: 3 }),
    members(tie("json"))
  )
})).json

const field = fc.option(text)

const path = fc.array(fc.oneof(text, fc.nat()), { maxLength: 2 })

const row: fc.Arbitrary<ImportRow> = fc.record(
  {
    fields: fc.record(
      {
        firstName: field,
        lastName: field,
        externalContactId: field,
        email: field,
        phoneNumber: field,
        chatappId: field,
        socialmsgId: field
      },
      { requiredKeys: [] }
    ),
    customFields: members(json),
    original: json,
    issues: fc.array(
      fc.tuple(path, text).map(([path, message]) => issue("dict_type", path, message)),
      { maxLength: 2 }
    )
  },
  { requiredKeys: ["fields", "customFields", "original"] }
)

/** Fails unless two values have the same JSON, including own members that shadow inherited ones. */
const same = (what: string, actual: unknown, expected: unknown) =>
  agree(what, JSON.stringify(actual), JSON.stringify(expected))

const givesBack = Effect.fnUntraced(function* (rows: ReadonlyArray<ImportRow>) {
  const store = yield* ContactImportStore
  const { contactImport, ref } = yield* storedImport(rows)
  const next: Array<{ readonly row: ImportRow }> = []
  // A batch of larger rows contains fewer rows.
  while (next.length < rows.length) {
    const some = yield* store.nextRows(ref, rows.length)
    const results = resultsFrom(next.length, Array<RowOutcome>(some.length).fill("created"))
    yield* record({ ...contactImport, status: "processing" }, results)
    next.push(...some)
    if (some.length === 0) break
  }
  const { items } = yield* store.rows(ref, null, everything)
  for (const [index, given] of rows.entries()) {
    yield* same(`Row ${index} to apply`, canonical(next[index]?.row), canonical(given))
    yield* same(`The original of row ${index}`, items[index]?.original, given.original)
  }
})

/** Returns a row with its members in a fixed order, because stores may return them in any order. */
const canonical = (row: ImportRow | undefined) =>
  row && [
    Object.entries(row.fields).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    Object.entries(row.customFields),
    row.original,
    row.issues
  ]

const rowOf = (original: Json, given: Partial<ImportRow> = {}): ImportRow => ({
  fields: { firstName: "Ada", email: null },
  customFields: {},
  original,
  ...given
})

export const hostileRowChecks: ReadonlyArray<Check> = [
  check("a row's original and values are stored unchanged, with any JSON", function* () {
    yield* givesBack(hostileJson.map((original) => rowOf(original)))
    yield* givesBack(hostileJson.map((value) => rowOf(null, { customFields: objectOf([["key", value]]) })))
    const objects = hostileJson.flatMap((value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) ? [objectOf(Object.entries(value))] : []
    )
    yield* givesBack(objects.map((customFields) => rowOf(null, { customFields })))
  }),

  check("strings in fields that no contact has are stored, and null differs from a missing field", function* () {
    const texts = [null, "", ...unstorable, ...hostileTexts, "x".repeat(100_000)]
    yield* givesBack([
      rowOf(null, { fields: {} }),
      ...texts.map((text) => rowOf(null, { fields: { firstName: text, socialmsgId: text } }))
    ])
  }),

  check("generated rows are stored unchanged", function* () {
    const cases = Math.ceil((yield* generatedCases) / 10)
    yield* forAll(fc.array(row, { minLength: 1, maxLength: 10 }), cases, givesBack)
  }),

  check("issues that quote a row's errors are stored unchanged", function* () {
    const store = yield* ContactImportStore
    const issues = [...unstorable, ...hostileTexts].map((text) => issue("value_error", ["customFields", text], text))
    const { contactImport, ref } = yield* storedImport(rowsOf(1))
    const results = resultsFrom(0, ["failed"]).map((result) => ({ ...result, issues }))
    yield* record({ ...contactImport, status: "failed" }, results)
    const { items } = yield* store.rows(ref, "failed", everything)
    yield* same(
      "The issues",
      items.map(({ result }) => result?.issues),
      [issues]
    )
  })
]
