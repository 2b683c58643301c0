import { type Contact, ContactUuid, type CustomField } from "@rollcall/core"
import { fold, nextId } from "@rollcall/core/operations"
import { contactWrite, digitForms, type ValueChange } from "@rollcall/core/people"
import {
  applyChanges,
  ContactStore,
  type ContactWrite,
  type ContactWriteType,
  type ValueTest
} from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { change, storedField } from "../fixtures/FieldFixture.ts"
import { agree, type Check, check, conflicts } from "../shared/Check.ts"
import { inTransaction, instantOf, newWorkspace, concurrently, uuidsOf } from "../shared/Fixture.ts"
import { forAll, generatedCases, sample } from "../shared/ForAll.ts"
import { isolatedRecordChecks } from "../shared/RecordLaws.ts"
import { contactArbitrary } from "../fixtures/ContactArbitrary.ts"
import {
  contactRecords,
  current,
  found,
  insertContact,
  lockContact,
  newContact,
  replaceContact,
  storedContact
} from "../fixtures/ContactFixture.ts"

const writeOf = (type: ContactWriteType, contact: Contact, ...changes: ReadonlyArray<ValueChange>): ContactWrite =>
  contactWrite(digitForms, type, { ...contact, customFields: applyChanges(contact.customFields, changes) }, changes)

/**
 * Locks contacts, saves them together with new contacts in one transaction, and fails unless all are stored afterwards.
 */
const saved = Effect.fnUntraced(function* (created: ReadonlyArray<ContactWrite>, changed: ReadonlyArray<ContactWrite>) {
  const store = yield* ContactStore
  const [first] = [...created, ...changed]
  if (first === undefined) return
  const lock = store.lock(first.contact.workspaceUuid, uuidsOf(changed.map(({ contact }) => contact)))
  yield* inTransaction(Effect.andThen(lock, store.save({ created, changed })))
  for (const { contact } of [...created, ...changed]) {
    yield* agree("The contact", yield* current(contact), Option.some(contact))
  }
})

const numbered = (workspaceUuid: Contact["workspaceUuid"], count: number, fields: Partial<Contact> = {}) =>
  Effect.forEach(Array.from({ length: count }), (_, n) =>
    storedContact({ workspaceUuid, email: `ada${n}@example.org`, ...fields })
  )

const sorted = (contacts: ReadonlyArray<Contact>) => contacts.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))

