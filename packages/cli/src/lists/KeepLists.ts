import type { ContactListResource } from "@rollcall/api"
import { type ContactUuid, limits } from "@rollcall/core"
import { Array as Arr, DateTime, Effect, Option } from "effect"
import { CommandRefused, NotDone } from "../CommandRefused.ts"
import { type Shown, showContacts } from "../contacts/search/ShowContacts.ts"
import { print } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import { count } from "../screen/Text.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { pageLimit } from "../targets/CustomFieldList.ts"
import { inTarget } from "../targets/InTarget.ts"
import { theList } from "../targets/NamedSets.ts"
import { call, read } from "../targets/Target.ts"

type ListView = typeof ContactListResource.Type

/** Which lists are printed. */
export interface ListedLists {
  readonly status: "active" | "archived"
  readonly search: Option.Option<string>
}

/** Prints the lists of a workspace by name, as a table or as JSON. */
export const listLists = Effect.fn("KeepLists.list")(function* (
  { search, status }: ListedLists,
  json: boolean,
  flags: AddressFlags
) {
  const lists = yield* inTarget(
    flags,
    Effect.gen(function* () {
      const lists: Array<ListView> = []
      for (;;) {
        const query = {
          limit: pageLimit,
          offset: lists.length,
          status,
          sort_field: "name",
          sort_order: "asc",
          ...(Option.isSome(search) && { search: search.value })
        } as const
        const { contact_lists, pagination } = yield* read((client) => client.contactLists.list({ query }))
        lists.push(...contact_lists)
        if (contact_lists.length === 0 || lists.length >= pagination.total) return lists
      }
    })
  )
  yield* print(json, lists.map(listJson), () => (lists.length === 0 ? "No lists are found." : listTable(lists)))
})

/** Creates a list, and prints its uuid. */
export const createList = Effect.fn("KeepLists.create")(function* (
  { emoji, name }: { readonly name: string; readonly emoji: Option.Option<string> },
  json: boolean,
  flags: AddressFlags
) {
  const payload = { name, ...(Option.isSome(emoji) && { emoji: emoji.value }) }
  const list = yield* inTarget(
    flags,
    call((client) => client.contactLists.create({ payload }))
  )
  yield* print(json, listJson(list), () => list.uuid)
})

/** Prints a list. */
export const showList = Effect.fn("KeepLists.show")(function* (named: string, json: boolean, flags: AddressFlags) {
  const list = yield* inTarget(
    flags,
    Effect.flatMap(theList(named), (uuid) =>
      read((client) => client.contactLists.get({ params: { contact_list_uuid: uuid } }))
    )
  )
  yield* print(json, listJson(list), () => listTable([list]))
})

/** Prints the contacts on a list, those added last first. */
export const listContacts = (named: string, input: Shown & { readonly archived: boolean }, flags: AddressFlags) =>
  inTarget(
    flags,
    Effect.flatMap(theList(named), (uuid) =>
      showContacts(input, (client, page) =>
        client.contactLists.members({
          params: { contact_list_uuid: uuid },
          query: { ...page, include_archived: input.archived }
        })
      )
    )
  )

/** Adds contacts to a list. Fails at the end with those that could not be added; one that is on it already is no failure. */
export const addToList = Effect.fn("KeepLists.add")(function* (
  named: string,
  contacts: ReadonlyArray<ContactUuid>,
  json: boolean,
  flags: AddressFlags
) {
  const additions = yield* inTarget(
    flags,
    Effect.flatMap(theList(named), (uuid) =>
      Effect.forEach(inRequests(contacts), (contact_uuids) =>
        call((client) =>
          client.contactLists.addMembers({ params: { contact_list_uuid: uuid }, payload: { contact_uuids } })
        )
      )
    )
  )
  const answers = additions.filter((one) => "warnings" in one)
  const added = answers.flatMap((one) => one.added)
  const warnings = answers.flatMap((one) => one.warnings)
  yield* print(json, { added, warnings }, () => `${countContacts(added.length)} added to the list.`)
  const refused = warnings.filter(({ message }) => !message.includes("already"))
  if (refused.length > 0) {
    return yield* new NotDone({ message: refused.map(({ message, uuid }) => `${uuid}: ${message}`).join("\n") })
  }
})

/** Removes contacts from a list. One that is not on it is no failure. */
export const removeFromList = Effect.fn("KeepLists.remove")(function* (
  named: string,
  contacts: ReadonlyArray<ContactUuid>,
  json: boolean,
  flags: AddressFlags
) {
  const uuid = yield* inTarget(
    flags,
    Effect.tap(theList(named), (uuid) =>
      Effect.forEach(inRequests(contacts), (contact_uuids) =>
        call((client) =>
          client.contactLists.removeMembers({ params: { contact_list_uuid: uuid }, payload: { contact_uuids } })
        )
      )
    )
  )
  const removed = Arr.dedupe(contacts)
  yield* print(json, { uuid, removed }, () => `${countContacts(removed.length)} not on the list any more.`)
})

/** Changes the name or the emoji of a list, and prints it. */
export const updateList = Effect.fn("KeepLists.update")(function* (
  named: string,
  { emoji, name }: { readonly name: Option.Option<string>; readonly emoji: Option.Option<string> },
  json: boolean,
  flags: AddressFlags
) {
  if (Option.isNone(name) && Option.isNone(emoji)) {
    return yield* new CommandRefused({ message: "nothing to change: give --name or --emoji" })
  }
  const payload = {
    ...(Option.isSome(name) && { name: name.value }),
    ...(Option.isSome(emoji) && { emoji: emoji.value === "none" ? null : emoji.value })
  }
  const list = yield* inTarget(
    flags,
    Effect.flatMap(theList(named), (uuid) =>
      call((client) => client.contactLists.update({ params: { contact_list_uuid: uuid }, payload }))
    )
  )
  yield* print(json, listJson(list), () => listTable([list]))
})

/** Archives a list. May be repeated. */
export const archiveList = Effect.fn("KeepLists.archive")(function* (
  named: string,
  json: boolean,
  flags: AddressFlags
) {
  const uuid = yield* inTarget(
    flags,
    Effect.tap(theList(named), (uuid) =>
      call((client) => client.contactLists.archive({ params: { contact_list_uuid: uuid } }))
    )
  )
  yield* print(json, { uuid, outcome: "archived" }, () => `List ${uuid} is archived.`)
})

/** Contacts in the numbers that one request takes, each once. */
const inRequests = (contacts: ReadonlyArray<ContactUuid>) => Arr.chunksOf(Arr.dedupe(contacts), limits.listMembers)

const countContacts = (amount: number): string => (amount === 1 ? "1 contact" : `${count(amount)} contacts`)

const listJson = (list: ListView) => ({
  ...list,
  created_at: DateTime.formatIso(list.created_at),
  updated_at: DateTime.formatIso(list.updated_at)
})

const listTable = (lists: ReadonlyArray<ListView>): string =>
  table(
    [
      { title: "UUID", align: "left" },
      { title: "Name", align: "left" },
      { title: "Contacts", align: "right" },
      { title: "Status", align: "left" },
      { title: "Created", align: "left" }
    ],
    lists.map(({ count: contacts, created_at, emoji, name, status, uuid }) => [
      uuid,
      emoji === null ? name : `${emoji} ${name}`,
      count(contacts),
      status,
      DateTime.formatIso(created_at)
    ])
  )
