import { Array as Arr, Context, DateTime, Effect, Layer, type Option, Result, Schema } from "effect"
import { makeWorkspaceCheck } from "../../shared/ExistingWorkspaces.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import { findContact } from "../contacts/FindContact.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { type Caller, ContactListUuid, type ContactUuid, nextId } from "../../shared/Ids.ts"
import { HistoryStore } from "../history/HistoryStore.ts"
import { laterThan } from "../../shared/Instant.ts"
import { InvalidInput } from "../../shared/Issue.ts"
import { checkPage, type CursorOrder, readPage } from "../../shared/Page.ts"
import { cursorOrder } from "../search/Sort.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { fold } from "../../shared/Text.ts"
import {
  type ContactList,
  ContactListArchived,
  ContactListFields,
  ContactListNotFound,
  type ContactListSort,
  type ContactListStatus,
  type MemberListing,
  ContactListListing,
  ListsOfContact,
  MemberFilter,
  NewContactList
} from "./ContactList.ts"
import { listIssues, searchIssues } from "./ContactListRules.ts"
import { ContactListStore, type MemberOutcome } from "./ContactListStore.ts"
import { historyOfRemoval } from "./members/RemovedMembers.ts"
import { changeMembers, type ContactNames } from "./members/NamedMembers.ts"
import type { AddedMembers, ContactListMethods } from "./ContactListMethods.ts"

/** The position (after the caller) and schema of each operation's input. */
const inputs = {
  create: [0, NewContactList],
  list: [0, ContactListListing],
  update: [1, ContactListFields],
  members: [1, MemberFilter],
  ofContact: [1, ListsOfContact]
} as const

/**
 * Manages the lists of a workspace and the contacts on the lists.
 *
 * @example
 * const lists = yield* ContactLists
 * const { uuid } = yield* lists.create(caller, { name: "Newsletter" })
 * const { added } = yield* lists.addMembers(caller, uuid, [contact])
 * return added.length
 */
export class ContactLists extends Context.Service<ContactLists, ContactListMethods>()(
  "@rollcall/core/people/lists/ContactLists"
) {
  static readonly layer = Layer.effect(
    ContactLists,
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const contacts = yield* ContactStore
      const history = yield* HistoryStore
      const transaction = yield* Transaction
      const checkWorkspace = yield* makeWorkspaceCheck

      const ports = { survivors: contacts.survivors, transaction }

      /** Locks an active list, and returns the list with the timestamp for its update. */
      const lockActive = Effect.fnUntraced(function* (caller: Caller, uuid: ContactListUuid) {
        const list = yield* activeList(yield* store.lock(caller.workspace, uuid), uuid)
        return { list, now: yield* updateOf(list) }
      })

      /** Archives or restores a list, and returns the list. */
      const setStatus = (status: ContactListStatus) =>
        Effect.fnUntraced(function* (caller: Caller, uuid: ContactListUuid) {
          const list = yield* found(yield* store.lock(caller.workspace, uuid), uuid)
          if (list.status === status) return list
          const changed = { ...list, status, updatedBy: caller.actor, updatedAt: yield* updateOf(list) }
          yield* store.replace(changed)
          return changed
        }, transaction.run)

      return ContactLists.of(
        workspaceService("ContactLists", inputs, {
          create: Effect.fnUntraced(function* (caller, fields) {
            const { emoji = null, name = "" } = tidyFields(fields)
            yield* InvalidInput.refuse(listIssues({ name, emoji }))
            yield* checkWorkspace(caller.workspace)
            const now = yield* DateTime.now
            const list: ContactList = {
              uuid: ContactListUuid.make(yield* nextId),
              workspaceUuid: caller.workspace,
              name,
              status: "active",
              emoji,
              count: 0,
              createdBy: caller.actor,
              updatedBy: caller.actor,
              createdAt: now,
              updatedAt: now
            }
            yield* store.insert(list)
            return list
          }),
          get: Effect.fnUntraced(function* ({ workspace }, uuid) {
            return yield* found(yield* store.find(workspace, uuid), uuid)
          }),
          list: Effect.fnUntraced(function* ({ workspace }, { search, sortField, sortOrder, status }, page) {
            yield* checkWorkspace(workspace)
            yield* checkPage(page)
            const text = search?.trim() ?? ""
            yield* InvalidInput.refuse(searchIssues(text))
            return yield* store.list(
              workspace,
              { status: status ?? "active", nameContains: fold(text) || null, contact: null },
              { sortField: sortField ?? byName.sortField, sortOrder: sortOrder ?? byName.sortOrder },
              page
            )
          }),
          update: Effect.fnUntraced(function* (caller, uuid, fields) {
            const { list, now } = yield* lockActive(caller, uuid)
            const tidied = tidyFields(fields)
            yield* InvalidInput.refuse(listIssues(tidied))
            const changed: ContactList = { ...list, ...tidied, updatedBy: caller.actor, updatedAt: now }
            yield* store.replace(changed)
            return changed
          }, transaction.run),
          archive: (caller, uuid) => Effect.asVoid(setStatus("archived")(caller, uuid)),
          restore: setStatus("active"),
          members: ({ workspace }, uuid, { includeArchived = false, sort = "added_last_first" }, page) =>
            readPage(memberOrder(sort), page, (page) =>
              Effect.andThen(
                Effect.flatMap(store.find(workspace, uuid), (list) => found(list, uuid)),
                store.members(workspace, uuid, { includeArchived, sort }, page)
              )
            ),
          addMembers: (caller, uuid, uuids) =>
            changeMembers(
              ports,
              caller.workspace,
              uuids,
              Effect.fnUntraced(function* (members, names) {
                const { now } = yield* lockActive(caller, uuid)
                const outcomes = yield* store.addMembers(caller.workspace, uuid, members, caller.actor, now)
                const missed = members.filter((contact) => outcomes.get(contact) === "unknown")
                return { value: additionOf(uuids, names, outcomes), missed }
              })
            ),
          removeMembers: (caller, uuid, uuids) =>
            changeMembers(
              ports,
              caller.workspace,
              uuids,
              Effect.fnUntraced(function* (members) {
                const { list, now: update } = yield* lockActive(caller, uuid)
                // The removal is later than the list's last change, so that a repeated addition gets a different timestamp.
                const now = laterThan(list.updatedAt, update)
                const removed = yield* store.removeMembers(caller.workspace, uuid, members, caller.actor, now)
                if (removed.length > 0) yield* history.append(yield* historyOfRemoval(caller, uuid, removed, now))
                const found = removed.map(({ contact }) => contact)
                return { value: undefined, missed: Arr.difference(members, found) }
              })
            ),
          ofContact: Effect.fnUntraced(function* ({ workspace }, contact, { status }, page) {
            yield* checkPage(page)
            const { uuid } = yield* findContact(contacts, workspace, contact)
            const filter = { status: status ?? null, nameContains: null, contact: uuid }
            return yield* store.list(workspace, filter, byName, page)
          })
        })
      )
    })
  )
}

