import {
  ActorUuid,
  type Caller,
  type Contact,
  type ContactList,
  ContactLists,
  Contacts,
  systemCaller
} from "@rollcall/core"
import { nextId, SelectOptionUuid } from "@rollcall/core/operations"
import { ContactErasure, newestFirst } from "@rollcall/core/people"
import { Effect } from "effect"
import fc from "fast-check"
import { agree, type Check, check } from "../shared/Check.ts"
import { concurrently, everything, inTransaction, newWorkspace, uuidsOf } from "../shared/Fixture.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { storedField } from "../fixtures/FieldFixture.ts"
import { addTo, countOf, membersOf, storedContacts, storedList } from "../fixtures/ListFixture.ts"

/** A change that affects counts. Contacts and lists are referred to by index. */
interface Change {
  readonly what: "create" | "archive" | "unarchive" | "erase" | "add" | "remove" | "choose" | "clear"
  readonly list: number
  readonly contacts: ReadonlyArray<number>
  readonly undone: boolean
}

const contactCount = 12
const listCount = 3
const colours = ["red", "blue"]

const changeArbitrary: fc.Arbitrary<Change> = fc.record({
  what: fc.constantFrom(
    "create",
    "archive",
    "unarchive",
    "archive",
    "unarchive",
    "erase",
    "add",
    "add",
    "remove",
    "choose",
    "choose",
    "clear"
  ),
  list: fc.nat({ max: listCount - 1 }),
  contacts: fc.uniqueArray(fc.nat({ max: contactCount - 1 }), { minLength: 1, maxLength: 5 }),
  undone: fc.constantFrom(false, false, false, true)
})

/** Rounds of changes. The changes of a round run concurrently. */
const historyArbitrary = fc.array(fc.array(changeArbitrary, { minLength: 2, maxLength: 12 }), {
  minLength: 1,
  maxLength: 5
})

/** A workspace with contacts, half of them on each list. */
const newPopulation = Effect.gen(function* () {
  const caller: Caller = { workspace: yield* newWorkspace, actor: ActorUuid.make(yield* nextId) }
  const { workspace: workspaceUuid } = caller
  const contacts = yield* storedContacts(workspaceUuid, contactCount)
  const lists = yield* Effect.replicateEffect(storedList({ workspaceUuid }), listCount)
  for (const [at, list] of lists.entries()) yield* addTo(list, ...contacts.filter((_, n) => (n + at) % 2 === 0))
  const selectOptions = yield* Effect.forEach(colours, (fieldKey) =>
    Effect.map(nextId, (id) => ({ uuid: SelectOptionUuid.make(id), displayLabel: fieldKey, fieldKey, archived: false }))
  )
  const field = yield* storedField({ workspaceUuid, fieldType: "multiselect", selectOptions })
  return { caller, contacts, field, lists }
})

type Population = Effect.Success<typeof newPopulation>

const make = Effect.fnUntraced(function* ({ caller, contacts, field, lists }: Population, change: Change) {
  const service = yield* Contacts
  const erasure = yield* ContactErasure
  const memberships = yield* ContactLists
  const list = lists[change.list]
  const chosen = uuidsOf(change.contacts.flatMap((at) => contacts[at] ?? []))
  const [first] = chosen
  if (list === undefined || first === undefined) return
  switch (change.what) {
    case "create":
      return yield* service.create(caller, { email: "ada@example.org" })
    case "erase":
      return yield* erasure.erase(caller, first)
    case "choose":
      return yield* service.update(caller, first, { customFields: { [field.fieldKey]: colours } })
    case "clear":
      return yield* service.update(caller, first, { customFields: { [field.fieldKey]: null } })
    case "add":
      return yield* memberships.addMembers(caller, list.uuid, chosen)
    case "remove":
      return yield* memberships.removeMembers(caller, list.uuid, chosen)
    default:
      return yield* service[change.what === "archive" ? "archive" : "restore"](caller, first)
  }
})

/** Makes a change; skips a contact that was already erased. */
const attempt = (population: Population, change: Change) => {
  const made = make(population, change)
  const whole = change.undone ? inTransaction(Effect.andThen(made, Effect.fail("undone" as const))) : made
  return Effect.catchIf(
    whole,
    (error) => error === "undone" || error._tag === "ContactNotFound",
    () => Effect.void
  )
}

const notArchived = (contacts: ReadonlyArray<Contact>) => contacts.filter(({ archived }) => !archived).length

/** Fails unless each total that the store returns equals the number of rows. */
const areCounted = Effect.fnUntraced(function* ({ caller: { workspace }, field, lists }: Population) {
  const contacts = yield* Contacts
  const { items, total } = yield* contacts.list(systemCaller(workspace), newestFirst, everything)
  yield* agree("The total of all contacts", total, items.length)
  const having = items.filter(({ customFields }) => customFields[field.fieldKey] !== undefined).length
  for (const [operator, counted] of [["exists", having] as const, ["not_exists", items.length - having] as const]) {
    const filter = { field: field.fieldKey, operator, dataType: "text" } as const
    const found = yield* contacts.search(systemCaller(workspace), { advancedSearch: [filter] }, { limit: 1, offset: 0 })
    yield* agree(`The total of ${operator}`, found.total, counted)
  }
  for (const list of lists) {
    const counted = notArchived(yield* membersOf(list))
    yield* agree("The count of a list", yield* countOf(list), counted)
    yield* agree("The total of its members", yield* totalOf(list), counted)
  }
})

const totalOf = ({ uuid, workspaceUuid }: ContactList) =>
  ContactLists.use((lists) =>
    Effect.map(lists.members(systemCaller(workspaceUuid), uuid, {}, { limit: 1, offset: 0 }), ({ total }) => total)
  )

/**
 * Checks the totals of a workspace, its lists and its field values. A store may maintain these totals instead of
 * counting.
 */
export const countChecks: ReadonlyArray<Check> = [
  check(
    "C4, C7, L3, S6: totals equal the counted rows, after any concurrent creations, archivings, erasures, additions and removals",
    Effect.flatMap(generatedCases, (cases) =>
      forAll(
        historyArbitrary,
        Math.ceil(cases / 5),
        Effect.fnUntraced(function* (rounds) {
          const population = yield* newPopulation
          for (const changes of rounds) {
            yield* Effect.forEach(changes, (change) => attempt(population, change), concurrently)
            yield* areCounted(population)
          }
        })
      )
    )
  )
]
