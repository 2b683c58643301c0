import { Array as Arr, Effect, Option } from "effect"
import type { Contact } from "../../people/contacts/Contact.ts"
import type { CustomField } from "../../people/custom-fields/CustomField.ts"
import { CustomFieldStore } from "../../people/custom-fields/CustomFieldStore.ts"
import { type FieldChange, type HistoryEntry, HistoryKind } from "../../people/history/HistoryEntry.ts"
import { keptChanges } from "../../people/history/KeptChanges.ts"
import { HistoryStore } from "../../people/history/HistoryStore.ts"
import { ContactListStore } from "../../people/lists/ContactListStore.ts"
import { MergeStore } from "../../people/merges/MergeStore.ts"
import type { ContactListUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { ShownChange, TimelineType } from "./TimelineEntry.ts"
import { placeOfKinds, type PlacedEntry, type TimelinePlace } from "./TimelinePlace.ts"
import { placed } from "./TimelineSources.ts"

const isKind = (type: TimelineType): type is HistoryKind => HistoryKind.literals.some((kind) => kind === type)

/** Reads the entries of a contact's timeline that only the history stores. */
export const makeHistory = Effect.gen(function* () {
  const history = yield* HistoryStore
  const fields = yield* CustomFieldStore
  const lists = yield* ContactListStore
  const merges = yield* MergeStore

  /** Returns the current names of the lists in these entries, by uuid. */
  const ofContact = Effect.fnUntraced(function* (workspace: WorkspaceUuid, entries: ReadonlyArray<HistoryEntry>) {
    const named = entries.flatMap(({ details }) => ("contactListUuid" in details ? [details.contactListUuid] : []))
    const found = yield* Effect.forEach(Arr.dedupe(named), (uuid) => lists.find(workspace, uuid))
    return new Map(found.flatMap((list) => Option.toArray(list)).map(({ name, uuid }) => [uuid, name]))
  })

  /** Returns the active definitions of the custom fields in these entries. */
  const definitionsOf = (workspace: WorkspaceUuid, entries: ReadonlyArray<HistoryEntry>) => {
    const keys = entries.flatMap(({ details }) =>
      "changes" in details
        ? details.changes.flatMap(({ customField, field }) => (customField === null ? [] : [field]))
        : []
    )
    return keys.length === 0 ? Effect.succeed([]) : fields.named(workspace, Arr.dedupe(keys))
  }

  /** Returns up to `limit` entries of these types after a place in the timeline, newest first. */
  return Effect.fnUntraced(function* (
    { uuid, workspaceUuid }: Contact,
    types: ReadonlyArray<TimelineType>,
    after: TimelinePlace | null,
    limit: number
  ) {
    const merged = yield* merges.mergedInto(workspaceUuid, uuid)
    const contacts = [uuid, ...merged.map(({ from }) => from)]
    const entries = yield* history.before(workspaceUuid, contacts, types.filter(isKind), placeOfKinds(after), limit)
    const names = yield* ofContact(workspaceUuid, entries)
    const definitions = yield* definitionsOf(workspaceUuid, entries)
    return entries.map((entry) => shown(entry, names, definitions))
  })
})

const shown = (
  entry: HistoryEntry,
  names: ReadonlyMap<ContactListUuid, string>,
  definitions: ReadonlyArray<CustomField>
): PlacedEntry => {
  const { at, by, uuid } = entry
  switch (entry.kind) {
    case "list_added":
    case "list_removed": {
      const { contactListUuid } = entry.details
      return placed({ type: entry.kind, at, by, contactListUuid, name: names.get(contactListUuid) ?? "" }, uuid)
    }
    case "opted_out":
      return placed({ type: entry.kind, at, by, ...entry.details }, uuid)
    case "updated":
      return placed(
        {
          type: entry.kind,
          at,
          by,
          changes: keptChanges(entry.details.changes).map((change) => shownChange(change, definitions))
        },
        uuid
      )
    default:
      return placed({ type: entry.kind, at, by }, uuid)
  }
}

/** Hides the values of a change if the field is archived, or is or was sensitive. */
const shownChange = (
  { customField, field, values }: FieldChange,
  definitions: ReadonlyArray<CustomField>
): ShownChange => {
  const isShown = customField === null || definitions.some(({ sensitive, uuid }) => uuid === customField && !sensitive)
  const { from, to } = (isShown ? values : null) ?? { from: null, to: null }
  return { field, customFieldUuid: customField, isHidden: !isShown || values === null, from, to }
}