/** Returns an active list; fails if the list does not exist or is archived. */
export const activeList = (list: Option.Option<ContactList>, uuid: ContactListUuid) =>
  Effect.filterOrFail(
    found(list, uuid),
    ({ status }) => status !== "archived",
    () => new ContactListArchived({ uuid })
  )

const found = (list: Option.Option<ContactList>, uuid: ContactListUuid) =>
  Effect.fromOption(list, () => new ContactListNotFound({ uuid }))

/** Returns the timestamp of an update: now, but never before the previous update. */
const updateOf = ({ updatedAt }: ContactList) => Effect.map(DateTime.now, (now) => DateTime.max(now, updatedAt))

const tidyFields = ({
  emoji,
  name
}: ContactListFields): { readonly name?: string; readonly emoji?: string | null } => ({
  ...(name === undefined ? {} : { name: name.trim() }),
  ...(emoji === undefined ? {} : { emoji: emoji?.trim() || null })
})

/** Splits the outcomes into added contacts and warnings, in the order of the request. */
const additionOf = (
  uuids: ReadonlyArray<ContactUuid>,
  names: ContactNames,
  outcomes: ReadonlyMap<ContactUuid, MemberOutcome>
): AddedMembers => {
  const seen = new Set<ContactUuid>()
  const [added, warnings] = Arr.partition(uuids, (uuid) => {
    const contact = names.get(uuid) ?? uuid
    const outcome = seen.has(contact) ? "repeated" : (outcomes.get(contact) ?? "unknown")
    seen.add(contact)
    return outcome === "added" ? Result.succeed(uuid) : Result.fail({ uuid, message: warningOf[outcome] })
  })
  return { added, warnings }
}

/** Returns the description of a member listing for cursors: its name, its order and the schema of its sort keys. */
const memberOrder = (sort: MemberListing["sort"]): CursorOrder =>
  sort === "added_last_first"
    ? { listing: "contacts on a list", order: sort, key: Schema.Int }
    : cursorOrder("contacts on a list", sort)

const byName: ContactListSort = { sortField: "name", sortOrder: "asc" }

const warningOf = {
  present: "contact is already in the list",
  unknown: "contact does not exist",
  repeated: "contact is given more than once"
} as const
