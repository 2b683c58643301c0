import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type ImportedRow, ImportedRows, type MarkedContact, MarkedContacts, readAll } from "./Calls.ts"
import type { Campaign } from "./Campaign.ts"
import type { Fleet } from "./Fleet.ts"
import type { Plan, PlannedImport, PlannedRow } from "./Plan.ts"

/** A planned row and what became of it. */
interface Settled {
  readonly row: PlannedRow
  readonly outcome: string | null
  readonly contact: string | null
}

interface SettledImport {
  readonly planned: PlannedImport
  readonly rows: ReadonlyArray<Settled>
}

/** Looks at everything that imports left, and at each of their rows: one outcome each, and exactly its effect. */
export const judge = Effect.fnUntraced(function* (
  fleet: Fleet,
  lists: ReadonlyArray<string>,
  plan: Plan,
  campaign: Campaign
) {
  const imports = yield* Effect.forEach(campaign.stored, (uuid) => settledImport(fleet, plan, campaign, uuid))
  const numbers = imports.map(({ planned }) => planned.number)
  assert.lengthOf(new Set(numbers), numbers.length, "no request became two imports")

  for (const one of imports) assertOutcomes(one)
  const contacts = new Map(
    (yield* readAll(fleet, "/v1/contacts", MarkedContacts, (page) => page.contacts)).map((one) => [one.uuid, one])
  )
  assertCreatedOnce(imports, contacts)
  assertMarks(imports, contacts)
  for (const [list, uuid] of lists.entries()) {
    const path = `/v1/contact-lists/${uuid}/contacts`
    const members = yield* readAll(fleet, path, MarkedContacts, (page) => page.contacts)
    const resolved = imports.flatMap(({ planned, rows }) => (planned.list === list ? rows.flatMap(contactOf) : []))
    assert.sameMembers(
      members.map(({ uuid: member }) => member),
      Array.from(new Set(resolved))
    )
  }
  return { imports: imports.length, rows: imports.flatMap(({ rows }) => rows).length, contacts: contacts.size }
})

const contactOf = ({ contact }: Settled) => (contact === null ? [] : [contact])

const settledImport = Effect.fnUntraced(function* (fleet: Fleet, plan: Plan, campaign: Campaign, uuid: string) {
  const found = yield* readAll(fleet, `/v1/contacts/bulk/${uuid}/rows`, ImportedRows, (page) => page.rows)
  const number = campaign.accepted.get(uuid) ?? (yield* numberOf(plan, campaign, found))
  const planned = yield* plan(number)
  // Every row is there once, in its order, as it was given, whether the request was answered or not.
  assert.deepStrictEqual(
    found.map(({ contact, index }) => ({ index, contact })),
    planned.rows.map(({ body }, index) => ({ index, contact: body }))
  )
  const count = (...outcomes: ReadonlyArray<string | null>) =>
    found.filter(({ outcome }) => outcomes.includes(outcome)).length
  assert.deepStrictEqual(campaign.progress.get(uuid)?.summary, {
    total: found.length,
    created: count("created", "updated", "unchanged"),
    skipped: count("skipped"),
    failed: count("failed")
  })
  const rows = planned.rows.map((row, index): Settled => {
    const { contact_uuid = null, outcome = null } = found[index] ?? {}
    return { row, outcome, contact: contact_uuid }
  })
  return { planned, rows }
})

/** Which of the imports whose answer was cut off this is. */
const numberOf = Effect.fnUntraced(function* (
  plan: Plan,
  { unanswered }: Campaign,
  rows: ReadonlyArray<typeof ImportedRow.Type>
) {
  const first = JSON.stringify(rows[0]?.contact)
  for (const number of unanswered) {
    if (JSON.stringify((yield* plan(number)).rows[0]?.body) === first) return number
  }
  return assert.fail(`nobody asked for the import of ${first}`)
})

/** Each outcome is one that the row can have after those before it in its import. */
const assertOutcomes = ({ planned, rows }: SettledImport) => {
  /** What this import wrote last to whom it matched; null when it only found them. */
  const known = new Map<string, string | null>()
  for (const { contact, outcome, row } of rows) {
    const told = `${row.mark}: ${row.kind}, ${planned.mergeType}, ${outcome}`
    assert.include(lawfulOutcomes(planned, row, known), outcome, told)
    if (outcome === "created" || outcome === "updated" || outcome === "unchanged") assert.isNotNull(contact, told)
    if (outcome === "failed") assert.isNull(contact, told)
    if (row.kind !== "matched" || contact === null) continue
    known.set(row.email, outcome === "skipped" ? (known.get(row.email) ?? null) : row.mark)
  }
}

const lawfulOutcomes = (
  { mergeType }: PlannedImport,
  { email, kind, mark }: PlannedRow,
  known: ReadonlyMap<string, string | null>
): ReadonlyArray<string> => {
  switch (kind) {
    case "broken":
      return ["failed"]
    case "nameless":
      return [mergeType === "update" ? "skipped" : "failed"]
    case "single":
      return [mergeType === "update" ? "skipped" : "created"]
    case "matched": {
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
  }
}

/** Rows that made contacts and contacts are the same in number, and nobody has two. */
const assertCreatedOnce = (
  imports: ReadonlyArray<SettledImport>,
  contacts: ReadonlyMap<string, typeof MarkedContact.Type>
) => {
  const rows = imports.flatMap((one) => one.rows)
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

/** Each contact holds of each import what the last row wrote that came to it, and its name from one of those rows. */
const assertMarks = (
  imports: ReadonlyArray<SettledImport>,
  contacts: ReadonlyMap<string, typeof MarkedContact.Type>
) => {
  const marks = new Map<string, Record<string, string>>()
  for (const { planned, rows } of imports) {
    for (const { contact, outcome, row } of rows) {
      if (contact === null || outcome === "skipped") continue
      marks.set(contact, { ...marks.get(contact), [planned.field]: row.mark })
    }
  }
  for (const { custom_fields, first_name, uuid } of contacts.values()) {
    assert.deepStrictEqual(custom_fields, marks.get(uuid))
    assert.include(Object.values(custom_fields), first_name)
  }
}
