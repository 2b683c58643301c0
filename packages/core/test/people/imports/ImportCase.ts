import {
  ArchivedContacts,
  type CustomFieldValue,
  type FieldType,
  type ImportRow,
  MatchIdentifier,
  type MergeType,
  type WritableField,
  writableFields
} from "@rollcall/core/people"
import type { IdentifierField } from "@rollcall/core/storage"
import fc from "fast-check"

/** A contact that exists before an import. It gets an identifier if its fields have none. */
interface Seed {
  readonly fields: ImportRow["fields"]
  readonly customFields: Readonly<Record<string, CustomFieldValue>>
  readonly archived: boolean
  readonly onList: boolean
}

/** An import, what exists before it, and how it is applied. */
export interface ImportCase {
  readonly seeds: ReadonlyArray<Seed>
  readonly rows: ReadonlyArray<ImportRow>
  readonly archivedContacts: ArchivedContacts
  readonly mergeType: MergeType
  readonly matchOnField: MatchIdentifier | null
  readonly withList: boolean
  readonly uniqueIdentifiers: boolean
  readonly batch: number
}

/** Identifiers that contacts share, in several spellings each, so that nearly every row meets another one or a contact. */
const spellings: { readonly [Field in IdentifierField]: ReadonlyArray<string> } = {
  externalContactId: ["1", "2", " 1", "01", "a", "A"],
  email: [
    "ada@x.org",
    "bob@x.org",
    "ADA@X.org",
    " ada@x.org ",
    "ÉVE@x.org",
    "éve@x.org.",
    "mailto:cyd@x.\u200borg",
    "Ada <ada@x.org>",
    "n/a"
  ],
  phoneNumber: [
    ...[
      "+49 170 001",
      "+49 170 002",
      "49170001",
      "49-170-001",
      "0049 170 001",
      "４９１７０００１",
      "n/a",
      "49 170 003"
    ],
    ...["+49 170 001 ext. 5", "+49 170 001 x6", "+49 170 001 (work)", "49170001.0", "12", "+49 170 001; +49 170 003"]
  ],
  chatappId: ["49170001", "49 170 002", "49 170 001", "7"],
  socialmsgId: ["ada", "bob", "Ada", "cyd", "dan"]
}

/** Texts that clear a field, and texts that no contact takes. */
const blank = [null, "", " \t"]
const bad = ["a\0b", "\ud800", "x".repeat(1_001)]

/** Some of these members, each with a generated value. */
const someOf = <Name extends string, A>(
  names: ReadonlyArray<Name>,
  value: (name: Name) => fc.Arbitrary<A>,
  maxLength: number
) =>
  fc
    .uniqueArray(fc.constantFrom(...names), { maxLength })
    .chain((chosen) => fc.tuple(...chosen.map((name) => fc.tuple(fc.constant(name), value(name)))))
    .map((members): Readonly<Record<string, A>> => Object.fromEntries(members))

/** One of the texts that contacts share, mostly one of the first. */
const spelling = (field: WritableField) => {
  const known: { readonly [Field in WritableField]?: ReadonlyArray<string> } = spellings
  const texts = known[field] ?? ["Ada", "Straße"]
  return fc.oneof(fc.constantFrom(...texts.slice(0, 2)), fc.constantFrom(...texts))
}

/** The text of a row for a field: sometimes blank, rarely one that no contact takes. */
const rowText = (field: WritableField): fc.Arbitrary<string | null> =>
  fc.oneof(
    { weight: 100, arbitrary: spelling(field) },
    { weight: 15, arbitrary: fc.constantFrom(...blank) },
    { weight: 1, arbitrary: fc.constantFrom(...bad) }
  )

/** A custom field of cases: its definition, if it has one, stored values, and other values that rows may have. */
export interface FieldCase {
  readonly fieldType: FieldType | null
  readonly kept: ReadonlyArray<CustomFieldValue>
  readonly others: ReadonlyArray<ImportRow["original"]>
  readonly isFinal?: boolean
  readonly isSensitive?: boolean
  readonly isArchived?: boolean
}

