import type { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { sliceAfter, CurrentActor } from "@rollcall/core/operations"
import { maxIdentifierHolders, sortPlace } from "@rollcall/core/people"
import {
  addressesAmong,
  comparator,
  compareCodePoints,
  ContactStore,
  type ContactWrite,
  searchable,
  toPredicate
} from "@rollcall/core/storage"
import { DateTime, Effect, Option } from "effect"
import { definitionsVersion } from "../custom-fields/MemoryCustomFieldStore.ts"
import { storeLayer } from "../database/Database.ts"
import { orConflict } from "../database/Rows.ts"
import { type Tables, within } from "../database/Tables.ts"
import { appendEvents } from "../events/EventRows.ts"
import { makeOptOutTest } from "../opt-outs/MemoryOptOutStore.ts"
import { mergedWith, survivorOf } from "../merges/MemoryMergeStore.ts"
import { addressHolders, holdersOf } from "../database/Holders.ts"
import { putContact, removeContact, writeContact } from "./ContactRows.ts"

/**
 * The {@link ContactStore} port. A search tests every contact of the workspace with core's `toPredicate`, and orders
 * them with `comparator`.
 */
export const layer = storeLayer(ContactStore, ({ read, write }) => ({
  find: (workspace, uuid) => read(({ contacts }) => Option.fromUndefinedOr(contacts.get(workspace, uuid)?.contact)),

  survivors: (workspace, uuids) =>
    read((tables) =>
      uuids.flatMap((uuid) => {
        const survivor = survivorOf(tables, workspace, uuid)
        return survivor === undefined ? [] : [{ uuid, survivor }]
      })
    ),

  named: (workspace, uuids) => read((tables) => namedIn(tables, workspace, uuids)),

  changedSince: (workspace, uuids, since) =>
    read((tables) =>
      namedIn(tables, workspace, uuids).filter(({ updatedAt }) => DateTime.isGreaterThan(updatedAt, since))
    ),

  // A transaction is the only writer until it ends: what it reads is locked.
  lock: (workspace, uuids) => read((tables) => namedIn(tables, workspace, uuids)),

  save: Effect.fnUntraced(function* ({ changed, created }, onlyIf) {
    const by = yield* CurrentActor
    return yield* write((tables, now) => {
      const [first] = [...created, ...changed]
      const version = first === undefined ? null : definitionsVersion(tables, first.contact.workspaceUuid)
      if (onlyIf !== undefined && version !== null && version !== onlyIf.definitionsVersion)
        return Effect.succeed(false)
      const isThere = ({ contact: { uuid, workspaceUuid } }: ContactWrite) =>
        tables.contacts.get(workspaceUuid, uuid) !== undefined
      if (created.some(isThere)) return Effect.as(orConflict(false), true)
      const written = [...created, ...changed.filter(isThere)]
      for (const one of written) writeContact(tables, one)
      appendEvents(
        tables,
        now,
        by,
        written.map(({ event }) => event)
      )
      return Effect.succeed(true)
    }).pipe(Effect.flatten)
  }),

  maintainIndexes: () => Effect.void,

  lockIdentifiers: (workspace, keys) =>
    read((tables) =>
      keys.map((key) => {
        const contacts = holdersOf(tables, workspace, key).toSorted(compareCodePoints)
        const merged = mergedWith(tables, workspace, key).toSorted(compareCodePoints)
        return {
          key,
          contacts: contacts.slice(0, maxIdentifierHolders),
          merged: merged.slice(0, maxIdentifierHolders)
        }
      })
    ),

  formerAddresses: (workspace, uuids) =>
    read(({ formerAddresses }) =>
      uuids.flatMap((contact) =>
        formerAddresses.rows(within(workspace, contact)).map((address) => ({ contact, address }))
      )
    ),

  relatedAddressesOf: (workspace, addresses) =>
    read((tables) =>
      addresses.flatMap((address) => {
        const holders = addressHolders(tables, workspace, address)
        const current = holders.flatMap((uuid) => addressesAmong(tables.contacts.get(workspace, uuid)?.keys ?? []))
        const former = holders.flatMap((uuid) => tables.formerAddresses.rows(within(workspace, uuid)))
        const others = new Set(current.filter((one) => one !== address))
        return [
          ...Array.from(others, (related) => ({ address, related, isFormer: false })),
          ...Array.from(new Set(former), (related) => ({ address, related, isFormer: true }))
        ]
      })
    ),

  holders: (workspace, addresses) =>
    read((tables) =>
      addresses
        .flatMap((address) => {
          const holders = addressHolders(tables, workspace, address)
          return Array.from(new Set(holders), (contact) => ({ address, contact }))
        })
        .sort((a, b) => compareCodePoints(a.contact, b.contact))
    ),

  erase: (workspace, uuid) =>
    write((tables) => {
      const row = tables.contacts.get(workspace, uuid)
      return Option.map(Option.fromUndefinedOr(row), (row) => ({
        identifiers: row.contact,
        counts: removeContact(tables, row)
      }))
    }),

  lockAddressed: (addresses) =>
    read((tables) => {
      const holders = addresses.flatMap(({ address, workspace }) =>
        addressHolders(tables, workspace, address).flatMap(
          (uuid) => tables.contacts.get(workspace, uuid)?.contact ?? []
        )
      )
      return Array.from(new Set(holders))
    }),

  saveEngagements: (engagements) =>
    write((tables) => {
      for (const { clientReference, lastEngagedAt, uuid, workspaceUuid } of engagements) {
        const row = tables.contacts.get(workspaceUuid, uuid)
        if (row === undefined) continue
        const contact = { ...row.contact, clientReference, lastEngagedAt }
        putContact(tables, { ...row, contact, index: searchable(contact, row.keys, row.index.values) })
      }
    }),

  // Every search costs the same.
  search: (workspace, { condition, sort }, page, { slow }) =>
    slow(
      read((tables) => {
        const { contacts, members } = tables
        const matches = toPredicate(
          condition,
          (list, contact) => members.get(within(workspace, list), contact) !== undefined,
          makeOptOutTest(tables, workspace)
        )
        const compare = comparator(sort)
        const hits = contacts.rows(workspace).filter(({ index }) => matches(index))
        const inOrder = hits.toSorted((a, b) => compare(a.index, b.index))
        const { items, ...rest } = sliceAfter(inOrder, page, sort.direction, ({ index }) => sortPlace(sort, index))
        return { items: items.map(({ contact }) => contact), ...rest }
      }),
      "short"
    )
}))

const namedIn = ({ contacts }: Tables, workspace: WorkspaceUuid, uuids: ReadonlyArray<ContactUuid>) =>
  uuids.flatMap((uuid) => contacts.get(workspace, uuid)?.contact ?? [])
