import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import { ContactNotFound } from "../contacts/ContactErrors.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { ContactListUuid, type ContactUuid, nextId, type WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput, type Issue } from "../shared/Issue.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { Caller } from "../shared/Workspace.ts"
import { fold } from "../shared/Text.ts"
import type {
  ContactList,
  ContactListFields,
  ContactListListing,
  ContactListSort,
  ContactListStatus,
  MemberListing
} from "./ContactList.ts"
import { listIssues, searchIssues } from "./ContactListRules.ts"
import { ContactListStore, type MemberOutcome } from "./ContactListStore.ts"

/** The workspace has no list with this uuid. */
export class ContactListNotFound extends Schema.TaggedError<ContactListNotFound>()("ContactListNotFound", {
  uuid: ContactListUuid
}) {}

/** An archived list and its members cannot be changed (L2). */
export class ContactListArchived extends Schema.TaggedError<ContactListArchived>()("ContactListArchived", {
  uuid: ContactListUuid
}) {}

/** What became of contacts that were to be added to a list. */
export interface Addition {
  readonly added: ReadonlyArray<ContactUuid>
  readonly warnings: ReadonlyArray<{ readonly uuid: ContactUuid; readonly message: string }>
}

type ChangeError = ContactListNotFound | ContactListArchived | StorageError

/** The lists of a workspace and the contacts on them. */
export class ContactLists extends Context.Service<
  ContactLists,
  {
    readonly create: (
      caller: Caller,
      fields: ContactListFields & { readonly name: string }
    ) => Effect.Effect<ContactList, InvalidInput | StorageError>

    /** Gives a list, archived or not (L2). */
    readonly get: (
      workspace: WorkspaceUuid,
      uuid: ContactListUuid
    ) => Effect.Effect<ContactList, ContactListNotFound | StorageError>

    /** The lists of one status whose name has the text of the search in it, compared as in a search (S2). */
    readonly list: (
      workspace: WorkspaceUuid,
      listing: ContactListListing,
      page: PageRequest
    ) => Effect.Effect<Page<ContactList>, InvalidInput | StorageError>

    /** Changes the fields that are given and no other. */
    readonly update: (
      caller: Caller,
      uuid: ContactListUuid,
      fields: ContactListFields
    ) => Effect.Effect<ContactList, InvalidInput | ChangeError>

    /** Archives a list; doing it again is refused like any other change (L2). */
    readonly archive: (caller: Caller, uuid: ContactListUuid) => Effect.Effect<void, ChangeError>

    /** The contacts on a list, be it archived or not (C4, L2). */
    readonly members: (
      workspace: WorkspaceUuid,
      uuid: ContactListUuid,
      listing: MemberListing,
      page: PageRequest
    ) => Effect.Effect<Page<Contact>, ContactListNotFound | StorageError>

    /** Adds contacts; one that is there already, is unknown, or is named twice becomes a warning (L3). */
    readonly addMembers: (
      caller: Caller,
      uuid: ContactListUuid,
      contacts: ReadonlyArray<ContactUuid>
    ) => Effect.Effect<Addition, ChangeError>

    /** Removes contacts; one that is not on the list is no error (L3). */
    readonly removeMembers: (
      caller: Caller,
      uuid: ContactListUuid,
      contacts: ReadonlyArray<ContactUuid>
    ) => Effect.Effect<void, ChangeError>

    /** The lists that a contact is on. */
    readonly listsOf: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      status: ContactListStatus | null,
      page: PageRequest
    ) => Effect.Effect<Page<ContactList>, ContactNotFound | StorageError>
  }