/** The custom fields by key. The other values mean the same as stored ones, or are invalid. */
export const fieldCases: Readonly<Record<string, FieldCase>> = {
  note: { fieldType: "text", kept: ["x", "Straße 1", " y "], others: ["", "  ", 5, "\0"] },
  age: { fieldType: "number:integer", kept: [0, 30, -7], others: ["30", 1.5, true], isSensitive: true },
  share: { fieldType: "number:percentage", kept: [0, 0.5, 30], others: [-0, "0"], isFinal: true },
  vip: { fieldType: "checkbox", kept: [true, false], others: [0, "true"] },
  born: {
    fieldType: "date",
    kept: ["2000-01-01", "2000-02-29"],
    others: ["2001-02-29", "2000-01-01T00:00:00Z"],
    isFinal: true
  },
  level: {
    fieldType: "select",
    kept: ["low", "high_level"],
    others: ["Low", "High level", "middle", "retired", ["low"]]
  },
  tags: {
    fieldType: "multiselect",
    kept: [["low"], ["high_level", "low"], ["low", "high_level"]],
    others: [[], ["Low"], ["low", "low"], "low", ["retired"]]
  },
  badge: { fieldType: "text", kept: ["b1", "b2"], others: ["", 1], isFinal: true },
  closed: { fieldType: "text", kept: [], others: ["x"], isArchived: true },
  unknown: { fieldType: null, kept: [], others: ["x"] },
  ["__proto__"]: { fieldType: null, kept: [], others: ["x", { vip: true }] }
}

const customNames = Object.keys(fieldCases)
const usualNames = customNames.filter((name) => (fieldCases[name]?.kept.length ?? 0) > 0)

const keptValue = (name: string) => fc.constantFrom(...(fieldCases[name]?.kept ?? []))

const rowValue = (name: string): fc.Arbitrary<ImportRow["original"]> => {
  const { kept = [], others = [] } = fieldCases[name] ?? {}
  const other = fc.constantFrom(null, ...others)
  return kept.length === 0
    ? other
    : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...kept) }, { weight: 1, arbitrary: other })
}

const customFields = fc.oneof(
  { weight: 10, arbitrary: fc.constant({}) },
  { weight: 10, arbitrary: someOf(usualNames, rowValue, 3) },
  { weight: 1, arbitrary: someOf(customNames, rowValue, 3) }
)

const seed: fc.Arbitrary<Seed> = fc.record({
  fields: someOf(writableFields, spelling, 4),
  customFields: fc.oneof(fc.constant({}), someOf(usualNames, keptValue, 4)),
  archived: fc.boolean(),
  onList: fc.boolean()
})

/** The parts of a row: new values, those of an earlier row, or those of a contact. */
interface RowPlan {
  readonly row: ImportRow
  readonly like: "none" | "row" | "seed"
  readonly at: number
  /** The value to match on, if the fields have none. */
  readonly match: string | null
}

const rowPlan = (matchOnField: MatchIdentifier | null): fc.Arbitrary<RowPlan> =>
  fc.record({
    row: fc.record({
      fields: someOf(writableFields, rowText, 3),
      customFields,
      original: fc.record({ number: fc.nat({ max: 9 }) })
    }),
    like: fc.oneof(
      { weight: 6, arbitrary: fc.constant("none" as const) },
      { weight: 1, arbitrary: fc.constantFrom("row" as const, "seed" as const) }
    ),
    at: fc.nat({ max: 13 }),
    match:
      matchOnField === null
        ? fc.constant(null)
        : fc.oneof({ weight: 6, arbitrary: spelling(matchOnField) }, { weight: 1, arbitrary: fc.constant(null) })
  })

