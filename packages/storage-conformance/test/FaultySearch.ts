import {
  applyEntries,
  comparator,
  type Condition,
  type Contact,
  ContactStore,
  type ContactWrite,
  type Page,
  type PageRequest,
  type Searchable,
  searchable,
  slice,
  type Sort,
  type Storage,
  toPredicate,
  type WorkspaceUuid
} from "@rollcall/core"
import { layer } from "@rollcall/storage-memory"
import { Context, Effect, Layer } from "effect"

/** The parts of a search that a fault is planted in. */
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

/** The store in memory, but for these parts of its searches. */
export const faultySearch = (faults: Partial<Parts> = {}): Layer.Layer<Storage> => {
  const parts = { ...correct, ...faults }
  return Layer.effectContext(
    Effect.map(Layer.build(layer), (storage) => {
      const contacts = Context.get(storage, ContactStore)
      const saved = new Map<string, { readonly contact: Contact; readonly index: Searchable }>()
      const keep = ({ changes, contact }: ContactWrite) => {
        const key = `${contact.workspaceUuid} ${contact.uuid}`
        const values = applyEntries(saved.get(key)?.index.values ?? new Map(), changes)
        saved.set(key, { contact, index: parts.index(contact, values) })
      }
      const faulty: Partial<ContactStore["Service"]> = {
        save: (writes) =>
          Effect.tap(contacts.save(writes), () =>
            Effect.sync(() => [...writes.created, ...writes.changed].forEach(keep))
          ),
        search: (workspace, plan, page) =>
          Effect.sync(() => {
            const matches = parts.matcher(plan.condition)
            const compare = parts.order(plan.sort)
            const hits = Array.from(saved.values())
              .filter(({ contact, index }) => parts.isVisible(contact, workspace) && matches(index))
              .sort((a, b) => compare(a.index, b.index))
            return parts.page(
              hits.map(({ contact }) => contact),
              page
            )
          })
      }
      return Context.add(storage, ContactStore, ContactStore.of({ ...contacts, ...faulty }))
    })
  )
}
