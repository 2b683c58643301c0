import { systemCaller, ContactLists } from "@rollcall/core"
import {
  type ContactListListing,
  type ContactListStatus,
  type MemberListing,
  predefinedFields
} from "@rollcall/core/people"
import fc from "fast-check"
import { listNameArbitrary } from "../fixtures/ListArbitrary.ts"
import { command, shortPageArbitrary } from "./Command.ts"
import { refArbitrary } from "./Fixture.ts"

/** Names recur with different case, so that orders have ties. */
const nameArbitrary = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("Regulars", "regulars", "REGULÄRS", "straße", "STRASSE", "100%") },
  { weight: 3, arbitrary: listNameArbitrary },
  { weight: 1, arbitrary: fc.constantFrom("", "  ", " x ", "x".repeat(251), "a\0b") }
)
const emojiArbitrary = fc.constantFrom("😀", "❤️", "👩‍👩‍👧", "🇩🇪", null, " 😀 ", "x", "😀😀")

const direction = fc.constantFrom("asc" as const, "desc" as const)
const statusArbitrary: fc.Arbitrary<ContactListStatus> = fc.constantFrom("active", "active", "archived")

const listingArbitrary: fc.Arbitrary<ContactListListing> = fc.record({
  status: statusArbitrary,
  sortField: fc.constantFrom("name", "createdAt"),
  sortOrder: direction,
  search: fc.option(fc.oneof(fc.constantFrom("REG", "ss", "%", "_", " r ", "", " "), listNameArbitrary), { freq: 2 })
})

const memberListingArbitrary: fc.Arbitrary<MemberListing> = fc.record({
  includeArchived: fc.boolean(),
  sort: fc.oneof(
    fc.constant("added_last_first" as const),
    fc.record({ field: fc.constantFrom(...predefinedFields.values()), direction })
  )
})

const contactsArbitrary = fc.array(refArbitrary, { maxLength: 5 })

export const createList = command(
  "create list",
  fc.record({ name: nameArbitrary, emoji: emojiArbitrary }, { requiredKeys: ["name"] }),
  (fields, { caller }) => ContactLists.use((lists) => lists.create(caller, fields))
)

export const updateList = command(
  "update list",
  fc.record({
    list: refArbitrary,
    fields: fc.record({ name: nameArbitrary, emoji: emojiArbitrary }, { requiredKeys: [] })
  }),
  ({ fields, list }, fixture) => ContactLists.use((lists) => lists.update(fixture.caller, fixture.list(list), fields))
)

export const archiveList = command("archive list", refArbitrary, (list, fixture) =>
  ContactLists.use((lists) => lists.archive(fixture.caller, fixture.list(list)))
)

export const restoreList = command("restore list", refArbitrary, (list, fixture) =>
  ContactLists.use((lists) => lists.restore(fixture.caller, fixture.list(list)))
)

export const getList = command("get list", refArbitrary, (list, fixture) =>
  ContactLists.use((lists) => lists.get(systemCaller(fixture.workspace), fixture.list(list)))
)

export const addMembers = command(
  "add members",
  fc.record({ list: refArbitrary, contacts: contactsArbitrary }),
  ({ contacts, list }, fixture) =>
    ContactLists.use((lists) => lists.addMembers(fixture.caller, fixture.list(list), contacts.map(fixture.contact)))
)

export const removeMembers = command(
  "remove members",
  fc.record({ list: refArbitrary, contacts: contactsArbitrary }),
  ({ contacts, list }, fixture) =>
    ContactLists.use((lists) => lists.removeMembers(fixture.caller, fixture.list(list), contacts.map(fixture.contact)))
)

export const members = command(
  "members",
  fc.record({ list: refArbitrary, listing: memberListingArbitrary, page: shortPageArbitrary }),
  ({ list, listing, page }, fixture) =>
    ContactLists.use((lists) => lists.members(systemCaller(fixture.workspace), fixture.list(list), listing, page))
)

export const listsOf = command(
  "lists of",
  fc.record({ contact: refArbitrary, status: fc.option(statusArbitrary, { freq: 2 }), page: shortPageArbitrary }),
  ({ contact, page, status }, fixture) =>
    ContactLists.use((lists) =>
      lists.ofContact(systemCaller(fixture.workspace), fixture.contact(contact), { status }, page)
    )
)

export const listLists = command(
  "list lists",
  fc.record({ listing: listingArbitrary, page: shortPageArbitrary }),
  ({ listing, page }, { workspace }) => ContactLists.use((lists) => lists.list(systemCaller(workspace), listing, page))
)