>()("@rollcall/core/lists/ContactLists") {
  static readonly layer = Layer.effect(
    ContactLists,
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const contacts = yield* ContactStore
      const transaction = yield* Transaction

      /**
       * Does something with a list that nobody else can change meanwhile, unless it is archived. The instant is not
       * before the one of its last change.
       */
      const withActive = <A, E>(
        caller: Caller,
        uuid: ContactListUuid,
        change: (list: ContactList, now: DateTime.Utc) => Effect.Effect<A, E>
      ) =>
        transaction.run(
          Effect.gen(function* () {
            const list = yield* activeList(yield* store.lock(caller.workspace, uuid), uuid)
            return yield* change(list, DateTime.max(yield* DateTime.now, list.updatedAt))
          })
        )

      const create = Effect.fn("ContactLists.create")(function* (
        caller: Caller,
        fields: ContactListFields & { readonly name: string }
      ) {
        const tidied = tidyFields(fields)
        yield* reject(listIssues(tidied))
        const now = yield* DateTime.now
        const list: ContactList = {
          uuid: ContactListUuid.make(yield* nextId),
          workspaceUuid: caller.workspace,
          name: tidied.name ?? "",
          status: "active",
          emoji: tidied.emoji ?? null,
          count: 0,
          createdBy: caller.actor,
          updatedBy: caller.actor,
          createdAt: now,
          updatedAt: now
        }
        yield* store.insert(list)
        return list
      })

      const get = Effect.fn("ContactLists.get")(function* (workspace: WorkspaceUuid, uuid: ContactListUuid) {
        return yield* found(yield* store.find(workspace, uuid), uuid)
      })

      const list = Effect.fn("ContactLists.list")(function* (
        workspace: WorkspaceUuid,
        { search, status, ...sort }: ContactListListing,
        page: PageRequest
      ) {
        const text = search?.trim() ?? ""
        yield* reject(searchIssues(text))
        return yield* store.list(workspace, { status, nameContains: fold(text) || null, contact: null }, sort, page)
      })

      const update = Effect.fn("ContactLists.update")(function* (
        caller: Caller,
        uuid: ContactListUuid,
        fields: ContactListFields
      ) {
        const tidied = tidyFields(fields)
        return yield* withActive(caller, uuid, (list, now) => {
          const changed: ContactList = { ...list, ...tidied, updatedBy: caller.actor, updatedAt: now }
          return reject(listIssues(tidied)).pipe(Effect.andThen(store.replace(changed)), Effect.as(changed))
        })
      })

      const archive = Effect.fn("ContactLists.archive")(function* (caller: Caller, uuid: ContactListUuid) {
        yield* withActive(caller, uuid, (list, now) =>
          store.replace({ ...list, status: "archived", updatedBy: caller.actor, updatedAt: now })
        )
      })

      const addMembers = Effect.fn("ContactLists.addMembers")(function* (
        caller: Caller,
        uuid: ContactListUuid,
        uuids: ReadonlyArray<ContactUuid>
      ) {
        const distinct = [...new Set(uuids)]
        const outcomes = yield* withActive(caller, uuid, (_, now) =>
          store.addMembers(caller.workspace, uuid, distinct, caller.actor, now)
        )
        return additionOf(uuids, outcomes)
      })

      const removeMembers = Effect.fn("ContactLists.removeMembers")(function* (
        caller: Caller,
        uuid: ContactListUuid,
        uuids: ReadonlyArray<ContactUuid>
      ) {
        yield* withActive(caller, uuid, (_, now) =>
          store.removeMembers(caller.workspace, uuid, [...new Set(uuids)], caller.actor, now)
        )
      })

      const members = Effect.fn("ContactLists.members")(function* (
        workspace: WorkspaceUuid,
        uuid: ContactListUuid,
        listing: MemberListing,
        page: PageRequest
      ) {
        yield* get(workspace, uuid)
        return yield* store.members(workspace, uuid, listing, page)
      })

      const listsOf = Effect.fn("ContactLists.listsOf")(function* (
        workspace: WorkspaceUuid,
        contact: ContactUuid,
        status: ContactListStatus | null,
        page: PageRequest
      ) {
        if (Option.isNone(yield* contacts.find(workspace, contact)))
          return yield* new ContactNotFound({ uuid: contact })
        return yield* store.list(workspace, { status, nameContains: null, contact }, byName, page)
      })

      return ContactLists.of({
        create,
        get,
        list,
        update,
        archive,
        members,
        addMembers,
        removeMembers,
        listsOf
      })
    })
  )
}

/** The list, or the error that there is none or that it takes no change (L2). */
export const activeList = (list: Option.Option<ContactList>, uuid: ContactListUuid) =>
  Effect.filterOrFail(
    found(list, uuid),
    ({ status }) => status !== "archived",
    () => new ContactListArchived({ uuid })
  )

const found = (list: Option.Option<ContactList>, uuid: ContactListUuid) =>
  Effect.mapError(Effect.fromOption(list), () => new ContactListNotFound({ uuid }))

const reject = (issues: ReadonlyArray<Issue>) =>
  issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))

const tidyFields = (fields: ContactListFields): ContactListFields => ({
  ...(fields.name === undefined ? {} : { name: fields.name.trim() }),
  ...(fields.emoji === undefined ? {} : { emoji: fields.emoji?.trim() || null })
})

/** Sorts what happened into what was added and what was not, in the order of the request. */
const additionOf = (uuids: ReadonlyArray<ContactUuid>, outcomes: ReadonlyMap<ContactUuid, MemberOutcome>): Addition => {
  const added: Array<ContactUuid> = []
  const warnings: Array<{ readonly uuid: ContactUuid; readonly message: string }> = []
  const seen = new Set<ContactUuid>()
  for (const uuid of uuids) {
    const outcome = seen.has(uuid) ? "repeated" : (outcomes.get(uuid) ?? "unknown")
    seen.add(uuid)
    if (outcome === "added") added.push(uuid)
    else warnings.push({ uuid, message: warningOf[outcome] })
  }
  return { added, warnings }
}

const byName: ContactListSort = { sortField: "name", sortOrder: "asc" }

const warningOf = {
  present: "contact is already in the list",
  unknown: "contact does not exist",
  repeated: "contact is named more than once"
} as const
