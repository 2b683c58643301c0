import {
  applyChanges,
  changeValues,
  type Contact,
  ContactUuid,
  type CustomField,
  type CustomFieldDraft,
  CustomFields,
  makeContact,
  type ValueChange,
  WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Effect, Result } from "effect"
import * as Arr from "effect/Array"
import { interests, people, type Person, tiers } from "./Person.ts"

/** A contact, and its custom values in their index form. */
export interface Settled {
  readonly contact: Contact
  readonly values: ReadonlyArray<ValueChange>
}

/** Who is in the store, and who may still come. */
export interface Population {
  readonly workspace: WorkspaceUuid
  readonly fields: ReadonlyMap<string, CustomField>
  /** In the order of their creation. */
  readonly contacts: ReadonlyArray<Contact>
  /** The next one whom the store does not have. */
  readonly newcomer: () => Person
}

const seed = 20_260_101

const workspace = WorkspaceUuid.make("0192f000-0000-7000-8000-000000000001")

/** Contacts were created evenly between these instants. */
export const began = Date.UTC(2023, 0, 1)
export const ended = Date.UTC(2026, 0, 1)

/** Defines the custom fields and hands everybody to `fill`, which puts them into the store. */
export const populate = Effect.fnUntraced(function* <E, R>(
  size: number,
  fill: (settled: ReadonlyArray<Settled>) => Effect.Effect<void, E, R>
) {
  const fields = yield* defineFields
  const definitions = [...fields.values()]
  const source = people(seed)
  const step = (ended - began) / size
  const settled = Arr.makeBy(size, (index) =>
    settle(source.next().value, definitions, Math.floor(began + index * step), index)
  )
  yield* fill(settled)
  const population: Population = {
    workspace,
    fields,
    contacts: settled.map(({ contact }) => contact),
    newcomer: () => source.next().value
  }
  return population
})

const drafts: ReadonlyArray<Pick<CustomFieldDraft, "name" | "fieldType" | "selectOptions">> = [
  { name: "Company", fieldType: "text", selectOptions: null },
  { name: "Visits", fieldType: "number:integer", selectOptions: null },
  { name: "Interests", fieldType: "multiselect", selectOptions: interests },
  { name: "Renewal", fieldType: "date", selectOptions: null },
  { name: "Tier", fieldType: "select", selectOptions: tiers },
  { name: "Newsletter", fieldType: "checkbox", selectOptions: null },
  { name: "Badge", fieldType: "text", selectOptions: null }
]

const defineFields = Effect.gen(function* () {
  const service = yield* CustomFields
  const fields = yield* Effect.forEach(drafts, (draft) =>
    service.create(workspace, { ...draft, fieldKey: null, icon: null, editable: true, sensitive: false })
  )
  return new Map(fields.map((field) => [field.fieldKey, field]))
})

const settle = (person: Person, definitions: ReadonlyArray<CustomField>, created: number, index: number): Settled => {
  const values = Result.getOrThrow(changeValues(person.values, {}, definitions, "new"))
  const contact = makeContact({
    uuid: uuidOf(created, index),
    workspace,
    fields: person.fields,
    customFields: applyChanges({}, values),
    now: DateTime.makeUnsafe(created)
  })
  const { archived, clientReference, engagedAfter } = person
  const lastEngagedAt = engagedAfter === null ? null : DateTime.makeUnsafe(created + engagedAfter)
  return { contact: { ...contact, archived, clientReference, lastEngagedAt }, values }
}

/** A UUID of version 7, as the library would have made it then, but the same in every run. */
const uuidOf = (created: number, index: number): ContactUuid => {
  const time = created.toString(16).padStart(12, "0")
  return ContactUuid.make(`${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${index.toString(16).padStart(12, "0")}`)
}
