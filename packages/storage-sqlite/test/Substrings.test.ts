import { assert, describe, it } from "@effect/vitest"
import type { Contact } from "@rollcall/core"
import { fold } from "@rollcall/core/operations"
import { contactWrite, digitForms, identifierKeys, newestFirst, withoutLimits } from "@rollcall/core/people"
import { type Condition, ContactStore, searchable, toPredicate } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { contactOf, layerWithClient, workspace } from "./Fixture.ts"

/** Characters and texts with a meaning in FTS5, SQL, UTF-8 or Unicode. */
const syntax = ['"', '""', "'", "*", "^", ":", "-", "+", "(", ")", "{", "}", ",", "\\", "%", "_", "?", ";", "--"]
const words = ["AND", "OR", "NOT", "NEAR", "first_name_folded", "rank", "a", "b", "ab", "aba", " "]
const controls = ["\u0001", "\n", "\t", "\u007f", "\u200d", "\ufeff", "\ufffd", "\ufffe", "\uffff"]
const scripts = [
  "\u0301",
  "e\u0301",
  "\u00e9",
  "ı",
  "ß",
  "א",
  "漢字",
  "\ud7ff",
  "\ue000",
  "\u{10000}",
  "\u{1f600}",
  "\u{10ffff}"
]

const text = fc
  .array(fc.constantFrom(...syntax, ...words, ...controls, ...scripts), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join("").trim())
  .filter((value) => fold(value) !== "")

/** A substring of one of the texts. */
const partOf = (texts: ReadonlyArray<string>) =>
  fc.tuple(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 1, max: 6 })).map(([whole, start, length]) => {
    const characters = Array.from(whole)
    const from = start % characters.length
    return characters.slice(from, from + length).join("")
  })

const textsAndNeedles = fc.array(text, { minLength: 2, maxLength: 12 }).chain((texts) =>
  fc.record({
    texts: fc.constant(texts),
    needles: fc.array(fc.oneof(text.map(fold), partOf(texts.map(fold))), { minLength: 4, maxLength: 12 })
  })
)

/** As many conditions as a search may have, on several columns. */
const conditionsTogether = (needles: ReadonlyArray<string>): Condition => ({
  _tag: "All",
  conditions: Array.from({ length: 50 }, (_, index): Condition => ({
    _tag: index % 3 === 2 ? "TextEndsWith" : "TextContains",
    field: index % 2 === 0 ? "firstName" : "lastName",
    text: needles[index % needles.length] ?? ""
  }))
})

const conditionsFor = (text: string): ReadonlyArray<Condition> => [
  { _tag: "TextContains", field: "firstName", text },
  { _tag: "TextStartsWith", field: "firstName", text },
  { _tag: "TextEndsWith", field: "firstName", text },
  { _tag: "Not", condition: { _tag: "TextContains", field: "firstName", text } }
]

const uuidsOf = (contacts: ReadonlyArray<Contact>) => contacts.map(({ uuid }) => uuid).sort()

const found = Effect.fnUntraced(function* (condition: Condition) {
  const store = yield* ContactStore
  const { items, total } = yield* store.search(
    workspace,
    { condition, sort: newestFirst },
    { limit: 100, offset: 0 },
    withoutLimits
  )
  assert.strictEqual(total, items.length)
  return uuidsOf(items)
})

/** Compares the index with its rows. Fails if they differ. */
const checkTrigrams = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO contacts_trigrams (contacts_trigrams, rank) VALUES ('integrity-check', 1)`
})

const fresh = Layer.fresh(layerWithClient(":memory:"))

describe("trigram searches find exactly the defined substrings (S2)", () => {
  it.effect("for every hostile string and search string", () =>
    Effect.gen(function* () {
      const store = yield* ContactStore
      const sql = yield* SqlClient.SqlClient
      const context = yield* Effect.context<ContactStore>()
      const property = Effect.fnUntraced(function* ({
        needles,
        texts
      }: typeof textsAndNeedles extends fc.Arbitrary<infer A> ? A : never) {
        yield* sql`DELETE FROM contacts`
        const contacts = texts.map((firstName, index) => contactOf(index, { firstName, email: "same@example.com" }))
        yield* store.save({
          created: contacts.map((contact) => contactWrite(digitForms, "contact.created", contact)),
          changed: []
        })
        for (const condition of needles.flatMap(conditionsFor)) {
          const matches = toPredicate(condition)
          const expected = uuidsOf(
            contacts.filter((contact) => matches(searchable(contact, identifierKeys(digitForms, contact))))
          )
          assert.deepStrictEqual(yield* found(condition), expected, JSON.stringify(condition))
        }
      })
      const runs = fc.asyncProperty(textsAndNeedles, (given) => Effect.runPromiseWith(context)(property(given)))
      yield* Effect.promise(() => fc.assert(runs, { numRuns: 60 }))
    }).pipe(Effect.provide(fresh))
  )

  it.effect("for strings of one trigram, of characters beyond 16 bits, and the maximum number of filters", () =>
    Effect.gen(function* () {
      const store = yield* ContactStore
      const texts = [
        "a".repeat(300),
        "ab".repeat(150),
        "\u{1f600}\u{1f600}\u{1f600}\u{1f601}",
        'e\u0301"""\u{10ffff}z',
        "aa",
        "xaay"
      ]
      const contacts = texts.map((text, index) => contactOf(index, { firstName: text, lastName: `${text}${text}` }))
      yield* store.save({
        created: contacts.map((contact) => contactWrite(digitForms, "contact.created", contact)),
        changed: []
      })
      const parts = texts.map(fold).flatMap((text) => {
        const characters = Array.from(text)
        return [1, 2, 3, 4, 5, 250, 300].map((length) => characters.slice(-length).join(""))
      })
      const sought = [...new Set(parts), "ba", "aab", "\u{1f601}\u{1f600}", "z\u00e9"]
      const together = texts.map((text, index) => {
        const whole = fold(text)
        return conditionsTogether(index % 2 === 0 ? [whole] : [whole, ...Array.from(whole)])
      })
      for (const condition of [...sought.flatMap(conditionsFor), ...together]) {
        const matches = toPredicate(condition)
        const expected = uuidsOf(
          contacts.filter((contact) => matches(searchable(contact, identifierKeys(digitForms, contact))))
        )
        assert.deepStrictEqual(yield* found(condition), expected, JSON.stringify(condition))
      }
    }).pipe(Effect.provide(fresh))
  )

  it.effect("after every change of a contact", () =>
    Effect.gen(function* () {
      const store = yield* ContactStore
      const contact = contactOf(1, { firstName: "Grace", phoneNumber: "+49 151 5551234" })
      const contains = (text: string): Condition => ({ _tag: "TextContains", field: "firstName", text })
      yield* store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
      yield* store.save({
        created: [],
        changed: [contactWrite(digitForms, "contact.updated", { ...contact, firstName: "Augusta Ada" })]
      })
      assert.deepStrictEqual(yield* found(contains("grace")), [])
      assert.deepStrictEqual(yield* found(contains("sta ada")), [contact.uuid])
      yield* store.save({
        created: [],
        changed: [contactWrite(digitForms, "contact.updated", { ...contact, firstName: null })]
      })
      assert.deepStrictEqual(yield* found(contains("ada")), [])
      const digits: Condition = { _tag: "TextContains", field: "phoneNumber.digits", text: "1515551" }
      assert.deepStrictEqual(yield* found(digits), [contact.uuid])
      yield* checkTrigrams
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM contacts`
      yield* checkTrigrams
    }).pipe(Effect.provide(fresh))
  )
})
