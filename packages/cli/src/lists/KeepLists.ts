import type { ContactListResource } from "@rollcall/api"
import { type ContactListUuid, type ContactUuid, limits } from "@rollcall/core"
import { Array as Arr, DateTime, Effect, Option } from "effect"
import { NotDone, refusal } from "../CommandRefused.ts"
import { type Sought, unorderedSearchOf } from "../contacts/search/SearchInput.ts"
import { type Shown, showContacts } from "../contacts/search/ShowContacts.ts"
import { type Printed, print } from "../screen/Output.ts"
import { numbers, table } from "../screen/Table.ts"
import { count, countOf } from "../screen/Text.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { given } from "../targets/Given.ts"
import { callIn, inTarget, printItems } from "../targets/InTarget.ts"
import { untilOver } from "../targets/JobProgress.ts"
import { type Listed, listsThat, theList } from "../targets/NamedSets.ts"
import { type ApiClient, call, read } from "../targets/Target.ts"

type ListView = typeof ContactListResource.Type

interface OfList extends Printed {
  readonly named: string
}

interface OfContacts extends OfList {
  readonly contacts: ReadonlyArray<ContactUuid>
}

type Members = { readonly contact_uuids: ReadonlyArray<ContactUuid> }
type Params = { readonly contact_list_uuid: ContactListUuid }

/** Sends a request about the list of a command, and returns the response. */
const onList = <A, E>(
  { named }: OfList,
  flags: AddressFlags,
  request: (client: ApiClient, params: Params) => Effect.Effect<A, E>,
  ask: typeof call = call
) =>
  inTarget(
    flags,
    Effect.flatMap(theList(named), (uuid) => ask((client) => request(client, { contact_list_uuid: uuid })))
  )

export const listLists = (input: Listed & Printed, flags: AddressFlags) =>
  printItems(flags, input, listsThat(input), { what: "lists", tableOf: listTable })

/** Creates a list, and prints its uuid. */
export const createList = Effect.fn("KeepLists.create")(function* (
  { emoji, json, name }: Printed & { readonly name: string; readonly emoji: Option.Option<string> },
  flags: AddressFlags
) {
  const payload = { name, ...given({ emoji }) }
  const list = yield* callIn(flags, (client) => client.contactLists.create({ payload }))
  yield* print(json, list, () => list.uuid)
})

const printList = (list: ListView, { json }: Printed) => print(json, list, () => listTable([list]))

export const showList = Effect.fn("KeepLists.show")(function* (input: OfList, flags: AddressFlags) {
  yield* printList(yield* onList(input, flags, ({ contactLists }, params) => contactLists.get({ params }), read), input)
})

/** Prints the contacts on a list, the last added first. */
export const listContacts = (input: OfList & Shown & { readonly archived: boolean }, flags: AddressFlags) =>
  inTarget(
    flags,
    Effect.flatMap(theList(input.named), (uuid) =>
      showContacts(input, (client, page) =>
        client.contactLists.members({
          params: { contact_list_uuid: uuid },
          query: { ...page, include_archived: input.archived }
        })
      )
    )
  )

/** Sends the contacts in as many requests as needed, one after the other. Sends each contact once. */
const forContacts = <A, E>(
  { contacts, named }: OfContacts,
  flags: AddressFlags,
  request: (client: ApiClient, params: Params, payload: Members) => Effect.Effect<A, E>
) =>
  inTarget(
    flags,
    Effect.gen(function* () {
      const params = { contact_list_uuid: yield* theList(named) }
      const answers = yield* Effect.forEach(Arr.chunksOf(Arr.dedupe(contacts), limits.listMembers), (contact_uuids) =>
        call((client) => request(client, params, { contact_uuids }))
      )
      return { uuid: params.contact_list_uuid, answers }
    })
  )

/**
 * Adds contacts to a list. Ignores contacts that are already on it. Fails at the end if some contacts could not be added,
 * and lists them.
 */
