import {
  type Caller,
  Contact,
  ContactList,
  ContactListUuid,
  ContactUuid,
  CustomField,
  CustomFieldUuid,
  Note,
  NoteUuid,
  type WorkspaceUuid
} from "@rollcall/core"
import type { GivenValues } from "@rollcall/core/people"
import type { NoteRef } from "@rollcall/core/storage"
import { Schema } from "effect"
import fc from "fast-check"
import { type ValuePlan, valueOf } from "../custom-fields/ValuePlan.ts"

/**
 * A reference to an entity in this workspace or in the other workspace, or to a missing entity. `at` is an index modulo
 * the number of entities, so that any list of commands is valid.
 */
export interface Ref {
  readonly of: "own" | "other" | "none"
  readonly at: number
}

export const refArbitrary: fc.Arbitrary<Ref> = fc.record({
  of: fc.oneof(
    { weight: 16, arbitrary: fc.constant("own" as const) },
    { weight: 1, arbitrary: fc.constantFrom("other" as const, "none" as const) }
  ),
  at: fc.nat({ max: 11 })
})

/** The values for some custom fields in a command. */
export type ValuesPlan = ReadonlyArray<{ readonly field: Ref; readonly value: ValuePlan }>

/** The entities created in a model run, as the reference last returned them, including erased contacts. */
export class Made {
  readonly contacts = new Map<string, Contact>()
  readonly fields = new Map<string, CustomField>()
  readonly lists = new Map<string, ContactList>()
  readonly notes = new Map<string, Note>()

  /** Adds a result of the reference store if the result is an entity. */
  add(answer: unknown): void {
    if (isContact(answer)) this.contacts.set(answer.uuid, answer)
    else if (isField(answer)) this.fields.set(answer.uuid, answer)
    else if (isList(answer)) this.lists.set(answer.uuid, answer)
    else if (isNote(answer)) this.notes.set(answer.uuid, answer)
  }
}

const isContact = Schema.is(Contact)
const isField = Schema.is(CustomField)
const isList = Schema.is(ContactList)
const isNote = Schema.is(Note)

/** The context of a command: its workspace, and the entities created in this workspace and in the other one. */
export interface Fixture {
  readonly caller: Caller
  readonly workspace: WorkspaceUuid
  readonly contact: (ref: Ref) => ContactUuid
  readonly list: (ref: Ref) => ContactListUuid
  readonly note: (ref: Ref) => NoteRef
  readonly fieldUuid: (ref: Ref) => CustomFieldUuid
  readonly field: (ref: Ref) => CustomField | undefined
  readonly values: (plan: ValuesPlan) => GivenValues
}

const missing = "00000000-0000-4000-8000-000000000000"

export const fixtureOf = (made: Made, caller: Caller, other: WorkspaceUuid): Fixture => {
  const { workspace } = caller
  const pick = <A extends { readonly workspaceUuid: WorkspaceUuid }>(
    all: ReadonlyMap<string, A>,
    { at, of }: Ref
  ): A | undefined => {
    const owner = of === "own" ? workspace : of === "other" ? other : undefined
    const rows = Array.from(all.values()).filter(({ workspaceUuid }) => workspaceUuid === owner)
    return rows[at % rows.length]
  }
  const field = (ref: Ref) => pick(made.fields, ref)
  return {
    caller,
    workspace,
    contact: (ref) => pick(made.contacts, ref)?.uuid ?? ContactUuid.make(missing),
    list: (ref) => pick(made.lists, ref)?.uuid ?? ContactListUuid.make(missing),
    note: (ref) => {
      const note = pick(made.notes, ref)
      return {
        workspace,
        contact: note?.contactUuid ?? ContactUuid.make(missing),
        note: note?.uuid ?? NoteUuid.make(missing)
      }
    },
    fieldUuid: (ref) => field(ref)?.uuid ?? CustomFieldUuid.make(missing),
    field,
    values: (plan) =>
      Object.fromEntries(
        plan.map(({ field: ref, value }) => {
          const definition = field(ref)
          return [definition?.fieldKey ?? "constructor", valueOf(definition, value)]
        })
      )
  }
}
