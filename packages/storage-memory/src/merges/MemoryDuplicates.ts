import type { WorkspaceUuid } from "@rollcall/core"
import { type PlaceRequest, sliceAfter } from "@rollcall/core/operations"
import { type DuplicateKind, duplicateKinds, maxShownDuplicates, placeOfGroup } from "@rollcall/core/people"
import { compareCodePoints } from "@rollcall/core/storage"
import { DateTime } from "effect"
import type { ContactRow, Tables } from "../database/Tables.ts"

/**
 * Returns the values of a contact that count as duplicates of the given kind. A `chatappId` also counts as a phone number.
 */
const valuesOf = ({ keys }: ContactRow, kind: DuplicateKind): ReadonlySet<string> =>
  new Set(
    keys.flatMap(({ field, value }) =>
      field === kind || (kind === "phoneNumber" && field === "chatappId") ? [value] : []
    )
  )

/** Returns a page of the groups of contacts that share an identifier. */
export const duplicatesIn = (
  { contacts }: Tables,
  workspace: WorkspaceUuid,
  kinds: ReadonlyArray<DuplicateKind>,
  page: PlaceRequest
) => {
  const present = contacts.rows(workspace).filter(({ contact }) => !contact.archived)
  const groups = duplicateKinds
    .filter((kind) => kinds.includes(kind))
    .flatMap((field) => {
      const held = present.flatMap((row) =>
        Array.from(valuesOf(row, field), (value) => ({ value, contact: row.contact }))
      )
      return Array.from(
        Map.groupBy(held, ({ value }) => value),
        ([value, holders]) => ({
          field,
          value,
          count: holders.length,
          contacts: holders
            .map(({ contact }) => contact)
            .sort((a, b) => DateTime.Order(a.createdAt, b.createdAt) || compareCodePoints(a.uuid, b.uuid))
            .slice(0, maxShownDuplicates)
        })
      )
        .filter(({ count }) => count > 1)
        .sort((a, b) => compareCodePoints(a.value, b.value))
    })
  return sliceAfter(groups, page, "asc", (group) => placeOfGroup(workspace, group))
}
