import {
  type Caller,
  ContactListUuid,
  ContactUuid,
  type CustomField,
  CustomFieldUuid,
  type GivenValues,
  NoteUuid,
  type NoteRef,
  type WorkspaceUuid
} from "@rollcall/core"
import fc from "fast-check"
import { rowsOf, type Tables } from "./ReferenceTables.ts"
import { type ValuePlan, valueOf } from "../custom-fields/ValuePlan.ts"

/**
 * Names something that earlier commands made, by its number, counted round, so that any list of commands makes sense:
 * something of the workspace itself, of the other one (A1), or nothing at all.
 */
export interface Ref {
  readonly of: "own" | "other" | "nobody"
  readonly at: number
}

export const refArbitrary: fc.Arbitrary<Ref> = fc.record({
  of: fc.oneof(
    { weight: 16, arbitrary: fc.constant("own" as const) },
    { weight: 1, arbitrary: fc.constantFrom("other" as const, "nobody" as const) }
  ),
  at: fc.nat({ max: 11 })
})

/** Values for some custom fields, as a command gives them. */
export type ValuesPlan = ReadonlyArray<{ readonly field: Ref; readonly value: ValuePlan }>

/** Where a command is given: a workspace, what the reference has in it, and what it has in the other. */
export interface Site {
  readonly caller: Caller
  readonly workspace: WorkspaceUuid
  readonly contact: (ref: Ref) => ContactUuid
  readonly list: (ref: Ref) => ContactListUuid
  readonly note: (ref: Ref) => NoteRef
  readonly fieldUuid: (ref: Ref) => CustomFieldUuid
  readonly field: (ref: Ref) => CustomField | undefined
  readonly values: (plan: ValuesPlan) => GivenValues
}

const nobody = "00000000-0000-4000-8000-000000000000"

export const siteOf = (tables: Tables, caller: Caller, other: WorkspaceUuid): Site => {
  const { workspace } = caller
  const pick = <A extends { readonly workspaceUuid: WorkspaceUuid }>(
    table: ReadonlyMap<string, A>,
    { at, of }: Ref
  ): A | undefined => {
    if (of === "nobody") return undefined
    const rows = rowsOf(table, of === "own" ? workspace : other)
    return rows[at % rows.length]
  }
  const field = (ref: Ref) => pick(tables.fields, ref)
  return {
    caller,
    workspace,
    contact: (ref) => pick(tables.contacts, ref)?.uuid ?? ContactUuid.make(nobody),
    list: (ref) => pick(tables.lists, ref)?.uuid ?? ContactListUuid.make(nobody),
    note: (ref) => {
      const note = pick(tables.notes, ref)
      return {
        workspace,
        contact: note?.contactUuid ?? ContactUuid.make(nobody),
        note: note?.uuid ?? NoteUuid.make(nobody)
      }
    },
    fieldUuid: (ref) => field(ref)?.uuid ?? CustomFieldUuid.make(nobody),
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