const rowsFrom = (
  plans: ReadonlyArray<RowPlan>,
  seeds: ReadonlyArray<Seed>,
  matchOnField: MatchIdentifier | null
): ReadonlyArray<ImportRow> => {
  const rows: Array<ImportRow> = []
  for (const { at, like, match, row } of plans) {
    const again = like === "none" ? undefined : like === "row" ? rows[at % rows.length] : seeds[at % seeds.length]
    if (again !== undefined) rows.push({ ...row, fields: again.fields, customFields: again.customFields })
    else if (matchOnField === null || match === null) rows.push(row)
    else rows.push({ ...row, fields: { [matchOnField]: match, ...row.fields } })
  }
  return rows
}

const policies: ReadonlyArray<Pick<ImportCase, "mergeType" | "matchOnField">> = [
  ...(["create_or_update", "create_or_update", "create", "update"] as const).flatMap((mergeType) =>
    MatchIdentifier.literals.map((matchOnField) => ({ mergeType, matchOnField }))
  ),
  { mergeType: "create_or_update", matchOnField: null },
  { mergeType: "create", matchOnField: null }
]

const batch = fc.constantFrom(100, 7, 3, 2, 1)

/** Imports with duplicates, clashes and invalid rows, into a workspace whose contacts share identifiers. */
const messyCase = fc.constantFrom(...policies).chain(({ matchOnField, mergeType }) =>
  fc
    .record({
      seeds: fc.array(seed, { maxLength: 6 }),
      plans: fc.array(rowPlan(matchOnField), { minLength: 1, maxLength: 14 }),
      archivedContacts: fc.constantFrom(...ArchivedContacts.literals),
      withList: fc.boolean(),
      uniqueIdentifiers: fc.boolean(),
      batch
    })
    .map(({ plans, ...rest }): ImportCase => ({
      mergeType,
      matchOnField,
      ...rest,
      rows: rowsFrom(plans, rest.seeds, matchOnField)
    }))
)

/**
 * Imports whose rows remove an identifier from contacts that share it, or give it to others. If identifiers are unique,
 * the result of a row depends on the contacts that have it at that moment.
 */
const givingCase = fc
  .record({
    matchOnField: fc.constantFrom("email", "externalContactId"),
    shared: fc.constantFrom("phoneNumber", "chatappId", "socialmsgId"),
    mergeType: fc.constantFrom("create_or_update", "create_or_update", "update"),
    people: fc.integer({ min: 1, max: 4 }),
    plans: fc.array(
      fc.record({
        person: fc.nat({ max: 5 }),
        value: fc.oneof(fc.nat({ max: 2 }), fc.constantFrom(0, null))
      }),
      { minLength: 2, maxLength: 12 }
    ),
    archivedContacts: fc.constantFrom(...ArchivedContacts.literals),
    withList: fc.boolean(),
    uniqueIdentifiers: fc.constantFrom(true, true, true, false),
    batch
  })
  .map(({ matchOnField, people, plans, shared, ...rest }): ImportCase => {
    const ownOf = (person: number) => `${spellings[matchOnField][0]}${person}`
    const others = spellings[shared]
    const seed = (person: number): Seed => ({
      fields: { [matchOnField]: ownOf(person), [shared]: others[0] ?? null },
      customFields: {},
      archived: false,
      onList: false
    })
    const row = ({ person, value }: (typeof plans)[number]): ImportRow => ({
      fields: { [matchOnField]: ownOf(person), [shared]: value === null ? null : (others[value] ?? null) },
      customFields: {},
      original: { person }
    })
    const seeds = Array.from({ length: people }, (_, person) => seed(person))
    return { ...rest, matchOnField, seeds, rows: plans.map(row) }
  })

/** An import, and what exists before it. */
export const importCaseArbitrary: fc.Arbitrary<ImportCase> = fc.oneof(
  { weight: 3, arbitrary: messyCase },
  { weight: 1, arbitrary: givingCase }
)
