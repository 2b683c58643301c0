import { ContactListStore, type ContactUuid, type MemberOutcome, type Page, Transaction } from "@rollcall/core"
import { suites } from "@rollcall/storage-conformance"
import { Effect, Option } from "effect"
import { type Fault, openTransactions, plantedFaults } from "../Planting.ts"

const page = { limit: 1_000, offset: 0 }

const each = <A>({ items, total }: Page<A>, change: (item: A) => A): Page<A> => ({ items: items.map(change), total })

/** Faults that a store of lists may have, each planted in one that has no other. */
const faults: Readonly<Record<string, Fault<ContactListStore["Service"]>>> = {
  "a count of archived members too": (lists) => ({
    find: Effect.fnUntraced(function* (workspace, uuid) {
      const found = yield* lists.find(workspace, uuid)
      const all = { includeArchived: true, sort: "added_last_first" } as const
      const { total: count } = yield* lists.members(workspace, uuid, all, page)
      return Option.map(found, (list) => ({ ...list, count }))
    })
  }),
  "a count that is written": (lists) => {
    const counts = new Map<string, number>()
    return {
      replace: (list) => {
        counts.set(list.uuid, list.count)
        return lists.replace(list)
      },
      find: (workspace, uuid) =>
        Effect.map(
          lists.find(workspace, uuid),
          Option.map((list) => ({ ...list, count: counts.get(uuid) ?? list.count }))
        )
    }
  },
  "no count in listings": (lists) => ({
    list: (...args) => Effect.map(lists.list(...args), (page) => each(page, (list) => ({ ...list, count: 0 })))
  }),
  "archived members that are never left out": (lists) => ({
    members: (workspace, uuid, listing, page) =>
      lists.members(workspace, uuid, { ...listing, includeArchived: true }, page)
  }),
  "archived members that are always left out": (lists) => ({
    members: (workspace, uuid, listing, page) =>
      lists.members(workspace, uuid, { ...listing, includeArchived: false }, page)
  }),
  "members in one order alone": (lists) => ({
    members: (workspace, uuid, listing, page) =>
      lists.members(workspace, uuid, { ...listing, sort: "added_last_first" }, page)
  }),
  "lists of a contact whatever their status": (lists) => ({
    list: (workspace, filter, sort, page) =>
      lists.list(workspace, filter.contact === null ? filter : { ...filter, status: null }, sort, page)
  }),
  "a search that is a pattern": (lists) => ({
    list: (workspace, filter, ...rest) =>
      lists.list(workspace, filter.nameContains === "%" ? { ...filter, nameContains: null } : filter, ...rest)
  }),
  "a search for the whole name": (lists) => ({
    list: Effect.fnUntraced(function* (workspace, filter, sort, page) {
      const { items, total } = yield* lists.list(workspace, filter, sort, page)
      const whole = items.filter(({ name }) => filter.nameContains === null || name.length < 5)
      return { items: whole, total: total - items.length + whole.length }
    })
  }),
  "the total of the page alone": (lists) => ({
    list: (...args) => Effect.map(lists.list(...args), ({ items }) => ({ items, total: items.length }))
  }),
  "present members that are told to be added": (lists) => ({
    addMembers: (...args) =>
      Effect.map(lists.addMembers(...args), (outcomes) => outcomesBut(outcomes, "present", "added"))
  }),
  "unknown contacts that are told to be added": (lists) => ({
    addMembers: (...args) =>
      Effect.map(lists.addMembers(...args), (outcomes) => outcomesBut(outcomes, "unknown", "added"))
  }),
  "a change of members that is told to be nobody's": (lists) => ({
    addMembers: (workspace, uuid, contacts, _by, now) =>
      Effect.gen(function* () {
        const before = Option.getOrUndefined(yield* lists.find(workspace, uuid))
        return yield* lists.addMembers(workspace, uuid, contacts, before?.updatedBy ?? _by, before?.updatedAt ?? now)
      })
  }),
  "a removal that takes the first alone": (lists) => ({
    removeMembers: (workspace, uuid, contacts, by, now) =>
      lists.removeMembers(workspace, uuid, contacts.slice(0, 1), by, now)
  }),
  "an insert that replaces": (lists) => ({
    insert: (list) => Effect.catch(lists.insert(list), () => lists.replace(list))
  }),
  "a name that is trimmed to 100 characters": (lists) => ({
    insert: (list) => lists.insert({ ...list, name: list.name.slice(0, 100) })
  })
}

const outcomesBut = (
  outcomes: ReadonlyMap<ContactUuid, MemberOutcome>,
  wrong: MemberOutcome,
  told: MemberOutcome
): ReadonlyMap<ContactUuid, MemberOutcome> =>
  new Map([...outcomes].map(([uuid, outcome]) => [uuid, outcome === wrong ? told : outcome]))

plantedFaults(ContactListStore, suites["contact lists"], faults)
plantedFaults(Transaction, suites["contact lists"], openTransactions)
