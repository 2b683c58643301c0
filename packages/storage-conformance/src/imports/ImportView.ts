import {
  type Contact,
  ContactListStore,
  Contacts,
  ContactStore,
  type ContactUuid,
  type CustomField,
  type Filter,
  identifierFields,
  identifierKeys,
  newestFirst,
  type SearchRequest
} from "@rollcall/core"
import { DateTime, Effect, Option, Struct } from "effect"
import { dataTypeFor } from "../custom-fields/FieldOperators.ts"
import { everything, inTransaction } from "./Fixture.ts"
import { customValues, type ImportCase, spellings, wireNames } from "./ImportCase.ts"
import type { Stage } from "./ImportStage.ts"
import type { ReferenceResult } from "./ReferenceImport.ts"

/**
 * All that can be seen of a workspace after an import, with contacts named by where they came from, so that two
 * workspaces can be compared: those that were there before, and those that a row made.
 */
export const viewOf = Effect.fnUntraced(function* (
  { look }: ImportCase,
  stage: Stage,
  results: ReadonlyArray<ReferenceResult>
) {
  const { caller, list, seeds } = stage
  const store = yield* ContactStore
  const lists = yield* ContactListStore
  const contacts = yield* Contacts
  const names = new Map<ContactUuid, string>(seeds.map((uuid, n) => [uuid, `contact ${n}`]))
  for (const [n, { contactUuid, outcome }] of results.entries()) {
    if (outcome === "created" && contactUuid !== null) names.set(contactUuid, `made by row ${n}`)
  }
  const nameOf = (uuid: ContactUuid): string => names.get(uuid) ?? `stranger ${uuid}`
  const namesOf = (found: ReadonlyArray<Contact>) => found.map(({ uuid }) => nameOf(uuid)).toSorted()

  const { items, total } = yield* contacts.list(caller.workspace, newestFirst, everything)
  const members = { includeArchived: true, sort: "added_last_first" } as const
  const onList = yield* lists.members(caller.workspace, list.uuid, members, everything)
  const listAfter = Option.getOrThrow(yield* lists.find(caller.workspace, list.uuid))
  const searches = [...textSearches, ...stage.fields.flatMap(valueSearches)].filter((_, n) => n % 3 === look)
  const found = yield* Effect.forEach(
    searches,
    (request) => Effect.map(contacts.search(caller.workspace, request, everything), ({ items }) => namesOf(items)),
    { concurrency: 8 }
  )
  const held = yield* inTransaction(store.lockIdentifiers(caller.workspace, identifiers))
  return {
    rows: results.map((result) => ({ ...result, contactUuid: result.contactUuid && nameOf(result.contactUuid) })),
    contacts: new Map(items.map((contact) => [nameOf(contact.uuid), valueOf(contact)])),
    total,
    members: namesOf(onList.items),
    list: {
      count: listAfter.count,
      isOurs: listAfter.updatedBy === caller.actor,
      updatedAt: DateTime.formatIso(listAfter.updatedAt)
    },
    found: new Map(found.map((names, n) => [searches[n], names])),
    // Who is told of several depends on uuids; how many there are, up to two, does not.
    holders: new Map(held.map(({ contacts, key }) => [key, contacts.length]))
  }
})

/** A contact but for what is its own in any workspace. */
const valueOf = (contact: Contact) => Struct.omit(contact, ["uuid", "workspaceUuid"])

/** Looks for every identifier that contacts may have, and by other texts. */
const textSearches: ReadonlyArray<SearchRequest> = [
  ...identifierFields.flatMap((field) =>
    [...new Set(spellings[field].map((text) => text.trim().toLowerCase()))].map((value) => ({
      filters: [{ field: wireNames[field], operator: "equals", value }] satisfies ReadonlyArray<Filter>
    }))
  ),
  { filters: [{ field: "first_name", operator: "not_exists" }] },
  { searchTerm: "ada straße" },
  { searchTerm: "4 91" }
]

/** Looks for every value that contacts may have of a field. */
const valueSearches = ({ fieldKey, fieldType, status }: CustomField): ReadonlyArray<SearchRequest> => {
  if (status === "archived") return []
  const about = { field: fieldKey, dataType: dataTypeFor(fieldType) }
  const values = customValues[fieldKey]?.kept ?? []
  return [
    { filters: [{ ...about, operator: "exists" }] },
    ...values.map((value) => ({ filters: [{ ...about, operator: "equals", value }] satisfies ReadonlyArray<Filter> }))
  ]
}

const identifiers = identifierFields.flatMap((field) =>
  spellings[field].flatMap((text) => identifierKeys({ [field]: text }))
)
