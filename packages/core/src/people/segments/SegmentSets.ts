import { Effect, Layer } from "effect"
import { ContactSets, customKeys, type NamedSet, namedSets } from "../contacts/ContactSearch.ts"
import { PhoneNumbers } from "../contacts/Identifiers.ts"
import { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import { ContactListStore } from "../lists/ContactListStore.ts"
import { readStatuses } from "../lists/ListSets.ts"
import { SegmentUuid, type WorkspaceUuid } from "../../shared/Ids.ts"
import { maxSegmentDepth, type StoredSegment } from "./Segment.ts"
import { makeEvaluation, type Named } from "./SegmentEvaluation.ts"
import { SegmentStore } from "./SegmentStore.ts"

/** The keys of custom fields, and the sets of contacts, that searches name. */
export interface Naming {
  readonly keys: ReadonlyArray<string>
  readonly sets: ReadonlyArray<NamedSet>
}

/** Returns the custom fields and sets that the searches of segments name. */
export const namedBy = (segments: ReadonlyArray<Pick<StoredSegment, "search">>): Naming => ({
  keys: segments.flatMap(({ search }) => customKeys(search)),
  sets: segments.flatMap(({ search }) => namedSets(search))
})

/**
 * Makes a function that reads everything that searches name, directly or through segments. Reads the segments of each depth
 * with one statement, and all custom fields with one more statement.
 */
export const makeNamedReader = Effect.gen(function* () {
  const fields = yield* CustomFieldStore
  const store = yield* SegmentStore
  const numbers = yield* PhoneNumbers
  const readLists = readStatuses(yield* ContactListStore)
  return Effect.fnUntraced(function* (workspace: WorkspaceUuid, naming: Naming) {
    const segments = new Map<string, StoredSegment>()
    const keys = new Set(naming.keys)
    const lists = new Map<string, NamedSet>()
    let { sets } = naming
    for (let depth = 0; depth <= maxSegmentDepth && sets.length > 0; depth++) {
      const uuids = new Set<SegmentUuid>()
      for (const set of sets) {
        if (set.name === "contactListUuid") lists.set(set.uuid, set)
        else if (!segments.has(set.uuid)) uuids.add(SegmentUuid.make(set.uuid))
      }
      const found = uuids.size === 0 ? [] : yield* store.named(workspace, [...uuids])
      for (const segment of found) segments.set(segment.uuid, segment)
      const inner = namedBy(found)
      for (const key of inner.keys) keys.add(key)
      sets = inner.sets
    }
    const definitions = keys.size === 0 ? [] : yield* fields.named(workspace, [...keys])
    const named: Named = {
      definitions: new Map(definitions.map((field) => [field.fieldKey, field])),
      lists: lists.size === 0 ? new Map() : yield* readLists(workspace, [...lists.values()]),
      numbers,
      segments
    }
    return named
  })
})

/** Provides the sets with which searches filter by segments and by lists. */
export const layerContactSets = Layer.effect(
  ContactSets,
  Effect.map(makeNamedReader, (read) => ({
    find: (workspace: WorkspaceUuid, sets: ReadonlyArray<NamedSet>) =>
      Effect.map(read(workspace, { keys: [], sets }), (named) => makeEvaluation(named).setsOf(sets))
  }))
)
