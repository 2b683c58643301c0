import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Fleet } from "../Fleet.ts"
import type { Plan, PlannedImport, PlannedRow } from "./Plan.ts"

const pagination = Schema.Struct({ total: Schema.Int })

const ImportedRow = Schema.Struct({
  index: Schema.Int,
  outcome: Schema.NullOr(Schema.String),
  contact_uuid: Schema.NullOr(Schema.String),
  contact: Schema.Json
})
const ImportedRows = Schema.Struct({ rows: Schema.Array(ImportedRow), pagination })

const Contact = Schema.Struct({
  uuid: Schema.String,
  first_name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  custom_fields: Schema.Record(Schema.String, Schema.String)
})
const Contacts = Schema.Struct({ contacts: Schema.Array(Contact), pagination })

type ContactsByUuid = ReadonlyMap<string, typeof Contact.Type>

/** What imports left. */
interface Left {
  readonly plan: Plan
  readonly lists: ReadonlyArray<{ readonly uuid: string }>
  readonly stored: ReadonlyArray<string>
  readonly accepted: ReadonlyMap<string, number>
  readonly progress: ReadonlyMap<string, { readonly summary: unknown }>
}

/** Checks everything that imports left, each of their rows too: one outcome each, and exactly its effect. */
export const judge = Effect.fnUntraced(function* (fleet: Fleet, left: Left) {
  const contactsAt = (path: string) => fleet.readAll(path, Contacts, (page) => page.contacts)
  const imports = yield* Effect.forEach(left.stored, (uuid) => appliedRows(fleet, left, uuid))
  const numbers = imports.flatMap((rows) => rows.slice(0, 1).map(({ planned }) => planned.number))
  assert.lengthOf(new Set(numbers), imports.length, "no request became two imports")
  for (const rows of imports) assertOutcomes(rows)
  const rows = imports.flat()
  const contacts = new Map((yield* contactsAt("/v1/contacts")).map((one) => [one.uuid, one]))
  assertCreatedOnce(rows, contacts)
  assertMarks(rows, contacts)
  for (const [list, { uuid }] of left.lists.entries()) {
    const members = yield* contactsAt(`/v1/contact-lists/${uuid}/contacts`)
    assert.sameMembers(
      members.map((member) => member.uuid),
      Array.from(new Set(rows.filter(({ planned }) => planned.list === list).flatMap(contactOf)))
    )
  }
  return `${rows.length} rows, ${contacts.size} contacts`
})

type Applied = Effect.Success<ReturnType<typeof appliedRows>>[number]

const contactOf = ({ contact }: Applied) => (contact === null ? [] : [contact])

/** The planned rows of an import, each with the import and what became of the row. */
const appliedRows = Effect.fnUntraced(function* (fleet: Fleet, { accepted, plan, progress }: Left, uuid: string) {
  const found = yield* fleet.readAll(`/v1/contacts/bulk/${uuid}/rows`, ImportedRows, (page) => page.rows)
  const number = Number(/ of import (\d+)"/.exec(JSON.stringify(found[0]?.contact))?.[1])
  assert.strictEqual(number, accepted.get(uuid) ?? number)
  const planned = yield* plan(number)
  // Every row is there once, in its order, as it was given, whether the request was answered or not.
  assert.deepStrictEqual(
    found.map(({ contact, index }) => ({ index, contact })),
    planned.rows.map(({ body }, index) => ({ index, contact: body }))
  )
  const count = (...outcomes: ReadonlyArray<string | null>) =>
    found.filter(({ outcome }) => outcomes.includes(outcome)).length
  assert.deepStrictEqual(progress.get(uuid)?.summary, {
    total: found.length,
    created: count("created", "updated", "unchanged"),
    skipped: count("skipped"),
    failed: count("failed")
  })
  return planned.rows.map((row, index) => {
    const { contact_uuid = null, outcome = null } = found[index] ?? {}
    return { planned, row, outcome, contact: contact_uuid }
  })
})

/** Each outcome in an import is one that the row can have after those before it. */
const assertOutcomes = (rows: ReadonlyArray<Applied>) => {
  /** What this import wrote last to each contact that it matched; null when it only found it. */
  const known = new Map<string, string | null>()
  for (const { contact, outcome, planned, row } of rows) {
    const detail = `${row.mark}: ${row.kind}, ${planned.mergeType}, ${outcome}`
    assert.include(allowedOutcomes(planned, row, known), outcome, detail)
    if (outcome === "created" || outcome === "updated" || outcome === "unchanged") assert.isNotNull(contact, detail)
    if (outcome === "failed") assert.isNull(contact, detail)
    if (row.kind !== "matched" || contact === null) continue
    known.set(row.email, outcome === "skipped" ? (known.get(row.email) ?? null) : row.mark)
  }
}

const allowedOutcomes = (
  { mergeType }: PlannedImport,
  { email, kind, mark }: PlannedRow,
  known: ReadonlyMap<string, string | null>
): ReadonlyArray<string> => {
  if (kind === "broken") return ["failed"]
  if (kind !== "matched") return [mergeType === "update" ? "skipped" : kind === "single" ? "created" : "failed"]
  if (!known.has(email)) {
    return {
      create_or_update: ["created", "updated"],
      create: ["created", "skipped"],
      update: ["updated", "skipped"]
    }[mergeType]
  }
  if (mergeType === "create") return ["skipped"]
  // Only a row that repeats what its import wrote last finds nothing to change, if no other import came between.
  return known.get(email) === mark ? ["updated", "unchanged"] : ["updated"]
}

/** Rows that made contacts and contacts are the same in number, and no e-mail has two. */
const assertCreatedOnce = (rows: ReadonlyArray<Applied>, contacts: ContactsByUuid) => {
  const created = rows.filter(({ outcome }) => outcome === "created").flatMap(contactOf)
  assert.lengthOf(new Set(created), created.length)
  assert.sameMembers(created, Array.from(contacts.keys()))
  const matched = Map.groupBy(
    rows.filter(({ contact, row }) => row.kind === "matched" && contact !== null),
    ({ row }) => row.email
  )
  for (const [email, some] of matched) {
    const uuids = new Set(some.flatMap(contactOf))
    assert.lengthOf(uuids, 1, `${email} is one contact`)
    for (const uuid of uuids) assert.strictEqual(contacts.get(uuid)?.email?.trim().toLowerCase(), email)
  }
  const withEmail = Array.from(contacts.values()).filter(({ email }) => email !== null)
  assert.lengthOf(withEmail, matched.size)
}

/** Each contact holds of each import what its last row wrote to it, and its name from one of those rows. */
const assertMarks = (rows: ReadonlyArray<Applied>, contacts: ContactsByUuid) => {
  const marks = new Map<string, Record<string, string>>()
  for (const { contact, outcome, planned, row } of rows) {
    if (contact === null || outcome === "skipped") continue
    marks.set(contact, { ...marks.get(contact), [planned.field]: row.mark })
  }
  for (const { custom_fields, first_name, uuid } of contacts.values()) {
    assert.deepStrictEqual(custom_fields, marks.get(uuid))
    assert.include(Object.values(custom_fields), first_name)
  }
}
