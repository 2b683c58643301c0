import { type ContactResource, ContactsErrors, type SearchBody } from "@rollcall/api"
import { Contact } from "@rollcall/core"
import { hasIdentifier, type IdentifierKey, maxIdentifierHolders, PhoneNumbers } from "@rollcall/core/contacts"
import { Effect, Record, Schema, String } from "effect"
import { pageLimit } from "./CustomFieldList.ts"
import { read } from "./Target.ts"

/** How many identifiers are looked for at a time. */
const concurrency = 8

/**
 * The contacts of a server that have one of these identifiers: of each identifier two at least, if there are so many.
 */
export const searchHolders = Effect.fn("Holders.search")(function* (keys: ReadonlyArray<IdentifierKey>) {
  const found = yield* Effect.forEach(keys, holdersOf, { concurrency })
  return [...new Map(found.flat().map((contact) => [contact.uuid, contact])).values()]
})

/** The contacts with these uuids that a workspace has. */
export const contactsNamed = Effect.fn("Holders.named")(function* (uuids: ReadonlyArray<Contact["uuid"]>) {
  const found = yield* Effect.forEach(uuids, contactNamed, { concurrency })
  return found.flat()
})

const isNotFound = Schema.is(ContactsErrors.NotFound)

const contactNamed = (uuid: Contact["uuid"]) =>
  read(({ contacts }) =>
    Effect.map(contacts.get({ params: { contact_uuid: uuid } }), (contact) => [toContact(contact)]).pipe(
      Effect.catchIf(isNotFound, () => Effect.succeed([]))
    )
  )

const holdersOf = Effect.fnUntraced(function* (key: IdentifierKey) {
  const numbers = yield* PhoneNumbers
  const holders: Array<Contact> = []
  for (let offset = 0; ; offset += pageLimit) {
    const query = { limit: pageLimit, offset }
    const page = yield* read(({ contacts }) => contacts.search({ query, payload: searchFor(key) }))
    holders.push(...page.contacts.map(toContact).filter((contact) => hasIdentifier(numbers, contact, key)))
    if (holders.length >= maxIdentifierHolders || page.contacts.length < pageLimit) return holders
  }
})

/** The last digits of a number are the same in every spelling of it. */
const lastDigits = 7

/** A search that finds every contact with an identifier, and others: a search compares less strictly than an import. */
const searchFor = ({ field, value }: IdentifierKey): typeof SearchBody.Type =>
  field === "phoneNumber" || field === "chatappId"
    ? { search_term: value.slice(-lastDigits) }
    : { advanced_search: [{ field, operator: "equals", value }] }

const decodeContact = Schema.decodeUnknownSync(Schema.toType(Contact))

const toContact = (contact: typeof ContactResource.Type): Contact =>
  decodeContact({ ...Record.mapKeys(contact, String.snakeToCamel), clientReference: null })
