import {
  type AccessTokenStore,
  applyChanges,
  type Contact,
  ContactStore,
  ContactUuid,
  type ContactWrite,
  type CustomField,
  type CustomFieldStore,
  type Filter,
  nextId,
  type PageRequest,
  planSearch,
  type Transaction,
  type ValueChange,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect, Option, Result } from "effect"
import fc from "fast-check"
import { contactArbitrary } from "../contacts/ContactArbitrary.ts"
import { current, insertContact, lockContact, newContact, replaceContact, storedContact } from "../contacts/Fixture.ts"
import { change, storedField } from "../custom-fields/Fixture.ts"
import { agree, type Check, check, conflicts, Discrepancy } from "../kernel/Check.ts"
import { forAll, generatedCases } from "../kernel/ForAll.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { inTransaction } from "./Fixture.ts"

export type ContactBatchNeeds = ContactStore | CustomFieldStore | Transaction | AccessTokenStore

const page: PageRequest = { limit: 1_000, offset: 0 }

/** A write of a contact whose custom values change so. */
const writeOf = (contact: Contact, changes: ReadonlyArray<ValueChange> = []): ContactWrite => ({
  contact: { ...contact, customFields: applyChanges(contact.customFields, changes) },
  changes
})

/** Who is found by one filter, by uuid. */
const found = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  fields: ReadonlyArray<CustomField>,
  filter: Filter
) {
  const store = yield* ContactStore
  const plan = planSearch({ filters: [filter] }, fields)
  if (Result.isFailure(plan)) return yield* new Discrepancy({ message: "The filter is wrong" })
  return (yield* store.search(workspace, plan.success, page)).items.map(({ uuid }) => uuid).toSorted()
})

const locked = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuids: ReadonlyArray<ContactUuid>) {
  const store = yield* ContactStore
  return yield* inTransaction(store.lock(workspace, uuids))
})

const sorted = (contacts: ReadonlyArray<Contact>) => contacts.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))

