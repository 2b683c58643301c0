import type { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import type { IdentifierKey } from "@rollcall/core/people"
import { addressFields } from "@rollcall/core/storage"
import { type Tables, within } from "./Tables.ts"

/** Returns the contacts with an identifier, in no particular order. */
export const holdersOf = (
  { holders }: Tables,
  workspace: WorkspaceUuid,
  { field, value }: IdentifierKey
): ReadonlyArray<ContactUuid> => holders.rows(within(workspace, field, value))

/** Returns the contacts with an address. A contact that has the address in two fields is returned twice. */
export const addressHolders = (tables: Tables, workspace: WorkspaceUuid, address: string): ReadonlyArray<ContactUuid> =>
  addressFields.flatMap((field) => holdersOf(tables, workspace, { field, value: address }))
