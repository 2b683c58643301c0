import type { Contact, ContactList, ContactUuid, CustomField, Note, WorkspaceUuid } from "@rollcall/core"
import { Context, Layer, Option } from "effect"

/** That a contact is on a list, and since when. */
export interface Membership {
  readonly list: string
  readonly contact: ContactUuid
  readonly addedAt: number
}

/** Everything that the reference holds, in the order in which it came. */
export class ReferenceTables extends Context.Service<
  ReferenceTables,
  {
    contacts: Map<string, Contact>
    fields: Map<string, CustomField>
    lists: Map<string, ContactList>
    memberships: Map<string, Membership>
    notes: Map<string, Note>
  }
>()("@rollcall/storage-conformance/model/ReferenceTables") {
  static readonly layer = Layer.sync(ReferenceTables, () => ({
    contacts: new Map(),
    fields: new Map(),
    lists: new Map(),
    memberships: new Map(),
    notes: new Map()
  }))
}

export type Tables = ReferenceTables["Service"]

interface Owned {
  readonly workspaceUuid: WorkspaceUuid
}

/** The rows of a workspace. */
export const rowsOf = <A extends Owned>(table: ReadonlyMap<string, A>, workspace: WorkspaceUuid): ReadonlyArray<A> =>
  [...table.values()].filter(({ workspaceUuid }) => workspaceUuid === workspace)

/** The row with this uuid, if the workspace has it (A1). */
export const rowOf = <A extends Owned>(
  table: ReadonlyMap<string, A>,
  workspace: WorkspaceUuid,
  uuid: string
): Option.Option<A> =>
  Option.filter(Option.fromUndefinedOr(table.get(uuid)), ({ workspaceUuid }) => workspaceUuid === workspace)
