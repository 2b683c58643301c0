import { contactWrite, digitForms } from "@rollcall/core/people"
import { describe, expect, it } from "@effect/vitest"
import { DateTime } from "effect"
import { type Contact, identifierFields } from "../../../src/people/contacts/Contact.ts"
import { hasIdentifier, type IdentifierKey, maxIdentifierHolders } from "../../../src/people/contacts/Identifiers.ts"
import type { ContactImport, ImportRow, RowOutcome } from "../../../src/people/imports/ContactImport.ts"
import { keysOf, type MergeContext, mergeRows } from "../../../src/people/imports/MergeRows.ts"
import type { ContactUuid } from "../../../src/shared/Ids.ts"
import { definition } from "../custom-fields/Definition.ts"
import { contact } from "../contacts/Fixture.ts"
import { contactImport, contactUuid, row } from "./Import.ts"
import { placeOf } from "../../../src/shared/Issue.ts"

const now = DateTime.makeUnsafe("2025-01-01T00:00:00.000Z")

const stored = (n: number, fields: Partial<Contact> = {}): Contact => contact({ uuid: contactUuid(n), ...fields })

interface Given {
  readonly rows: ReadonlyArray<ImportRow>
  readonly contacts?: ReadonlyArray<Contact>
  readonly policy?: Partial<ContactImport>
  readonly uniqueIdentifiers?: boolean
  readonly definitions?: MergeContext["definitions"]
  /** The contacts that are read as having an identifier, where they differ from those that have it. */
  readonly holders?: (key: IdentifierKey) => ReadonlyArray<ContactUuid>
}

/** Merges rows with what a store holds that has these contacts. New contacts are numbered from 101 by their row. */
const merge = (given: Given) => {
  const { contacts = [], definitions = [], policy = {}, rows, uniqueIdentifiers = false } = given
  const settings = { uniqueIdentifiers }
  const indexed = rows.map((row, index) => ({ index: index + 40, row }))
  const holdersOf =
    given.holders ?? ((key) => contacts.filter((one) => hasIdentifier(digitForms, one, key)).map(({ uuid }) => uuid))
  const holders = keysOf(digitForms, contactImport(policy), settings, indexed).map((key) => ({
    key,
    contacts: holdersOf(key).slice(0, maxIdentifierHolders),
    merged: []
  }))
  const locked = new Set(holders.flatMap(({ contacts }) => contacts))
  return mergeRows(
    {
      numbers: digitForms,
      contactImport: contactImport(policy),
      settings,
      definitions,
      holders,
      contacts: contacts.filter(({ uuid }) => locked.has(uuid)),
      uuids: rows.map((_, at) => contactUuid(101 + at)),
      now
    },
    indexed
  )
}

const outcomes = (given: Given): ReadonlyArray<RowOutcome> => merge(given).results.map(({ outcome }) => outcome)

const issuesOf = ({ results }: ReturnType<typeof merge>) =>
  results.map(({ issues }) => issues.map(({ code, path }) => `${code} ${placeOf(path)}`))

