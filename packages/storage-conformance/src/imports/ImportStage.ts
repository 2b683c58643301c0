import {
  type Caller,
  type Contact,
  type ContactList,
  ContactListStore,
  ContactUuid,
  type CustomField,
  hasOptions,
  makeContact,
  nextId,
  type SelectOption,
  SelectOptionUuid
} from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { insertContact } from "../contacts/Fixture.ts"
import { change, storedField } from "../custom-fields/Fixture.ts"
import { storedList } from "../lists/Fixture.ts"
import { instantOf } from "./Fixture.ts"
import type { ImportCase, Seed } from "./ImportCase.ts"
import { newCaller } from "./ImportWorld.ts"

/** A workspace with the fields, contacts and list of a case. */
export interface Stage {
  readonly caller: Caller
  readonly fields: ReadonlyArray<CustomField>
  readonly list: ContactList
  readonly seeds: ReadonlyArray<ContactUuid>
}

const option = (displayLabel: string, fieldKey: string, archived = false): Effect.Effect<SelectOption> =>
  Effect.map(nextId, (uuid) => ({ uuid: SelectOptionUuid.make(uuid), displayLabel, fieldKey, archived }))

/** The definitions that the values of cases are for; `unknown` and `__proto__` have none. */
const definitions: ReadonlyArray<Partial<CustomField> & { readonly fieldKey: string }> = [
  { fieldKey: "note" },
  { fieldKey: "age", fieldType: "number:integer", sensitive: true },
  { fieldKey: "share", fieldType: "number:percentage", editable: false },
  { fieldKey: "vip", fieldType: "checkbox" },
  { fieldKey: "born", fieldType: "date", editable: false },
  { fieldKey: "level", fieldType: "select" },
  { fieldKey: "tags", fieldType: "multiselect" },
  { fieldKey: "badge", editable: false },
  { fieldKey: "closed", status: "archived", archivedAt: instantOf(1) }
]

/** Defines the fields that a case has values for. */
const define = Effect.fnUntraced(function* ({ workspace }: Caller, { rows, seeds }: ImportCase) {
  const keys = new Set([...rows, ...seeds].flatMap(({ customFields }) => Object.keys(customFields)))
  const options = yield* Effect.all([
    option("Low", "low"),
    option("High level", "high"),
    option("Retired", "retired", true)
  ])
  return yield* Effect.forEach(
    definitions.filter(({ fieldKey }) => keys.has(fieldKey)),
    ({ fieldType = "text", ...field }) =>
      storedField({
        ...field,
        fieldType,
        workspaceUuid: workspace,
        selectOptions: hasOptions(fieldType) ? options : null
      })
  )
})

const seedContact = Effect.fnUntraced(function* (
  caller: Caller,
  fields: ReadonlyArray<CustomField>,
  seed: Seed,
  n: number
) {
  const uuid = ContactUuid.make(yield* nextId)
  const now = yield* DateTime.now
  const made = makeContact({
    uuid,
    workspace: caller.workspace,
    fields: seed.fields,
    customFields: seed.customFields,
    now
  })
  const contact: Contact = { ...made, archived: seed.archived, socialmsgId: made.socialmsgId ?? `seed ${n}` }
  const byKey = new Map(fields.map((field) => [field.fieldKey, field]))
  const values = Object.entries(seed.customFields).flatMap(([key, value]) => {
    const field = byKey.get(key)
    return field === undefined ? [] : [change(field, value)]
  })
  yield* insertContact(contact, values)
  return uuid
})

/** Makes what a case needs, in a workspace of its own. */
export const stageOf = Effect.fnUntraced(function* (planned: ImportCase) {
  const lists = yield* ContactListStore
  const caller = yield* newCaller
  const fields = yield* define(caller, planned)
  const list = yield* storedList({ workspaceUuid: caller.workspace, updatedAt: yield* DateTime.now })
  const seeds = yield* Effect.forEach(planned.seeds, (seed, n) => seedContact(caller, fields, seed, n))
  const members = seeds.filter((_, n) => planned.seeds[n]?.onList)
  if (members.length > 0) {
    yield* lists.addMembers(caller.workspace, list.uuid, members, list.createdBy, list.updatedAt)
  }
  const stage: Stage = { caller, fields, list, seeds }
  return stage
})
