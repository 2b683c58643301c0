import type { Contact, ContactUuid, WorkspaceUuid } from "@rollcall/core"
import type { SelectionPart } from "@rollcall/core/sending"
import { AudienceStore, compareCodePoints, toPredicate } from "@rollcall/core/storage"
import { DateTime, Stream } from "effect"
import { storeLayer } from "../database/Database.ts"
import { isHidden, type Tables, within } from "../database/Tables.ts"
import { makeOptOutTest } from "../opt-outs/MemoryOptOutStore.ts"
import { survivorOf } from "../merges/MemoryMergeStore.ts"

/**
 * The {@link AudienceStore} port over tables in memory. A walk reads all contacts at once, because rows in memory never
 * change.
 */
export const layer = storeLayer(AudienceStore, ({ read }) => ({
  walk: (workspace, { exclude, include }, atOnce) =>
    Stream.unwrap(
      read((tables) => {
        const isExcluded = selectsOf(tables, workspace, exclude)
        const all = selected(tables, workspace, include).map((contact) => ({
          contact,
          isExcluded: isExcluded.has(contact.uuid)
        }))
        return Stream.fromIterable(partsOf(all, atOnce), { chunkSize: 1 })
      })
    ),

  // A walk blocks no other walk, but keeps what it has read in memory.
  walksAtOnce: 4,

  size: (workspace, { include }, { slow }) =>
    slow(
      read((tables) => selected(tables, workspace, include).length),
      "short"
    )
}))

const partsOf = function* <A>(all: ReadonlyArray<A>, atOnce: number) {
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce)
}

/** Returns the contacts selected by the parts, in the order of a walk. */
const selected = (
  tables: Tables,
  workspace: WorkspaceUuid,
  parts: ReadonlyArray<SelectionPart>
): ReadonlyArray<Contact> => {
  const uuids = selectsOf(tables, workspace, parts)
  const contacts = Array.from(uuids).flatMap((uuid) => tables.contacts.get(workspace, uuid)?.contact ?? [])
  return contacts.sort((a, b) => DateTime.Order(a.createdAt, b.createdAt) || compareCodePoints(a.uuid, b.uuid))
}

/** Returns the contact uuids selected by the parts. */
const selectsOf = (
  tables: Tables,
  workspace: WorkspaceUuid,
  parts: ReadonlyArray<SelectionPart>
): ReadonlySet<ContactUuid> => new Set(parts.flatMap((part) => uuidsOf(tables, workspace, part)))

const uuidsOf = (tables: Tables, workspace: WorkspaceUuid, part: SelectionPart): ReadonlyArray<ContactUuid> => {
  switch (part._tag) {
    case "Satisfying": {
      const isMember = (list: string, contact: string) =>
        tables.members.get(within(workspace, list), contact) !== undefined
      const matches = toPredicate(part.condition, isMember, makeOptOutTest(tables, workspace))
      const rows = tables.contacts.rows(workspace)
      return rows.flatMap(({ contact, index }) => (matches(index) ? [contact.uuid] : []))
    }
    case "Named":
      return part.uuids.flatMap((uuid) => survivorOf(tables, workspace, uuid) ?? [])
    case "Recipients": {
      const stored = tables.broadcasts.get(workspace, part.broadcast)
      if (stored === undefined || isHidden(stored)) return []
      return tables.deliveries
        .rows(within(workspace, part.broadcast))
        .flatMap(({ contactUuid, status }) =>
          contactUuid !== null && part.statuses.includes(status)
            ? (survivorOf(tables, workspace, contactUuid) ?? [])
            : []
        )
    }
  }
}
