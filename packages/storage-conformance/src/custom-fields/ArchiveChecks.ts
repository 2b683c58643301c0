import {
  type Contact,
  ContactListStore,
  ContactStore,
  type CustomField,
  CustomFieldStore,
  newestFirst,
  Transaction
} from "@rollcall/core"
import { Effect, Option } from "effect"
import { current, lockContact } from "../contacts/Fixture.ts"
import { agree, type Check, check } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { storedList } from "../lists/Fixture.ts"
import type { PortNeeds } from "./DefinitionChecks.ts"
import { archive, change, instantOf, newField, revalue, storedField, valuedContact } from "./Fixture.ts"

const page = { limit: 100, offset: 0 }

const byName = { kind: "text", name: "first_name" } as const

const hasValues = Effect.fnUntraced(function* ({ uuid, workspaceUuid }: CustomField) {
  const store = yield* CustomFieldStore
  return yield* store.hasValues(workspaceUuid, uuid)
})

/** A contact with two values, on a list. */
const listed = Effect.gen(function* () {
  const lists = yield* ContactListStore
  const field = yield* storedField()
  const { workspaceUuid } = field
  const other = yield* storedField({ workspaceUuid, fieldKey: "constructor", fieldType: "multiselect" })
  const contact = yield* valuedContact(workspaceUuid, [change(field, "vegan"), change(other, ["b", "a"])])
  const list = yield* storedList({ workspaceUuid })
  yield* lists.addMembers(workspaceUuid, list.uuid, [contact.uuid], list.createdBy, instantOf(1))
  return { contact, field, list, other }
})

/** The contact in every way in which stores give contacts out. */
const everywhere = Effect.fnUntraced(function* ({
  contact: { uuid, workspaceUuid },
  list
}: Effect.Success<typeof listed>) {
  const contacts = yield* ContactStore
  const lists = yield* ContactListStore
  const transaction = yield* Transaction
  const everyone = { condition: { _tag: "All", conditions: [] }, sort: newestFirst } as const
  const byEmail = { ...everyone, condition: { _tag: "TextPresent", field: "email" } } as const
  const listing = { includeArchived: false, sort: { field: byName, direction: "asc" } } as const
  const added = { includeArchived: true, sort: "added_last_first" } as const
  return {
    find: yield* contacts.find(workspaceUuid, uuid),
    lock: yield* transaction.run(lockContact(workspaceUuid, uuid)),
    list: (yield* contacts.search(workspaceUuid, everyone, page)).items,
    search: (yield* contacts.search(workspaceUuid, byEmail, page)).items,
    members: (yield* lists.members(workspaceUuid, list.uuid, listing, page)).items,
    added: (yield* lists.members(workspaceUuid, list.uuid, added, page)).items
  }
})

const alike = (contact: Contact) => ({
  find: Option.some(contact),
  lock: Option.some(contact),
  list: [contact],
  search: [contact],
  members: [contact],
  added: [contact]
})

