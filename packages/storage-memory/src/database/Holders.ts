import type { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import type { IdentifierKey } from "@rollcall/core/people"
import { type Tables, within } from "./Tables.ts"

/** Returns the contacts with an identifier, in no particular order. */
export const holdersOf = (
  { holders }: Tables,
  workspace: WorkspaceUuid,
  { field, value }: IdentifierKey
): ReadonlyArray<ContactUuid> => holders.rows(within(workspace, field, value))
