import type { Contact, ContactUuid } from "@rollcall/core"
import { comparePlaces, type Place, type PlacePage, type PlaceRequest } from "@rollcall/core/operations"
import { allOf, contactWrite, digitForms, predefinedFields, sortPlace, withoutLimits } from "@rollcall/core/people"
import { ContactListStore, ContactStore, searchable, type SortDirection } from "@rollcall/core/storage"
import { Effect } from "effect"
import fc from "fast-check"
import { storedList } from "../fixtures/ListFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { inTransaction, instantOf, newWorkspace } from "../shared/Fixture.ts"
import { forAll, generatedSequences } from "../shared/ForAll.ts"
import { hostileTexts } from "../shared/TextArbitrary.ts"
import { lockContact, newContact, replaceContact } from "../fixtures/ContactFixture.ts"

/** Few values, so that many contacts share a value or a prefix. */
const text = fc.option(
  fc.oneof(
    fc.constantFrom("Ann", "ann", "Bob", "x".repeat(499), "x".repeat(500), `${"x".repeat(500)}y`),
    fc.constantFrom(...hostileTexts)
  ),
  { freq: 3 }
)
const instant = fc.nat(3).map(instantOf)
const fields = fc.record({
  firstName: text,
  lastName: text,
  externalContactId: text,
  createdAt: instant,
  updatedAt: instant,
  lastEngagedAt: fc.option(instant, { freq: 2 }),
  archived: fc.boolean()
})

/** A change by another process between two pages. `nth` is the index of a present contact. */
const change = fc.oneof(
  fc.record({ does: fc.constant("create" as const), fields }),
  fc.record({ does: fc.constantFrom("erase" as const, "archive" as const, "remove" as const), nth: fc.nat(40) }),
  fc.record({ does: fc.constant("change" as const), nth: fc.nat(40), fields })
)

const histories = fc.record({
  listing: fc.constantFrom("contacts" as const, "members" as const, "added" as const),
  sort: fc.record({
    field: fc.constantFrom(...predefinedFields.values()),
    direction: fc.constantFrom<SortDirection>("asc", "desc")
  }),
  limit: fc.constantFrom(1, 2, 3, 5),
  beginning: fc.array(fields, { minLength: 1, maxLength: 12 }),
  steps: fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 12 })
})

/** A contact in a history: its position in the listing, and whether it stayed listed throughout. */
interface Listed {
  readonly contact: Contact
  readonly place: Place
  readonly isThere: boolean
  readonly isSteady: boolean
  readonly hasMoved: boolean
}

export const walkChecks: ReadonlyArray<Check> = [
  check("S16: reading all pages during any changes lists each remaining contact exactly once, in order", function* () {
    const store = yield* ContactStore
    const lists = yield* ContactListStore
    const cases = yield* generatedSequences
    yield* forAll(histories, cases, function* ({ beginning, limit, listing, sort, steps }) {
      const workspaceUuid = yield* newWorkspace
      const list = yield* storedList({ workspaceUuid })
      const listed = new Map<ContactUuid, Listed>()
      let additions = 0

      const placeOf = (contact: Contact): Place =>
        listing === "added"
          ? (listed.get(contact.uuid)?.place ?? { key: instantOf(additions).epochMilliseconds, uuid: contact.uuid })
          : sortPlace(sort, searchable(contact, []))

      const create = Effect.fnUntraced(function* (given: ReadonlyArray<Partial<Contact>>, isSteady: boolean) {
        const contacts = yield* Effect.forEach(given, (one) => newContact({ ...one, workspaceUuid }))
        const created = contacts.map((contact) => contactWrite(digitForms, "contact.created", contact))
        yield* store.save({ created, changed: [] })
        for (const contact of contacts) {
          additions = (additions + 1) % 5
          const place = placeOf(contact)
          listed.set(contact.uuid, { contact, place, isThere: true, isSteady, hasMoved: false })
          if (listing !== "contacts")
            yield* lists.addMembers(workspaceUuid, list.uuid, [contact.uuid], list.createdBy, instantOf(additions))
        }
      })

      const replace = Effect.fnUntraced(function* (before: Listed, contact: Contact) {
        yield* inTransaction(Effect.andThen(lockContact(workspaceUuid, contact.uuid), replaceContact(contact)))
        const place = placeOf(contact)
        const isMoved = comparePlaces("asc")(place, before.place) !== 0
        const isSteady = before.isSteady && !isMoved
        listed.set(contact.uuid, { ...before, contact, place, isSteady, hasMoved: before.hasMoved || isMoved })
      })

      const apply = Effect.fnUntraced(function* (change: (typeof steps)[number][number]) {
        if (change.does === "create") return yield* create([change.fields], false)
        const there = Array.from(listed.values()).filter(({ isThere }) => isThere)
        const chosen = there[change.nth % there.length]
        if (chosen === undefined) return
        const { contact } = chosen
        const gone = { ...chosen, isThere: false, isSteady: false }
        switch (change.does) {
          case "archive":
            return yield* replace(chosen, { ...contact, archived: !contact.archived })
          case "change":
            return yield* replace(chosen, { ...contact, ...change.fields, uuid: contact.uuid })
          case "erase":
            yield* store.erase(workspaceUuid, contact.uuid)
            return void listed.set(contact.uuid, gone)
          case "remove":
            if (listing === "contacts") return
            yield* lists.removeMembers(workspaceUuid, list.uuid, [contact.uuid], list.createdBy, instantOf(9))
            return void listed.set(contact.uuid, gone)
        }
      })

      const read = (page: PlaceRequest) => {
        if (listing === "contacts")
          return store.search(workspaceUuid, { condition: allOf([]), sort }, page, withoutLimits)
        const order = listing === "added" ? "added_last_first" : sort
        return lists.members(workspaceUuid, list.uuid, { sort: order, includeArchived: true }, page)
      }

      yield* create(beginning, true)
      const seen: Array<ContactUuid> = []
      let page: PlacePage<Contact> = yield* read({ limit, offset: 0 })
      seen.push(...page.items.map(({ uuid }) => uuid))
      for (let step = 0; page.next !== null; step++) {
        yield* Effect.forEach(steps[step] ?? [], apply, { discard: true })
        page = yield* read({ limit, offset: 0, after: page.next })
        seen.push(...page.items.map(({ uuid }) => uuid))
      }

      const direction: SortDirection = listing === "added" ? "desc" : sort.direction
      const compare = comparePlaces(direction)
      const steady = Array.from(listed.values()).filter(({ isSteady }) => isSteady)
      const expected = steady.toSorted((a, b) => compare(a.place, b.place)).map(({ contact }) => contact.uuid)
      const isExpected = new Set(expected)
      yield* agree(
        "Those that stayed",
        seen.filter((uuid) => isExpected.has(uuid)),
        expected
      )
      const unmoved = seen.filter((uuid) => listed.get(uuid)?.hasMoved === false)
      yield* agree("Those at one place", unmoved, Array.from(new Set(unmoved)))
    })
  })
]
