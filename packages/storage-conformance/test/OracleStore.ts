import {
  AccessTokenStore,
  applyEntries,
  comparator,
  type Condition,
  type Contact,
  ContactStore,
  CustomFieldStore,
  type Page,
  type PageRequest,
  type Searchable,
  searchable,
  slice,
  type Sort,
  toPredicate,
  type ValueChange,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect, Layer, Option } from "effect"
import { holdersAmong } from "../src/contacts/Holders.ts"

/** The parts of a store that a fault is planted in. */
export interface Parts {
  readonly isVisible: (contact: Contact, workspace: WorkspaceUuid) => boolean
  readonly index: (contact: Contact, values: Searchable["values"]) => Searchable
  readonly matcher: (condition: Condition) => (contact: Searchable) => boolean
  readonly order: (sort: Sort) => (a: Searchable, b: Searchable) => number
  readonly page: <A>(items: ReadonlyArray<A>, page: PageRequest) => Page<A>
}

const correct: Parts = {
  isVisible: (contact, workspace) => contact.workspaceUuid === workspace,
  index: searchable,
  matcher: toPredicate,
  order: comparator,
  page: slice
}

/** A store of contacts that is the definition of search itself, but for what is given. */
export const oracleStore = (
  faults: Partial<Parts> = {}
): Layer.Layer<ContactStore | CustomFieldStore | AccessTokenStore> => {
  const parts = { ...correct, ...faults }
  const contacts = Layer.sync(ContactStore, () => {
    const stored = new Map<string, { readonly contact: Contact; readonly index: Searchable }>()
    const keyOf = (workspace: WorkspaceUuid, uuid: string) => `${workspace} ${uuid}`
    const put = (contact: Contact, changes: ReadonlyArray<ValueChange>) =>
      Effect.sync(() => {
        const key = keyOf(contact.workspaceUuid, contact.uuid)
        const values = applyEntries(stored.get(key)?.index.values ?? new Map(), changes)
        stored.set(key, { contact, index: parts.index(contact, values) })
      })
    const find = (workspace: WorkspaceUuid, uuid: string) =>
      Effect.sync(() => Option.fromUndefinedOr(stored.get(keyOf(workspace, uuid))?.contact))
    return ContactStore.of({
      find,
      lock: (workspace, uuids) =>
        Effect.map(
          Effect.forEach(uuids, (uuid) => find(workspace, uuid)),
          (found) => found.flatMap((contact) => Option.toArray(contact))
        ),
      save: ({ changed, created }) =>
        Effect.forEach([...created, ...changed], ({ changes, contact }) => put(contact, changes), { discard: true }),
      lockIdentifiers: (workspace, keys) =>
        Effect.sync(() => {
          const contacts = Array.from(stored.values(), ({ contact }) => contact)
          const ours = contacts.filter(({ workspaceUuid }) => workspaceUuid === workspace)
          return keys.map((key) => holdersAmong(ours, key))
        }),
      erase: (workspace, uuid) =>
        Effect.map(find(workspace, uuid), (found) => Option.isSome(found) && stored.delete(keyOf(workspace, uuid))),
      search: (workspace, plan, page) =>
        Effect.sync(() => {
          const matches = parts.matcher(plan.condition)
          const compare = parts.order(plan.sort)
          const hits = [...stored.values()]
            .filter(({ contact, index }) => parts.isVisible(contact, workspace) && matches(index))
            .sort((a, b) => compare(a.index, b.index))
          return parts.page(
            hits.map(({ contact }) => contact),
            page
          )
        })
    })
  })
  // The suites of search tell it what fields there are, ask it for workspaces, and nothing else.
  const fields = Layer.mock(CustomFieldStore, { insert: () => Effect.succeed(true) })
  const workspaces = Layer.mock(AccessTokenStore, {
    ensureWorkspace: (name, uuid) => Effect.succeed({ name, uuid })
  })
  return Layer.mergeAll(contacts, fields, workspaces)
}