export const addToList = Effect.fn("KeepLists.add")(function* (input: OfContacts, flags: AddressFlags) {
  const { answers } = yield* forContacts(input, flags, ({ contactLists }, params, payload) =>
    contactLists.addMembers({ params, payload })
  )
  const additions = answers.filter((one) => "warnings" in one)
  const added = additions.flatMap((one) => one.added)
  const warnings = additions.flatMap((one) => one.warnings)
  yield* print(input.json, { added, warnings }, () => `${countOf(added.length, "contact")} added to the list.`)
  const refused = warnings.filter(({ message }) => !message.includes("already"))
  if (refused.length > 0) {
    return yield* new NotDone({ message: refused.map(({ message, uuid }) => `${uuid}: ${message}`).join("\n") })
  }
})

/**
 * Adds the matching contacts of a search to a list, and waits until it is done. On a server, its workers do it. On a
 * database, workers of this process do it. An accepted job continues if the command is interrupted.
 */
export const addFound = Effect.fn("KeepLists.addFound")(function* (
  { json, named, sought }: OfList & { readonly sought: Sought },
  flags: AddressFlags
) {
  const job = yield* inTarget(
    flags,
    Effect.gen(function* () {
      const params = { contact_list_uuid: yield* theList(named) }
      const search = yield* unorderedSearchOf(sought)
      const accepted = yield* call((client) => client.contactLists.addMembers({ params, payload: { search } }))
      if (!("total" in accepted))
        return yield* refusal("this server is too old to add contacts by a search; give contact UUIDs")
      const ofAddition = { ...params, addition_uuid: accepted.uuid }
      return yield* untilOver(
        accepted,
        read((client) => client.contactLists.addition({ params: ofAddition }))
      )
    }),
    { jobs: true }
  )
  const { added, present, processed, reason, total, uuid } = job
  yield* print(
    json,
    { uuid, added, present, processed, total, reason },
    () => `${countOf(added, "contact")} added to the list; ${count(present)} on it before.`
  )
  if (reason !== null) return yield* new NotDone({ message: `not all contacts were added: ${reason}` })
})

/** Removes contacts from a list. Ignores contacts that are not on it. */
export const removeFromList = Effect.fn("KeepLists.remove")(function* (input: OfContacts, flags: AddressFlags) {
  const { uuid } = yield* forContacts(input, flags, ({ contactLists }, params, payload) =>
    contactLists.removeMembers({ params, payload })
  )
  const removed = Arr.dedupe(input.contacts)
  yield* print(input.json, { uuid, removed }, () => `${countOf(removed.length, "contact")} removed from the list.`)
})

/** Changes the name or the emoji of a list, and prints the list. */
export const updateList = Effect.fn("KeepLists.update")(function* (
  input: OfList & { readonly name: Option.Option<string>; readonly emoji: Option.Option<string> },
  flags: AddressFlags
) {
  const { emoji, name } = input
  if (Option.isNone(name) && Option.isNone(emoji)) return yield* refusal("nothing to change. Give --name or --emoji")
  const payload = given({ name, emoji: Option.map(emoji, (said) => (said === "none" ? null : said)) })
  const list = yield* onList(input, flags, ({ contactLists }, params) => contactLists.update({ params, payload }))
  yield* printList(list, input)
})

/** Archives a list. Idempotent. */
export const archiveList = Effect.fn("KeepLists.archive")(function* (input: OfList, flags: AddressFlags) {
  const uuid = yield* onList(input, flags, ({ contactLists }, params) =>
    Effect.as(contactLists.archive({ params }), params.contact_list_uuid)
  )
  yield* print(input.json, { uuid, outcome: "archived" }, () => `List ${uuid} is archived.`)
})

/** Restores an archived list. Idempotent. */
export const unarchiveList = Effect.fn("KeepLists.unarchive")(function* (input: OfList, flags: AddressFlags) {
  const { uuid } = yield* onList(input, flags, ({ contactLists }, params) => contactLists.unarchive({ params }))
  yield* print(input.json, { uuid, outcome: "restored" }, () => `List ${uuid} is restored.`)
})

const listTable = (lists: ReadonlyArray<ListView>): string =>
  table(
    ["UUID", "Name", numbers("Contacts"), "Status", "Created"],
    lists.map(({ count: contacts, created_at, emoji, name, status, uuid }) => [
      uuid,
      emoji === null ? name : `${emoji} ${name}`,
      count(contacts),
      status,
      DateTime.formatIso(created_at)
    ])
  )
