import {
  compareCodePoints,
  type ContactList,
  type ContactListSort,
  ContactListStore,
  type ContactListUuid,
  type Page,
  type PageRequest,
  slice,
  StorageError,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase } from "../kernel/MemoryDatabase.ts"
import type { State } from "../kernel/State.ts"
import { counted, findList, listsIn, type ListsState, putList, type StoredList } from "./ListsState.ts"
import * as Members from "./Members.ts"

/** The lists of the memory database. Members are counted each time that a list is given out. */
export const layer: Layer.Layer<ContactListStore, never, MemoryDatabase> = Layer.effect(
  ContactListStore,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase

    const modify = <A>(change: (lists: ListsState) => readonly [A, ListsState]): Effect.Effect<A> =>
      database.modify((state) => {
        const [value, lists] = change(state.lists)
        return [value, { ...state, lists }]
      })

    const find = (workspace: WorkspaceUuid, uuid: ContactListUuid) =>
      database.read(({ contacts, lists }) => Option.map(findList(lists, workspace, uuid), counted(contacts)))

    return ContactListStore.of({
      insert: (list) =>
        Effect.flatMap(
          modify((lists) =>
            Option.isSome(findList(lists, list.workspaceUuid, list.uuid))
              ? [false, lists]
              : [true, putList(lists, list, HashMap.empty())]
          ),
          (done) =>
            done
              ? Effect.void
              : Effect.fail(new StorageError({ reason: "Conflict", cause: new Error("The list exists already") }))
        ),

      find,

      // A transaction holds the one lock that all writers need.
      lock: find,

      replace: (list) =>
        modify((lists) => [
          undefined,
          Option.match(findList(lists, list.workspaceUuid, list.uuid), {
            onNone: () => lists,
            onSome: ({ members }) => putList(lists, list, members)
          })
        ]),

      list: (workspace, { contact, nameContains, status }, order, page) =>
        database.read((state) => {
          const wanted = ({ list, members, nameFolded }: StoredList) =>
            (status === null || list.status === status) &&
            nameFolded.includes(nameContains ?? "") &&
            (contact === null || HashMap.has(members, contact))
          return pageOf(state, workspace, wanted, order, page)
        }),

      members: (workspace, uuid, listing, page) =>
        database.read((state) => Members.members(state, workspace, uuid, listing, page)),

      addMembers: (workspace, list, contacts, by, now) =>
        database.modify((state) => Members.addMembers(state, { workspace, list, contacts, by, now })),

      removeMembers: (workspace, list, contacts, by, now) =>
        modify((lists) => [undefined, Members.removeMembers(lists, { workspace, list, contacts, by, now })])
    })
  })
)

const pageOf = (
  { contacts, lists }: State,
  workspace: WorkspaceUuid,
  wanted: (list: StoredList) => boolean,
  order: ContactListSort,
  page: PageRequest
): Page<ContactList> => {
  const hits = HashMap.toValues(listsIn(lists, workspace)).filter(wanted)
  const { items, total } = slice(hits.sort(listOrder(order)), page)
  return { items: items.map(counted(contacts)), total }
}

const listOrder = ({ sortField, sortOrder }: ContactListSort): ((a: StoredList, b: StoredList) => number) => {
  const sign = sortOrder === "asc" ? 1 : -1
  const byField =
    sortField === "name"
      ? (a: StoredList, b: StoredList) => compareCodePoints(a.nameFolded, b.nameFolded)
      : (a: StoredList, b: StoredList) => DateTime.Order(a.list.createdAt, b.list.createdAt)
  return (a, b) => sign * (byField(a, b) || compareCodePoints(a.list.uuid, b.list.uuid))
}
