import {
  type Contact,
  type ContactFields,
  Contacts,
  ContactValues,
  type SearchRequest,
  systemCaller,
  WorkspaceUuid
} from "@rollcall/core"
import { ContactErasure, valueKind } from "@rollcall/core/people"
import fc from "fast-check"
import { contactArbitrary } from "../fixtures/ContactArbitrary.ts"
import { dataTypeFor, filterOf, operatorsOf } from "../custom-fields/FieldOperators.ts"
import { sample } from "../shared/ForAll.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"
import { sortArbitrary } from "../search/generated/PageArbitrary.ts"
import { searchRequestArbitrary } from "../search/generated/SearchRequestArbitrary.ts"
import { command, shortPageArbitrary } from "./Command.ts"
import { type Ref, refArbitrary, type Fixture, type ValuesPlan } from "./Fixture.ts"
import { type ValuePlan, valuePlanArbitrary, valueOf } from "../custom-fields/ValuePlan.ts"

/** Contacts with recurring strings, so that searches find some contacts and orders have ties. */
const recurring = sample(contactArbitrary(WorkspaceUuid.make("00000000-0000-4000-8000-000000000001")), 6, 3).map(
  (contact): Contact => ({ ...contact, phoneNumber: "+49 (170) 123-45.67", chatappId: "491701234567" })
)

const textsOf = ({ chatappId, email, externalContactId, firstName, lastName, phoneNumber }: Contact) =>
  [chatappId, email, externalContactId, firstName, lastName, phoneNumber].flatMap((text) => text ?? [])

const givenText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...recurring.flatMap(textsOf)) },
  { weight: 3, arbitrary: textArbitrary },
  { weight: 2, arbitrary: fc.constantFrom("Ada", "ADA", "ada@Example.org") },
  { weight: 1, arbitrary: fc.constantFrom(null, "", "  ", " x ", "a\0b", "\ud800", "x".repeat(1_001)) }
)

const fieldsArbitrary: fc.Arbitrary<ContactFields> = fc.record(
  {
    firstName: givenText,
    lastName: givenText,
    externalContactId: givenText,
    email: givenText,
    phoneNumber: givenText,
    chatappId: givenText,
    socialmsgId: givenText
  },
  { requiredKeys: [] }
)

const valuesArbitrary: fc.Arbitrary<ValuesPlan> = fc.array(
  fc.record({ field: refArbitrary, value: valuePlanArbitrary }),
  { maxLength: 3 }
)

interface CustomFilterPlan {
  readonly field: Ref
  readonly operator: number
  readonly value: ValuePlan
  readonly upTo: ValuePlan
  readonly mistaken: boolean
}

const customFilterArbitrary: fc.Arbitrary<CustomFilterPlan> = fc.record({
  field: refArbitrary,
  operator: fc.nat({ max: 100 }),
  value: valuePlanArbitrary,
  upTo: valuePlanArbitrary,
  mistaken: fc.oneof({ weight: 12, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
})

const customFilter = (fixture: Fixture, { field: ref, mistaken, operator: n, upTo, value }: CustomFilterPlan) => {
  const field = fixture.field(ref)
  if (field === undefined) return { field: "__proto__", operator: "exists" as const }
  const kind = valueKind[mistaken ? "text" : field.fieldType]
  const operators = operatorsOf[kind]
  const operator = operators[n % operators.length] ?? "exists"
  const operand = (plan: ValuePlan) => valueOf(field, { ...plan, kind: mistaken ? plan.kind : "right" })
  const dataType = mistaken ? "boolean" : dataTypeFor(field.fieldType)
  return filterOf({ field: field.fieldKey, dataType }, kind, operator, operand(value), operand(upTo))
}

/** A search on predefined and custom fields, sometimes ordered by a custom field. */
const searchArbitrary = fc.record({
  request: fc.oneof(
    { weight: 2, arbitrary: searchRequestArbitrary(recurring) },
    { weight: 1, arbitrary: fc.constant({}) }
  ),
  custom: fc.array(customFilterArbitrary, { maxLength: 2 }),
  sortBy: fc.option(fc.record({ field: refArbitrary, order: fc.constantFrom("asc" as const, "desc" as const) })),
  page: shortPageArbitrary
})

const requestOf = (
  fixture: Fixture,
  { custom, request, sortBy }: typeof searchArbitrary extends fc.Arbitrary<infer A> ? A : never
) => {
  const given: SearchRequest = request
  const field = sortBy === null ? undefined : fixture.field(sortBy.field)
  const asked: SearchRequest = {
    ...given,
    advancedSearch: [...(given.advancedSearch ?? []), ...custom.map((plan) => customFilter(fixture, plan))],
    ...(field === undefined || sortBy === null
      ? {}
      : { sortBy: { field: field.fieldKey, sortOrder: sortBy.order, dataType: dataTypeFor(field.fieldType) } })
  }
  return asked
}

export const createContact = command(
  "create contact",
  fc.record({ fields: fieldsArbitrary, values: valuesArbitrary }),
  ({ fields, values }, fixture) =>
    Contacts.use((contacts) =>
      contacts.create(systemCaller(fixture.workspace), { ...fields, customFields: fixture.values(values) })
    )
)

export const updateContact = command(
  "update contact",
  fc.record({ contact: refArbitrary, fields: fieldsArbitrary, values: valuesArbitrary }),
  ({ contact, fields, values }, fixture) =>
    Contacts.use((contacts) =>
      contacts.update(systemCaller(fixture.workspace), fixture.contact(contact), {
        ...fields,
        customFields: fixture.values(values)
      })
    )
)

export const archiveContact = command(
  "archive contact",
  fc.record({ contact: refArbitrary, archived: fc.boolean() }),
  ({ archived, contact }, fixture) =>
    Contacts.use((contacts) =>
      contacts[archived ? "archive" : "restore"](systemCaller(fixture.workspace), fixture.contact(contact))
    )
)

export const eraseContact = command("erase contact", refArbitrary, (contact, fixture) =>
  ContactErasure.use(({ erase }) => erase(systemCaller(fixture.workspace), fixture.contact(contact)))
)

export const getContact = command("get contact", refArbitrary, (contact, fixture) =>
  Contacts.use((contacts) => contacts.get(systemCaller(fixture.workspace), fixture.contact(contact)))
)

export const listContacts = command(
  "list contacts",
  fc.record({ sort: sortArbitrary(), page: shortPageArbitrary }),
  ({ page, sort }, fixture) => Contacts.use((contacts) => contacts.list(systemCaller(fixture.workspace), sort, page))
)

export const searchContacts = command("search contacts", searchArbitrary, (search, fixture) =>
  Contacts.use((contacts) => contacts.search(systemCaller(fixture.workspace), requestOf(fixture, search), search.page))
)

export const setValue = command(
  "set value",
  fc.record({ contact: refArbitrary, field: refArbitrary, value: valuePlanArbitrary }),
  ({ contact, field, value }, fixture) =>
    ContactValues.use((values) =>
      values.replace(
        systemCaller(fixture.workspace),
        fixture.contact(contact),
        fixture.fieldUuid(field),
        valueOf(fixture.field(field), value)
      )
    )
)

export const updateValues = command(
  "update values",
  fc.record({ contact: refArbitrary, values: valuesArbitrary }),
  ({ contact, values: plan }, fixture) =>
    ContactValues.use((values) =>
      values.update(systemCaller(fixture.workspace), fixture.contact(contact), fixture.values(plan))
    )
)
