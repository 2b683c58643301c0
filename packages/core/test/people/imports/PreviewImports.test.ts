import { assert } from "@effect/vitest"
import { type Contact, ContactImports, ContactLists, ContactListUuid, ContactSettings } from "@rollcall/core"
import { MatchField, MergeType, noRows, type ImportRow } from "@rollcall/core/people"
import { Effect, type Layer } from "effect"
import * as fc from "fast-check"
import { contactsOf, contactsWith, define, newCaller, refusal, services } from "../../Services.ts"
import { imported, row } from "./Import.ts"
import { suite } from "../../Suite.ts"

const optional = <A>(values: ReadonlyArray<A>) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })

/** Few values, so that rows meet contacts and each other, and several contacts have one identifier. */
const fields = fc.record(
  {
    email: fc.constantFrom("ada@x.org", "ADA@x.org", "bob@x.org", "cyd@x.org", null),
    phoneNumber: fc.constantFrom("+49 30 901820", "4930901820", "4930901821"),
    externalContactId: fc.constantFrom("A1", "A2"),
    firstName: fc.constantFrom("Ada", "Bob", "x".repeat(300))
  },
  { requiredKeys: [] }
)

const generated = fc.record({
  contacts: fc.array(fields, { maxLength: 6 }),
  rows: fc.array(
    fc.record({ fields, at: optional([0, 1, 2, 9]), diet: optional<string | number>(["vegan", "none", 7]) }),
    { minLength: 1, maxLength: 12 }
  ),
  matchOnField: fc.option(fc.constantFrom(...MatchField.literals)),
  mergeType: fc.constantFrom(...MergeType.literals),
  uniqueIdentifiers: fc.boolean(),
  batch: fc.integer({ min: 1, max: 5 })
})

type Generated = typeof generated extends fc.Arbitrary<infer A> ? A : never

const toRow =
  (contacts: ReadonlyArray<Contact>) =>
  ({ at, diet, fields }: Generated["rows"][number]): ImportRow => {
    const uuid = at === undefined ? undefined : contacts[at]?.uuid
    return { ...row(fields, diet === undefined ? {} : { diet }), ...(uuid !== undefined && { uuid }) }
  }

suite(services)("an import's preview", (test) => {
  /** Imports what was previewed, and compares the two. */
  const previewAndImport = Effect.fnUntraced(function* ({
    batch,
    contacts,
    rows,
    uniqueIdentifiers,
    ...how
  }: Generated) {
    const imports = yield* ContactImports
    const caller = yield* newCaller
    yield* define(caller.workspace, { name: "Diet" })
    const { create } = yield* contactsWith(false)
    for (const [n, one] of contacts.entries()) yield* create(caller, { ...one, socialmsgId: `seed ${n}` })
    const before = yield* contactsOf(caller.workspace)
    const options = how.matchOnField === null && how.mergeType === "update" ? { ...how, mergeType: null } : how
    const request = { ...options, contacts: rows.map(toRow(before)) }

    const preview = yield* Effect.provideService(imports.preview(caller, request), ContactSettings, {
      uniqueIdentifiers
    })
    assert.deepStrictEqual(yield* contactsOf(caller.workspace), before)
    const { contactImport, receipts } = yield* imported(caller, request.contacts, {
      ...options,
      batch,
      uniqueIdentifiers
    })
    const known = new Set(before.map(({ uuid }) => uuid))
    const results = receipts.flatMap(({ result }) => result ?? [])
    const happened = results.map((result) => {
      const { contactUuid, index } = result
      const first = results.find((other) => other.contactUuid === contactUuid)?.index ?? index
      return {
        ...result,
        contactUuid: contactUuid !== null && known.has(contactUuid) ? contactUuid : null,
        sameContactAs: contactUuid === null || first === index ? null : first
      }
    })
    assert.deepStrictEqual(preview, { counts: contactImport.counts, rows: happened })
  })

  test("I2, I3: returns what the import will do, row by row, and writes nothing", function* () {
    const run = Effect.runPromiseWith(yield* Effect.context<Layer.Success<typeof services>>())
    yield* Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(generated, (one) => run(previewAndImport(one))),
        { numRuns: 200 }
      )
    )
  })

  test("I3, I4: fails like the import, and checks the rows' lists", function* () {
    const imports = yield* ContactImports
    const lists = yield* ContactLists
    const caller = yield* newCaller
    assert.deepStrictEqual(yield* refusal(imports.preview(caller, { contacts: [], mergeType: "update" })), [
      "too_short contacts",
      "missing matchOnField"
    ])
    const contactListUuid = ContactListUuid.make("00000000-0000-4000-8000-000000000001")
    const contacts = [row({ email: "ada@x.org" })]
    assert.deepStrictEqual(yield* refusal(imports.preview(caller, { contacts, contactListUuid })), [
      "ContactListNotFound"
    ])
    const { uuid } = yield* lists.create(caller, { name: "Regulars" })
    const listed = [uuid, contactListUuid].map((list) => ({
      ...row({ email: "ada@x.org" }),
      contactListUuids: [list]
    }))
    const { counts, rows } = yield* imports.preview(caller, { contacts: listed, contactListUuid: uuid })
    assert.deepStrictEqual(counts, { ...noRows, created: 1, failed: 1 })
    assert.deepStrictEqual(
      rows.map(({ issues }) => issues.map(({ code }) => code)),
      [[], ["list_archived"]]
    )
    assert.strictEqual((yield* lists.get(caller, uuid)).count, 0)
  })
})