describe("mergeRows", () => {
  it("I1: a row sees previous rows; each contact is written once, in its last state", () => {
    const { changed, created, results } = merge({
      rows: [
        row({ email: "ADA@example.org", firstName: "Ada" }),
        row({ email: "ada@example.org", lastName: "Lovelace" }),
        row({ email: "ada@example.org", lastName: "Lovelace" }),
        row({ email: "bob@example.org", firstName: "Bob" }),
        row({ email: "bob@example.org", firstName: null })
      ],
      contacts: [stored(1, { email: "bob@example.org", lastName: "Builder" })]
    })
    const gives = (...fields: ReadonlyArray<readonly [field: string, from: string | null, to: string | null]>) => {
      const changes = fields.map(([field, from, to]) => ({ field, customField: null, values: { from, to } }))
      return { changes: { changes, restored: false, lists: [] } }
    }
    const email = ["email", "ADA@example.org", "ada@example.org"] as const
    const [made, bob] = [
      { contactUuid: contactUuid(101), issues: [] },
      { contactUuid: contactUuid(1), issues: [] }
    ]
    expect(results).toEqual([
      { index: 40, outcome: "created", ...made },
      { index: 41, outcome: "updated", ...made, ...gives(["lastName", null, "Lovelace"], email) },
      { index: 42, outcome: "unchanged", ...made },
      { index: 43, outcome: "updated", ...bob, ...gives(["firstName", null, "Bob"]) },
      { index: 44, outcome: "updated", ...bob, ...gives(["firstName", "Bob", null]) }
    ])
    expect(created).toEqual([
      contactWrite(
        digitForms,
        "contact.created",
        stored(101, {
          email: "ada@example.org",
          firstName: "Ada",
          lastName: "Lovelace",
          createdAt: now,
          updatedAt: now
        })
      )
    ])
    expect(changed).toEqual([
      contactWrite(
        digitForms,
        "contact.updated",
        stored(1, { email: "bob@example.org", lastName: "Builder", updatedAt: now })
      )
    ])
  })

  it("I2: a row without changes is not written, even if spelled differently", () => {
    const { changed, created, results } = merge({
      rows: [row({ email: " ada@example.org ", firstName: " Ada" }), row({ email: "ada@example.org", lastName: "" })],
      contacts: [stored(1, { email: "ada@example.org", firstName: "Ada" })]
    })
    expect(results.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"])
    expect([created, changed]).toEqual([[], []])
  })

  it("an identifier in a new spelling is a change, and matches the contact with the old spelling", () => {
    const { changed } = merge({
      rows: [row({ email: "ADA@example.org" })],
      contacts: [stored(1, { email: "ada@example.org" })]
    })
    expect(changed.map(({ contact }) => contact.email)).toEqual(["ADA@example.org"])
  })

  it("a failed row leaves no data, and later rows do not see it", () => {
    const given: Given = {
      rows: [
        row({ email: "ada@example.org" }, { unknown: 1 }),
        row({ email: "ada@example.org" }),
        row({ email: "ada@example.org", firstName: "a\0" }),
        row({ firstName: "Nameless" })
      ]
    }
    const merged = merge(given)
    expect(outcomes(given)).toEqual(["failed", "created", "failed", "failed"])
    expect(issuesOf(merged)).toEqual([
      ["unknown_field customFields.unknown"],
      [],
      ["value_error firstName"],
      identifierFields.map((field) => `missing ${field}`)
    ])
    expect(merged.created.map(({ contact }) => contact.uuid)).toEqual([contactUuid(102)])
  })

  it("I3: each row without a match value creates a contact", () => {
    const rows = [row({ phoneNumber: "49170001" }), row({ phoneNumber: "49170001", email: " " })]
    expect(outcomes({ rows })).toEqual(["created", "created"])
    expect(outcomes({ rows, policy: { mergeType: "update" } })).toEqual(["skipped", "skipped"])
    expect(outcomes({ rows, policy: { mergeType: "create" } })).toEqual(["created", "created"])
  })

  it("I3: create skips a contact created by a previous row, and names it", () => {
    const { results } = merge({
      rows: [row({ email: "ada@example.org" }), row({ email: "Ada@Example.org" })],
      policy: { mergeType: "create" }
    })
    expect(results).toMatchObject([
      { outcome: "created", contactUuid: contactUuid(101) },
      { outcome: "skipped", contactUuid: contactUuid(101), issues: [{ code: "match_exists" }] }
    ])
  })

  it("I3: two matching contacts in any spelling are ambiguous; one match is updated", () => {
    const one = stored(1, { phoneNumber: "49 1700 01" })
    const rows = [row({ phoneNumber: "4-917-0001", lastName: "x" })]
    const policy = { matchOnField: "phoneNumber" } as const
    expect(outcomes({ rows, policy, contacts: [one, stored(2, { phoneNumber: "49170001" })] })).toEqual(["failed"])
    expect(outcomes({ rows, policy, contacts: [one] })).toEqual(["updated"])
  })

  it("a value changed by several rows gets the last row's value, once", () => {
    const city = definition({ fieldKey: "city" })
    const { changed, created } = merge({
      rows: [
        row({ email: "new@example.org" }, { city: "Bern" }),
        row({ email: "new@example.org" }, { city: null }),
        row({ email: "ada@example.org" }, { city: "Rome" }),
        row({ email: "ada@example.org" }, { city: "Bern" }),
        row({ email: "bob@example.org" }, { city: null })
      ],
      contacts: [
        stored(1, { email: "ada@example.org", customFields: { city: "Oslo" } }),
        stored(2, { email: "bob@example.org", customFields: { city: "Oslo" } })
      ],
      definitions: [city]
    })
    expect(created).toMatchObject([{ contact: { customFields: {} }, changes: [] }])
    expect(changed).toMatchObject([
      {
        contact: { customFields: { city: "Bern" } },
        changes: [{ field: city.uuid, key: "city", value: "Bern", entries: [{ text: "bern" }] }]
      },
      { contact: { customFields: {} }, changes: [{ field: city.uuid, key: "city", value: null, entries: [] }] }
    ])
  })

  it("F5: a non-editable field is set on a new contact, and not changed by a later row", () => {
    const born = definition({ fieldKey: "born", editable: false })
    const { created, results } = merge({
      rows: [
        row({ email: "ada@example.org" }, { born: "1815" }),
        row({ email: "ada@example.org" }, { born: "1815" }),
        row({ email: "ada@example.org" }, { born: "1816" })
      ],
      definitions: [born]
    })
    expect(results.map(({ outcome }) => outcome)).toEqual(["created", "unchanged", "failed"])
    expect(created).toMatchObject([{ contact: { customFields: { born: "1815" } } }])
  })

  it("C2: with uniqueIdentifiers, each identifier of a row is checked against contacts and previous rows", () => {
    const rows = [
      row({ email: "ada@example.org", phoneNumber: "49170001", chatappId: "49170009" }),
      row({ email: "bob@example.org", phoneNumber: "+49170001" }),
      row({ email: "cyd@example.org", socialmsgId: "taken" }),
      row({ email: "ada@example.org", phoneNumber: null }),
      row({ email: "bob@example.org", phoneNumber: "49170001" })
    ]
    const contacts = [stored(1, { socialmsgId: "taken" })]
    const merged = merge({ rows, contacts, uniqueIdentifiers: true })
    expect(merged.results.map(({ outcome }) => outcome)).toEqual(["created", "failed", "failed", "updated", "created"])
    expect(issuesOf(merged).flat()).toEqual(["already_exists phoneNumber", "already_exists socialmsgId"])
    expect(outcomes({ rows, contacts })).toEqual(["created", "created", "created", "updated", "updated"])
  })
})

const many = <A>(count: number, make: (n: number) => A) => Array.from({ length: count }, (_, n) => make(n + 1))

describe("contacts that changed after they were read", () => {
  it("a contact that lost the identifier before the lock is no match, nor is a deleted contact", () => {
    const given = {
      rows: [row({ email: "ada@example.org" })],
      contacts: [stored(1, { email: "other@example.org" })]
    }
    for (const read of [[contactUuid(1)], [contactUuid(2)]]) {
      const { created, results } = merge({ ...given, holders: () => read })
      expect(results).toMatchObject([{ outcome: "created", contactUuid: contactUuid(101) }])
      expect(created).toHaveLength(1)
    }
  })

  it("if one of ten holders lost the identifier, another may exist: the rows from there are merged again", () => {
    const given: Given = {
      rows: [row({ email: "bob@example.org" }), row({ email: "ada@example.org" }), row({ email: "cyd@example.org" })],
      contacts: many(maxIdentifierHolders, (n) =>
        stored(n, { email: n === 2 ? "gone@example.org" : "ada@example.org" })
      ),
      holders: ({ value }) => (value === "ada@example.org" ? many(maxIdentifierHolders, contactUuid) : [])
    }
    const { changed, created, results } = merge(given)
    expect(results.map(({ index, outcome }) => [index, outcome])).toEqual([[40, "created"]])
    expect(created).toHaveLength(1)
    expect(changed).toEqual([])
  })

  it("if a row takes the identifier from one of ten holders, another may exist too (C2)", () => {
    const shared = { phoneNumber: "49170001" }
    const given: Given = {
      rows: [
        row({ email: "ada1@example.org", phoneNumber: "49170002" }),
        row({ email: "dan@example.org", phoneNumber: "49170003" }),
        row({ email: "eve@example.org", phoneNumber: "49170001" })
      ],
      contacts: many(maxIdentifierHolders + 1, (n) => stored(n, { email: `ada${n}@example.org`, ...shared })),
      uniqueIdentifiers: true
    }
    expect(outcomes(given)).toEqual(["updated", "created"])
  })
})

describe("keysOf", () => {
  const rows = [
    row({ email: "ADA@example.org", phoneNumber: "49170001", firstName: "a\0" }),
    row({ email: "ada@example.org ", phoneNumber: "n/a", socialmsgId: "ada" }),
    row({ email: "x".repeat(1_001), chatappId: "" })
  ].map((row, index) => ({ index, row }))

  it("returns each value that rows match on once", () => {
    expect(keysOf(digitForms, contactImport(), { uniqueIdentifiers: false }, rows)).toEqual([
      { field: "email", value: "ada@example.org" }
    ])
    expect(keysOf(digitForms, contactImport({ matchOnField: null }), { uniqueIdentifiers: false }, rows)).toEqual([])
  })

  it("returns every identifier if identifiers are unique (C2)", () => {
    expect(keysOf(digitForms, contactImport({ matchOnField: null }), { uniqueIdentifiers: true }, rows)).toEqual([
      { field: "email", value: "ada@example.org" },
      { field: "phoneNumber", value: "49170001" },
      { field: "socialmsgId", value: "ada" }
    ])
  })
})