export const contactChecks: ReadonlyArray<Check> = [
  ...isolatedRecordChecks(contactRecords),

  check("lock and named return the workspace's contacts among many (A1), including archived contacts", function* () {
    const store = yield* ContactStore
    const workspaceUuid = yield* newWorkspace
    const mine = [
      ...(yield* numbered(workspaceUuid, 100)),
      ...(yield* numbered(workspaceUuid, 50, { archived: true }))
    ].slice(10)
    const theirs = yield* storedContact()
    const uuids = [...uuidsOf(mine), theirs.uuid, ContactUuid.make(yield* nextId)].toReversed()
    const lock = (workspace: typeof workspaceUuid) => inTransaction(store.lock(workspace, uuids))
    yield* agree("The contacts", sorted(yield* lock(workspaceUuid)), sorted(mine))
    yield* agree("Elsewhere", yield* lock(theirs.workspaceUuid), [theirs])
    yield* agree("Of none", yield* inTransaction(store.lock(workspaceUuid, [])), [])
    yield* agree("Those named", sorted(yield* store.named(workspaceUuid, uuids)), sorted(mine))
    yield* agree("Those named elsewhere", yield* store.named(theirs.workspaceUuid, uuids), [theirs])
    yield* agree("None named", yield* store.named(workspaceUuid, []), [])
  }),

  check("changedSince returns the given contacts changed after a timestamp, in their current state (A1)", function* () {
    const store = yield* ContactStore
    const workspaceUuid = yield* newWorkspace
    const since = instantOf(1_000)
    const at = (millis: number) => ({ workspaceUuid, createdAt: instantOf(0), updatedAt: instantOf(millis) })
    const before = yield* storedContact(at(999))
    const then = yield* storedContact(at(1_000))
    const after = yield* storedContact(at(1_001))
    const unnamed = yield* storedContact(at(1_001))
    const theirs = yield* storedContact({ updatedAt: instantOf(1_001) })
    const changed = { ...before, firstName: "Ana", archived: true, updatedAt: instantOf(2_000) }
    const uuids = [...uuidsOf([before, then, after, theirs]), ContactUuid.make(yield* nextId)]
    const found = Effect.map(store.changedSince(workspaceUuid, uuids, since), sorted)
    yield* agree("Those changed", yield* found, [after])
    yield* replaceContact(changed)
    yield* agree("Those changed by now", yield* found, sorted([changed, after]))
    yield* agree("All of them", (yield* store.changedSince(workspaceUuid, uuids, instantOf(0))).length, 3)
    yield* agree("One that is not named", uuidsOf(yield* found).includes(unnamed.uuid), false)
    yield* agree("Of none", yield* store.changedSince(workspaceUuid, [], since), [])
  }),

  check(
    "lock excludes other writers, and transactions that lock contacts in opposite orders all succeed",
    function* () {
      const store = yield* ContactStore
      const workspaceUuid = yield* newWorkspace
      const uuids = uuidsOf(yield* numbered(workspaceUuid, 20, { firstName: "0" }))
      const next = (contact: Contact): Contact => ({ ...contact, firstName: `${Number(contact.firstName) + 1}` })
      const many = (order: typeof uuids) =>
        inTransaction(
          Effect.gen(function* () {
            const locked = yield* store.lock(workspaceUuid, order)
            yield* Effect.yieldNow
            yield* store.save({
              created: [],
              changed: locked.map((contact) => writeOf("contact.updated", next(contact)))
            })
          })
        )
      const one = (uuid: ContactUuid) =>
        inTransaction(
          Effect.flatMap(lockContact(workspaceUuid, uuid), (contact) =>
            Effect.andThen(Effect.yieldNow, replaceContact(next(Option.getOrThrow(contact))))
          )
        )
      const writers = Array.from({ length: 8 }, (_, n) => many(n % 2 === 0 ? uuids : uuids.toReversed()))
      yield* Effect.all([...writers, ...uuids.map(one)], concurrently)
      const names = (yield* found(workspaceUuid)).items.map(({ firstName }) => firstName)
      yield* agree("The names", names, Array<string>(20).fill("9"))
    }
  ),

  check("save changes contacts, and how they are found, like single writes in sequence", function* () {
    const workspaceUuid = yield* newWorkspace
    const stored = new Map<ContactUuid, Contact>()
    const batch = fc.array(fc.tuple(contactArbitrary(workspaceUuid), fc.nat({ max: 1_000 }), fc.boolean()), {
      maxLength: 12
    })
    yield* forAll(batch, Math.ceil((yield* generatedCases) / 10), function* (generated) {
      const created: Array<ContactWrite> = []
      const changed = new Map<ContactUuid, ContactWrite>()
      for (const [contact, at, isNew] of generated) {
        const before = [...stored.values()][at % Math.max(1, stored.size)]
        const isCreated = isNew || before === undefined
        const uuid = isCreated ? ContactUuid.make(yield* nextId) : before.uuid
        if (isCreated) created.push(writeOf("contact.created", { ...contact, uuid }))
        else changed.set(uuid, writeOf("contact.updated", { ...contact, uuid }))
      }
      yield* saved(created, Array.from(changed.values()))
      for (const { contact } of [...created, ...changed.values()]) stored.set(contact.uuid, contact)
    })
    const names = new Set([...stored.values()].flatMap(({ firstName }) => (firstName === null ? [] : fold(firstName))))
    for (const text of [...names].slice(0, 20)) {
      const { items } = yield* found(workspaceUuid, { _tag: "TextEquals", field: "firstName", text })
      const expected = [...stored.values()].filter(({ firstName }) => firstName !== null && fold(firstName) === text)
      yield* agree("What is found", sorted(items), sorted(expected))
    }
  }),

  check("save adds, changes and clears custom values, and keeps the others", function* () {
    const diet = yield* storedField({ fieldKey: "diet" })
    const { workspaceUuid } = diet
    const age = yield* storedField({ workspaceUuid, fieldKey: "age", fieldType: "number:integer" })
    const contacts = Effect.forEach(["ada", "bob", "cyd", "dan"], (firstName) =>
      newContact({ workspaceUuid, firstName })
    )
    const [ada, bob, cyd, dan] = yield* contacts
    if (ada === undefined || bob === undefined || cyd === undefined || dan === undefined) return
    const have = Effect.fnUntraced(function* (field: CustomField, test: ValueTest, names: ReadonlyArray<string>) {
      const { items } = yield* found(workspaceUuid, { _tag: "ValueMatches", field: field.uuid, test })
      yield* agree(field.fieldKey, items.map(({ firstName }) => `${firstName}`).toSorted(), names)
    })
    const text = (text: string): ValueTest => ({ _tag: "TextEquals", text })
    const number = (value: number): ValueTest => {
      const end = { value, inclusive: true }
      return { _tag: "NumberWithin", interval: { min: end, max: end } }
    }
    const first = [
      writeOf("contact.created", ada, change(diet, "Fish"), change(age, 30)),
      writeOf("contact.created", bob, change(diet, "fish")),
      writeOf("contact.created", cyd, change(age, 30))
    ]
    yield* saved(first, [])
    yield* have(diet, text("fish"), ["ada", "bob"])
    yield* have(age, number(30), ["ada", "cyd"])
    const changes = [[change(diet, null)], [change(age, 30)], [change(age, 31), change(diet, "Eggs")]]
    const second = first.map(({ contact }, n) => writeOf("contact.updated", contact, ...(changes[n] ?? [])))
    yield* saved([writeOf("contact.created", dan, change(diet, "Fish"))], second)
    yield* have(diet, text("fish"), ["bob", "dan"])
    yield* have(diet, text("eggs"), ["cyd"])
    yield* have(age, number(30), ["ada", "bob"])
    yield* have(age, number(31), ["cyd"])
  }),

  check("saving a new contact with an existing uuid is a conflict, and saves none of the contacts", function* () {
    const store = yield* ContactStore
    const diet = yield* storedField()
    const { workspaceUuid } = diet
    const taken = yield* storedContact({ workspaceUuid })
    const known = yield* storedContact({ workspaceUuid })
    const fresh = yield* newContact({ workspaceUuid })
    const writes = {
      created: [
        writeOf("contact.created", fresh, change(diet, "Fish")),
        writeOf("contact.created", { ...taken, firstName: "Mallory" })
      ],
      changed: [writeOf("contact.updated", { ...known, firstName: "Known" })]
    }
    yield* conflicts("In a transaction", inTransaction(store.save(writes)))
    yield* conflicts("Outside of one", store.save({ ...writes, changed: [] }))
    yield* agree("What is there", sorted((yield* found(workspaceUuid)).items), sorted([known, taken]))
    const values = yield* found(workspaceUuid, { _tag: "ValuePresent", field: diet.uuid })
    yield* agree("By value", values.total, 0)
  }),

  check("save skips a changed contact that does not exist, and does nothing for empty lists", function* () {
    const store = yield* ContactStore
    const contact = yield* storedContact()
    const gone = yield* newContact({ workspaceUuid: contact.workspaceUuid })
    const changed: Contact = { ...contact, firstName: "Ada" }
    yield* store.save({ created: [], changed: [] })
    yield* inTransaction(
      store.save({ created: [], changed: [writeOf("contact.updated", gone), writeOf("contact.updated", changed)] })
    )
    yield* agree("What is there", (yield* found(contact.workspaceUuid)).items, [changed])
  }),

  check("A1: a uuid that exists in one workspace is new in another workspace", function* () {
    const contact = yield* storedContact()
    const theirs: Contact = { ...contact, workspaceUuid: yield* newWorkspace, firstName: "Mallory" }
    yield* insertContact(theirs)
    for (const one of [contact, theirs]) {
      yield* agree("What is found", yield* found(one.workspaceUuid), { items: [one], total: 1, next: null })
    }
  }),

  check("S10: a search sees every write that returned before the search", function* () {
    const workspaceUuid = yield* newWorkspace
    const emails = (text: string) =>
      Effect.map(found(workspaceUuid, { _tag: "TextContains", field: "email", text }), ({ items }) =>
        items.map(({ email }) => email)
      )
    const contact = yield* newContact({ workspaceUuid, email: "Before@Example.ORG" })
    yield* agree("Before the insert", yield* emails("before"), [])
    yield* insertContact(contact)
    yield* agree("After the insert", yield* emails("before"), ["Before@Example.ORG"])
    yield* replaceContact({ ...contact, email: "after@example.org" })
    yield* agree("After the replacement, by the old value", yield* emails("before"), [])
    yield* agree("After the replacement, by the new value", yield* emails("after"), ["after@example.org"])
    yield* replaceContact({ ...contact, email: null, firstName: "x" })
    yield* agree("After the value was cleared", yield* emails("example"), [])
  }),

  check("S10: a search finds all concurrent inserts", function* () {
    const workspace = yield* newWorkspace
    const contacts = yield* Effect.forEach(sample(contactArbitrary(workspace), 50, 1), contactRecords.fresh)
    yield* Effect.forEach(contacts, (contact) => insertContact(contact), concurrently)
    yield* agree("The contacts", sorted((yield* found(workspace)).items), sorted(contacts))
  })
]
