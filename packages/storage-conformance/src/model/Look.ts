import {
  type Contact,
  ContactLists,
  Contacts,
  CustomFields,
  type CustomField,
  type Filter,
  Notes,
  predefinedFields,
  valueKind,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect } from "effect"
import { dataTypeFor, operatorsOf } from "../custom-fields/FieldOperators.ts"
import type { Services } from "./Command.ts"
import { rowsOf, type Tables } from "./ReferenceTables.ts"

/** One look at a workspace, and what it is at. */
export interface Look {
  readonly at: string
  readonly call: Effect.Effect<unknown, unknown, Services>
}

const everything = { limit: 1_000, offset: 0 }

/** All that can be seen of a workspace: every listing in several orders, and searches by every operator. */
export const looksAt = (tables: Tables, workspace: WorkspaceUuid): ReadonlyArray<Look> => [
  ...listingLooks(workspace),
  ...rowsOf(tables.lists, workspace).map(({ uuid }) => ({
    at: `the list ${uuid}`,
    call: Effect.flatMap(ContactLists, (lists) => lists.get(workspace, uuid))
  })),
  ...rowsOf(tables.lists, workspace).flatMap(({ uuid }) =>
    [true, false].map((includeArchived) => ({
      at: `the members of ${uuid}, archived ones ${includeArchived ? "too" : "left out"}`,
      call: Effect.flatMap(ContactLists, (lists) =>
        lists.members(workspace, uuid, { includeArchived, sort: "added_last_first" }, everything)
      )
    }))
  ),
  ...rowsOf(tables.contacts, workspace).flatMap(({ uuid }) => [
    { at: `the notes of ${uuid}`, call: Effect.flatMap(Notes, (notes) => notes.list(workspace, uuid, everything)) },
    {
      at: `the lists of ${uuid}`,
      call: Effect.flatMap(ContactLists, (lists) => lists.listsOf(workspace, uuid, null, everything))
    }
  ]),
  ...filtersFor(tables, workspace).map((filter) => ({
    at: `the contacts by ${filter.field} ${filter.operator}`,
    call: Effect.flatMap(Contacts, (contacts) => contacts.search(workspace, { filters: [filter] }, everything))
  }))
]

const listingLooks = (workspace: WorkspaceUuid): ReadonlyArray<Look> => [
  ...(["first_name", "updated_at", "archived"] as const).flatMap((name) => {
    const field = predefinedFields.get(name)
    const sort = field && { field, direction: "desc" as const }
    return sort === undefined
      ? []
      : [
          {
            at: `the contacts by ${name}`,
            call: Effect.flatMap(Contacts, (contacts) => contacts.list(workspace, sort, everything))
          }
        ]
  }),
  { at: "the fields", call: Effect.flatMap(CustomFields, (fields) => fields.list(workspace, everything)) },
  ...(["active", "archived"] as const).map((status) => ({
    at: `the ${status} lists`,
    call: Effect.flatMap(ContactLists, (lists) =>
      lists.list(workspace, { status, sortField: "name", sortOrder: "asc", search: null }, everything)
    )
  }))
]

/** Every operator on a text that a contact has, and on each custom field about a value that a contact has. */
const filtersFor = (tables: Tables, workspace: WorkspaceUuid): ReadonlyArray<Filter> => {
  const contacts = rowsOf(tables.contacts, workspace)
  const fields = rowsOf(tables.fields, workspace).filter(({ status }) => status === "active")
  const name = contacts.find(({ firstName }) => firstName !== null)?.firstName ?? "a"
  return [
    ...operatorsOf.text.map((operator) => filterOf({ field: "first_name" }, operator, name)),
    ...operatorsOf.instant.map((operator) => filterOf({ field: "updated_at" }, operator, "2024-02-29")),
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
  const operators = operatorsOf[valueKind[field.fieldType]]
  return operators
    .filter((operator) => value !== undefined || operator === "exists" || operator === "not_exists")
    .map((operator) => filterOf(about, operator, value))
}

const filterOf = (about: Pick<Filter, "field" | "dataType">, operator: Filter["operator"], value: unknown): Filter => {
  if (operator === "exists" || operator === "not_exists") return { ...about, operator }
  return { ...about, operator, value: operator === "range" ? [value, value] : value }
}