/** What is promised of contacts that are locked and written many at a time. */
export const contactBatchChecks: ReadonlyArray<Check<ContactBatchNeeds>> = [
  check(
    "lock gives those contacts that the workspace has (A1), as they are, archived ones too",
    Effect.gen(function* () {
      const workspaceUuid = yield* newWorkspace
      const mine = yield* Effect.forEach(Array.from({ length: 150 }), (_, n) =>
        storedContact({ workspaceUuid, email: `ada${n}@example.org`, archived: n % 3 === 0 })
      )
      const theirs = yield* storedContact()
      const nobody = ContactUuid.make(yield* nextId)
      const uuids = [...mine.slice(10).map(({ uuid }) => uuid), theirs.uuid, nobody].toReversed()
      yield* agree("The contacts", sorted(yield* locked(workspaceUuid, uuids)), sorted(mine.slice(10)))
      yield* agree("Elsewhere", yield* locked(theirs.workspaceUuid, uuids), [theirs])
      yield* agree("Of none", yield* locked(workspaceUuid, []), [])
    })
  ),

  check(
    "lock keeps other writers from each until the end, and those that lock many in opposite orders all have their turn",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const workspaceUuid = yield* newWorkspace
      const contacts = yield* Effect.forEach(Array.from({ length: 20 }), (_, n) =>
        storedContact({ workspaceUuid, email: `ada${n}@example.org`, firstName: "0" })
      )
      const uuids = contacts.map(({ uuid }) => uuid)
      const next = (contact: Contact): Contact => ({ ...contact, firstName: `${Number(contact.firstName) + 1}` })
      const many = (order: ReadonlyArray<ContactUuid>) =>
        inTransaction(
          Effect.gen(function* () {
            const found = yield* store.lock(workspaceUuid, order)
            yield* Effect.yieldNow
            yield* store.save({ created: [], changed: found.map((contact) => writeOf(next(contact))) })
          })
        )
      const one = (uuid: ContactUuid) =>
        inTransaction(
          Effect.flatMap(lockContact(workspaceUuid, uuid), (contact) =>
            Effect.andThen(Effect.yieldNow, replaceContact(next(Option.getOrThrow(contact))))
          )
        )
      const writers = Array.from({ length: 8 }, (_, n) => many(n % 2 === 0 ? uuids : uuids.toReversed()))
      yield* Effect.all([...writers, ...uuids.map(one)], { concurrency: "unbounded", discard: true })
      const names = (yield* locked(workspaceUuid, uuids)).map(({ firstName }) => firstName)
      yield* agree("The names", names, Array<string>(20).fill("9"))
    })
  ),

  check(
    "save does what one write after the other does, to contacts and to how they are found",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const workspaceUuid = yield* newWorkspace
      const stored = new Map<ContactUuid, Contact>()
      const batch = fc.array(fc.tuple(contactArbitrary(workspaceUuid), fc.nat({ max: 1_000 }), fc.boolean()), {
        maxLength: 12
      })
      yield* forAll(batch, Math.ceil((yield* generatedCases) / 10), (generated) =>
        Effect.gen(function* () {
          const created: Array<ContactWrite> = []
          const changed = new Map<ContactUuid, ContactWrite>()
          for (const [contact, at, isNew] of generated) {
            const before = [...stored.values()][at % Math.max(1, stored.size)]
            if (isNew || before === undefined) {
              created.push(writeOf({ ...contact, uuid: ContactUuid.make(yield* nextId) }))
            } else changed.set(before.uuid, writeOf({ ...contact, uuid: before.uuid }))
          }
          const all = [...created, ...changed.values()]
          yield* inTransaction(
            Effect.andThen(
              store.lock(workspaceUuid, Array.from(changed.keys())),
              store.save({ created, changed: Array.from(changed.values()) })
            )
          )
          for (const { contact } of all) stored.set(contact.uuid, contact)
          for (const { contact } of all) {
            yield* agree("The contact", yield* current(contact), Option.some(contact))
          }
        })
      )
      const names = new Set(Array.from(stored.values(), ({ firstName }) => firstName))
      for (const value of [...names].filter((name) => name !== null).slice(0, 20)) {
        const filter = { field: "first_name", operator: "equals", value } as const
        const plan = Result.getOrThrow(planSearch({ filters: [filter] }, []))
        const { items } = yield* store.search(workspaceUuid, plan, page)
        for (const contact of items) yield* agree("Who is found", stored.get(contact.uuid), contact)
        const missing = Array.from(stored.values()).filter(
          ({ firstName, uuid }) => firstName === value && items.every((item) => item.uuid !== uuid)
        )
        yield* agree("Who is not found", missing, [])
      }
    })
  ),

  check(
    "save writes custom values: new ones, changed ones and cleared ones, the others stay",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const diet = yield* storedField({ fieldKey: "diet" })
      const { workspaceUuid } = diet
      const age = yield* storedField({ workspaceUuid, fieldKey: "age", fieldType: "number:integer" })
      const fields = [diet, age]
      const people = yield* Effect.forEach(["ada", "bob", "cyd", "dan"], (name) =>
        newContact({ workspaceUuid, email: `${name}@example.org` })
      )
      const [ada, bob, cyd, dan] = people
      if (ada === undefined || bob === undefined || cyd === undefined || dan === undefined) return
      const first = [
        writeOf(ada, [change(diet, "Fish"), change(age, 30)]),
        writeOf(bob, [change(diet, "fish")]),
        writeOf(cyd, [change(age, 30)])
      ]
      yield* store.save({ created: first, changed: [] })
      const equals = (field: CustomField, value: string | number) =>
        found(workspaceUuid, fields, {
          field: field.fieldKey,
          operator: "equals",
          value,
          dataType: field === diet ? "text" : "long"
        })
      const uuids = (...contacts: ReadonlyArray<Contact>) => contacts.map(({ uuid }) => uuid).toSorted()
      yield* agree("Fish", yield* equals(diet, "FISH"), uuids(ada, bob))
      yield* agree("30", yield* equals(age, 30), uuids(ada, cyd))
      const [adaBefore, bobBefore, cydBefore] = first.map(({ contact }) => contact)
      if (adaBefore === undefined || bobBefore === undefined || cydBefore === undefined) return
      const second = {
        created: [writeOf(dan, [change(diet, "Fish")])],
        changed: [
          writeOf(adaBefore, [change(diet, null)]),
          writeOf({ ...bobBefore, firstName: "Bob" }, [change(age, 30)]),
          writeOf(cydBefore, [change(age, 31), change(diet, "Eggs")])
        ]
      }
      yield* inTransaction(Effect.andThen(store.lock(workspaceUuid, uuids(ada, bob, cyd)), store.save(second)))
      for (const { contact } of [...second.created, ...second.changed]) {
        yield* agree("The contact", yield* current(contact), Option.some(contact))
      }
      yield* agree("Fish", yield* equals(diet, "fish"), uuids(bob, dan))
      yield* agree("Eggs", yield* equals(diet, "eggs"), uuids(cyd))
      yield* agree("30", yield* equals(age, 30), uuids(ada, bob))
      yield* agree("31", yield* equals(age, 31), uuids(cyd))
    })
  ),

  check(
    "save with a new contact whose uuid is taken is a conflict, and leaves nothing of the rest",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const diet = yield* storedField()
      const { workspaceUuid } = diet
      const taken = yield* storedContact({ workspaceUuid })
      const known = yield* storedContact({ workspaceUuid, email: "known@example.org" })
      const fresh = yield* newContact({ workspaceUuid, email: "new@example.org" })
      const writing = inTransaction(
        store.save({
          created: [writeOf(fresh, [change(diet, "Fish")]), writeOf({ ...taken, firstName: "Mallory" })],
          changed: [writeOf({ ...known, firstName: "Known" })]
        })
      )
      yield* conflicts("The batch", writing)
      const outside = { created: [writeOf(fresh), writeOf({ ...taken, firstName: "Mallory" })], changed: [] }
      yield* conflicts("One outside of a transaction", store.save(outside))
      yield* agree("The new one", yield* current(fresh), Option.none())
      yield* agree("The one whose uuid it is", yield* current(taken), Option.some(taken))
      yield* agree("The known one", yield* current(known), Option.some(known))
      yield* agree("By value", yield* found(workspaceUuid, [diet], { field: "diet", operator: "exists" }), [])
      const keys = [{ field: "email", value: "new@example.org" }] as const
      const [holders] = yield* inTransaction(store.lockIdentifiers(workspaceUuid, keys))
      yield* agree("By identifier", holders?.contacts, [])
    })
  ),

  check(
    "A1: save changes no contact of another workspace, whatever its uuid is, and takes the uuid as a new one",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const contact = yield* storedContact({ firstName: "Ada" })
      const other = yield* newWorkspace
      const theirs: Contact = { ...contact, workspaceUuid: other, firstName: "Mallory" }
      yield* inTransaction(store.save({ created: [], changed: [writeOf(theirs)] }))
      yield* agree("Where there is none", yield* current(theirs), Option.none())
      yield* store.save({ created: [writeOf(theirs)], changed: [] })
      yield* agree("There", yield* current(theirs), Option.some(theirs))
      yield* agree("The contact", yield* current(contact), Option.some(contact))
    })
  ),

  check(
    "save of nothing does nothing, and a contact to change that is gone is passed over",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const contact = yield* newContact()
      const { workspaceUuid } = contact
      yield* store.save({ created: [], changed: [] })
      yield* insertContact(contact)
      const gone = yield* newContact({ workspaceUuid })
      const changed: Contact = { ...contact, firstName: "Ada" }
      yield* inTransaction(store.save({ created: [], changed: [writeOf(gone), writeOf(changed)] }))
      yield* agree("The one that is gone", yield* current(gone), Option.none())
      yield* agree("The other one", yield* current(contact), Option.some(changed))
    })
  ),

  check(
    "C3: those who are written together are found by their identifiers, and no longer by those that they had",
    Effect.gen(function* () {
      const store = yield* ContactStore
      const before = yield* storedContact({ email: "before@example.org", phoneNumber: "+49 1" })
      const { workspaceUuid } = before
      const fresh = yield* newContact({ workspaceUuid, email: "AFTER@example.org" })
      const after: Contact = { ...before, email: "After@Example.org", phoneNumber: null, chatappId: "4-9" }
      yield* inTransaction(
        Effect.andThen(
          store.lock(workspaceUuid, [before.uuid]),
          store.save({ created: [writeOf(fresh)], changed: [writeOf(after)] })
        )
      )
      const keys = [
        { field: "email", value: "before@example.org" },
        { field: "email", value: "after@example.org" },
        { field: "phoneNumber", value: "491" },
        { field: "chatappId", value: "49" }
      ] as const
      const held = yield* inTransaction(store.lockIdentifiers(workspaceUuid, keys))
      const expected = [[], [before.uuid, fresh.uuid].toSorted(), [], [before.uuid]]
      yield* agree(
        "Who has them",
        held.map(({ contacts }) => contacts),
        expected
      )
    })
  )
]
