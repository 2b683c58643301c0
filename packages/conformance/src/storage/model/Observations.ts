import {
  systemCaller,
  type Contact,
  ContactLists,
  type ContactListUuid,
  Contacts,
  type CustomField,
  CustomFields,
  Notes,
  type WorkspaceUuid
} from "@rollcall/core"
import { type Filter, newestFirst, predefinedFields, valueKind } from "@rollcall/core/people"
import { Effect } from "effect"
import { dataTypeFor, filterOf, operandOf, operatorsOf } from "../custom-fields/FieldOperators.ts"
import type { Services } from "./Command.ts"

export interface Observation {
  readonly at: string
  readonly call: Effect.Effect<unknown, unknown, Services>
}

const everything = { limit: 1_000, offset: 0 }

/** Reads a workspace: each listing in several orders, and searches with every operator. */
export const observationsOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
  const { items: contacts } = yield* Contacts.use(({ list }) => list(systemCaller(workspace), newestFirst, everything))
  const { items: fields } = yield* CustomFields.use(({ list }) => list(systemCaller(workspace), {}, everything))
  const lists = yield* Effect.forEach(listings, (listing) =>
    ContactLists.use(({ list }) => list(systemCaller(workspace), listing, everything))
  )
  return [
    ...orders.map((sort) => ({
      at: `the contacts by ${sort.field.name}`,
      call: Contacts.use(({ list }) => list(systemCaller(workspace), sort, everything))
    })),
    { at: "the fields", call: CustomFields.use(({ list }) => list(systemCaller(workspace), {}, everything)) },
    ...listings.map((listing) => ({
      at: `the ${listing.status} lists`,
      call: ContactLists.use(({ list }) => list(systemCaller(workspace), listing, everything))
    })),
    ...lists.flatMap(({ items }) => items).flatMap(({ uuid }) => ofList(workspace, uuid)),
    ...contacts.flatMap(({ uuid }) => [
      { at: `the notes of ${uuid}`, call: Notes.use(({ list }) => list(systemCaller(workspace), uuid, everything)) },
      {
        at: `the lists of ${uuid}`,
        call: ContactLists.use(({ ofContact: listsOf }) => listsOf(systemCaller(workspace), uuid, {}, everything))
      }
    ]),
    ...filtersFor(contacts, fields).map((filter) => ({
      at: `the contacts by ${filter.field} ${filter.operator}`,
      call: Contacts.use(({ search }) => search(systemCaller(workspace), { advancedSearch: [filter] }, everything))
    }))
  ] satisfies ReadonlyArray<Observation>
})

const orders = Array.from(predefinedFields)
  .filter(([name]) => name === "firstName" || name === "updatedAt" || name === "archived")
  .map(([, field]) => ({ field, direction: "desc" }) as const)

const listings = (["active", "archived"] as const).map(
  (status) => ({ status, sortField: "name", sortOrder: "asc", search: null }) as const
)

const ofList = (workspace: WorkspaceUuid, uuid: ContactListUuid): ReadonlyArray<Observation> => [
  { at: `the list ${uuid}`, call: ContactLists.use(({ get }) => get(systemCaller(workspace), uuid)) },
  ...[true, false].map((includeArchived) => ({
    at: `the members of ${uuid}, archived ones ${includeArchived ? "too" : "left out"}`,
    call: ContactLists.use(({ members }) =>
      members(systemCaller(workspace), uuid, { includeArchived, sort: "added_last_first" }, everything)
    )
  }))
]

/** Returns filters with every operator, on strings and custom values of the contacts. */
const filtersFor = (contacts: ReadonlyArray<Contact>, fields: ReadonlyArray<CustomField>): ReadonlyArray<Filter> => {
  const name = contacts.find(({ firstName }) => firstName !== null)?.firstName ?? "a"
  return [
    ...operatorsOf.text.map((operator) => filterOf({ field: "firstName" }, "text", operator, name)),
    ...operatorsOf.instant.map((operator) => filterOf({ field: "updatedAt" }, "instant", operator, "2024-02-29")),
    ...fields.flatMap((field) => customFilters(field, contacts))
  ]
}

const customFilters = (field: CustomField, contacts: ReadonlyArray<Contact>): ReadonlyArray<Filter> => {
  const about = { field: field.fieldKey, dataType: dataTypeFor(field.fieldType) }
  const value = contacts
    .flatMap(({ customFields }) =>
      Object.hasOwn(customFields, field.fieldKey) ? (customFields[field.fieldKey] ?? []) : []
    )
    .at(0)
  const kind = valueKind[field.fieldType]
  return operatorsOf[kind]
    .filter((operator) => value !== undefined || operandOf[operator] === "none")
    .map((operator) => filterOf(about, kind, operator, value))
}