/** What `CustomFieldStore` promises of the values that contacts have for a field. */
export const archiveChecks: ReadonlyArray<Check<PortNeeds | ContactListStore>> = [
  check(
    "F4: hasValues knows whether any contact has one: nought, false and an archived contact's count, cleared ones do not",
    Effect.gen(function* () {
      const workspaceUuid = yield* newWorkspace
      const typed = (fieldType: CustomField["fieldType"], n: number) =>
        storedField({ workspaceUuid, fieldType, fieldKey: `key_${n}` })
      const none = yield* typed("text", 0)
      const nought = yield* typed("number:integer", 1)
      const no = yield* typed("checkbox", 2)
      const archived = yield* typed("text", 3)
      const list = yield* typed("multiselect", 4)
      const cleared = yield* typed("text", 5)
      const contact = yield* valuedContact(workspaceUuid, [
        change(nought, 0),
        change(no, false),
        change(list, ["a", "b"]),
        change(cleared, "vegan")
      ])
      yield* valuedContact(workspaceUuid, [change(archived, "vegan")], { archived: true })
      yield* agree("Before one is cleared", yield* hasValues(cleared), true)
      const changed = yield* revalue(contact, [change(cleared, null)])
      yield* agree("After", yield* hasValues(cleared), false)
      yield* agree("A field that nobody has a value for", yield* hasValues(none), false)
      for (const field of [nought, no, archived, list]) {
        yield* agree(`A ${field.fieldType} that somebody has`, yield* hasValues(field), true)
      }
      yield* revalue(changed, [change(list, ["b"]), change(nought, null)])
      yield* agree("A list that became shorter", yield* hasValues(list), true)
      yield* agree("A number that was cleared", yield* hasValues(nought), false)
    })
  ),

  check(
    "F4: hasValues is false once the contacts that had one are erased (C7)",
    Effect.gen(function* () {
      const contacts = yield* ContactStore
      const field = yield* storedField()
      const first = yield* valuedContact(field.workspaceUuid, [change(field, "vegan")])
      const second = yield* valuedContact(field.workspaceUuid, [change(field, "vegan")])
      yield* contacts.erase(first.workspaceUuid, first.uuid)
      yield* agree("After the first", yield* hasValues(field), true)
      yield* contacts.erase(second.workspaceUuid, second.uuid)
      yield* agree("After the second", yield* hasValues(field), false)
    })
  ),

  check(
    "A1: hasValues and archive look at the contacts of the workspace alone, also where two fields have one uuid and key",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const field = yield* storedField()
      const { uuid } = field
      const namesake = yield* storedField({ uuid })
      const contact = yield* valuedContact(field.workspaceUuid, [change(field, "vegan")])
      yield* agree("Its own", yield* hasValues(field), true)
      yield* agree("Its namesake", yield* hasValues(namesake), false)
      yield* agree("Nobody's", yield* store.hasValues(yield* newWorkspace, uuid), false)
      const archived = yield* archive(namesake, instantOf(1))
      yield* agree("The contact", yield* current(contact), Option.some(contact))
      yield* agree("The definition", yield* store.find(field.workspaceUuid, uuid), Option.some(field))
      yield* agree("Its namesake", yield* store.find(namesake.workspaceUuid, uuid), Option.some(archived))
    })
  ),

  check(
    "F7: archive updates the definition and hides its values wherever contacts are given out, and updates no contact",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const made = yield* listed
      const { contact, field } = made
      yield* agree("Before", yield* everywhere(made), alike(contact))
      const archived = yield* archive(field, instantOf(7))
      const found = yield* store.find(field.workspaceUuid, field.uuid)
      yield* agree("The definition", found, Option.some(archived))
      yield* agree("After", yield* everywhere(made), alike({ ...contact, customFields: { constructor: ["b", "a"] } }))
    })
  ),

  check(
    "F7: what was hidden stays hidden when the contact is written again",
    Effect.gen(function* () {
      const made = yield* listed
      const { contact, field, other } = made
      yield* archive(field, instantOf(7))
      const found = yield* Effect.flatMap(current(contact), Effect.fromOption)
      const changed = yield* revalue(found, [change(other, ["c"])])
      yield* agree("Its values", changed.customFields, { constructor: ["c"] })
      yield* agree("After the value of another field", yield* everywhere(made), alike(changed))
      const cleared = yield* revalue({ ...changed, firstName: "Ada" }, [change(other, null)])
      yield* agree("Its values", cleared.customFields, {})
      yield* agree("After all was cleared", yield* everywhere(made), alike(cleared))
    })
  ),

  check(
    "F7: a transaction that fails leaves the definition active and its values to be seen",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const transaction = yield* Transaction
      const made = yield* listed
      const { contact, field } = made
      const next = yield* newField({ workspaceUuid: field.workspaceUuid, fieldKey: "diet_2" })
      const changes = Effect.gen(function* () {
        yield* archive(field, instantOf(7))
        yield* store.insert(next)
        const { find } = yield* everywhere(made)
        yield* agree("Inside", find, Option.some({ ...contact, customFields: { constructor: ["b", "a"] } }))
        return yield* Effect.fail("no")
      })
      yield* agree("The failure", yield* Effect.flip(transaction.run(changes)), "no")
      yield* agree("The definition", yield* store.find(field.workspaceUuid, field.uuid), Option.some(field))
      yield* agree("Another one", yield* store.find(field.workspaceUuid, next.uuid), Option.none())
      yield* agree("The contact", yield* everywhere(made), alike(contact))
    })
  )
]
