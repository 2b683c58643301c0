import { Context, DateTime, Effect, Layer, type Option, Result } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import { findContact } from "../contacts/FindContact.ts"
import { searchable } from "../contacts/ContactSearch.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { identifierKeys, PhoneNumbers } from "../contacts/Identifiers.ts"
import { Contacts } from "../contacts/Contacts.ts"
import { entriesOf } from "../custom-fields/ValueIndex.ts"
import type { Condition } from "../search/Condition.ts"
import { OptOutStore } from "../opt-outs/OptOutStore.ts"
import { toPredicate } from "../search/Predicate.ts"
import { ContactListUuid, nextId, SegmentUuid, type WorkspaceUuid } from "../../shared/Ids.ts"
import { InvalidInput } from "../../shared/Issue.ts"
import { checkPage } from "../../shared/Page.ts"
import { makeWorkspaceCheck } from "../../shared/ExistingWorkspaces.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import { fold } from "../../shared/Text.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { ContactListStore } from "../lists/ContactListStore.ts"
import { searchIssues } from "../lists/ContactListRules.ts"
import {
  type Segment,
  SegmentArchived,
  SegmentBroken,
  type SegmentFault,
  SegmentNotFound,
  type SegmentSearch,
  type StoredSegment,
  NewSegment,
  SegmentChanges,
  SegmentListing,
  SegmentOrder
} from "./Segment.ts"
import { makeNamedReader, namedBy } from "./SegmentSets.ts"
import { makeEvaluation } from "./SegmentEvaluation.ts"
import { type Definitions, fieldTypesOf, nameIssues, tidySearch } from "./SegmentRules.ts"
import { SegmentStore } from "./SegmentStore.ts"
import type { SegmentMethods } from "./SegmentMethods.ts"
import { own } from "../../shared/Own.ts"

/** The position (after the caller) and schema of each operation's input. */
const inputs = {
  create: [0, NewSegment],
  list: [0, SegmentListing],
  update: [1, SegmentChanges],
  contacts: [1, SegmentOrder]
} as const

/**
 * Manages the segments of a workspace and returns their contacts.
 *
 * @example
 * const segments = yield* Segments
 * const { uuid } = yield* segments.create(caller, { name: "Ash", search: { searchTerm: "ash" } })
 * return yield* segments.contains(caller, uuid, contact)
 */
export class Segments extends Context.Service<Segments, SegmentMethods>()("@rollcall/core/people/segments/Segments") {
  static readonly layer = Layer.effect(
    Segments,
    Effect.gen(function* () {
      const store = yield* SegmentStore
      const contactStore = yield* ContactStore
      const listStore = yield* ContactListStore
      const optOuts = yield* OptOutStore
      const contacts = yield* Contacts
      const transaction = yield* Transaction
      const checkWorkspace = yield* makeWorkspaceCheck
      const numbers = yield* PhoneNumbers

      const readNamed = yield* makeNamedReader

      /** Returns segments with their current faults. */
      const read = Effect.fnUntraced(function* (workspace: WorkspaceUuid, segments: ReadonlyArray<StoredSegment>) {
        const { evaluate } = makeEvaluation(yield* readNamed(workspace, namedBy(segments)))
        return segments.map((segment) => withFault(segment, evaluate(segment)))
      })

      const readOne = Effect.fnUntraced(function* (segment: StoredSegment) {
        const { evaluate } = makeEvaluation(yield* readNamed(segment.workspaceUuid, namedBy([segment])))
        return withFault(segment, evaluate(segment))
      })

      /**
       * Returns a tidied search and the types of its custom fields, as stored in a segment. Fails with the issues of the
       * search and `others`.
       */
      const checkSearch = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        uuid: SegmentUuid,
        given: SegmentSearch,
        others: InvalidInput["issues"]
      ) {
        const named = yield* readNamed(workspace, namedBy([{ search: given }]))
        const issues = makeEvaluation(named).issuesOf(given, uuid)
        yield* InvalidInput.refuse([
          ...others,
          ...issues.map((issue) => ({ ...issue, path: ["search", ...issue.path] }))
        ])
        const search = tidySearch(given)
        return { search, fieldTypes: fieldTypesOf(search, named.definitions) }
      })

      /** Returns a segment, its condition, and the custom fields in its search. Fails if the segment is broken. */
      const evaluated = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: SegmentUuid) {
        const segment = yield* found(yield* store.find(workspace, uuid), uuid)
        const { definitions, ...named } = yield* readNamed(workspace, namedBy([segment]))
        const condition = Result.mapError(
          makeEvaluation({ definitions, ...named }).evaluate(segment),
          (fault) => new SegmentBroken({ uuid, fault })
        )
        return { segment, definitions, condition: yield* Effect.fromResult(condition) }
      })

      return Segments.of(
        workspaceService("Segments", inputs, {
          create: Effect.fnUntraced(function* ({ actor, workspace }, { name: given, search }) {
            yield* checkWorkspace(workspace)
            const name = given.trim()
            const uuid = SegmentUuid.make(yield* nextId)
            const checked = yield* checkSearch(workspace, uuid, search, nameIssues(name))
            const now = yield* DateTime.now
            const segment: StoredSegment = {
              uuid,
              workspaceUuid: workspace,
              name,
              status: "active",
              ...checked,
              createdBy: actor,
              updatedBy: actor,
              createdAt: now,
              updatedAt: now
            }
            yield* store.insert(segment)
            return yield* readOne(segment)
          }),
          get: Effect.fnUntraced(function* ({ workspace }, uuid) {
            return yield* readOne(yield* found(yield* store.find(workspace, uuid), uuid))
          }),
          list: Effect.fnUntraced(function* ({ workspace }, { search, sortField, sortOrder, status }, page) {
            yield* checkWorkspace(workspace)
            yield* checkPage(page)
            const text = search?.trim() ?? ""
            yield* InvalidInput.refuse(searchIssues(text))
            const { items, total } = yield* store.list(
              workspace,
              { status: status ?? "active", nameContains: fold(text) || null },
              { sortField: sortField ?? "name", sortOrder: sortOrder ?? "asc" },
              page
            )
            return { items: yield* read(workspace, items), total }
          }),
          update: Effect.fnUntraced(function* ({ actor, workspace }, uuid, changes) {
            const segment = yield* found(yield* store.lock(workspace, uuid), uuid)
            if (segment.status === "archived") return yield* new SegmentArchived({ uuid })
            const name = changes.name?.trim() ?? segment.name
            const issues = nameIssues(name)
            const checked =
              changes.search === undefined
                ? yield* Effect.as(InvalidInput.refuse(issues), {})
                : yield* checkSearch(workspace, uuid, changes.search, issues)
            const updatedAt = yield* updateOf(segment)
            const changed: StoredSegment = { ...segment, name, ...checked, updatedBy: actor, updatedAt }
            yield* store.replace(changed)
            return yield* readOne(changed)
          }, transaction.run),
          archive: Effect.fnUntraced(function* ({ actor, workspace }, uuid) {
            const segment = yield* found(yield* store.lock(workspace, uuid), uuid)
            if (segment.status === "archived") return
            const updatedAt = yield* updateOf(segment)
            yield* store.replace({ ...segment, status: "archived", updatedBy: actor, updatedAt })
          }, transaction.run),
          contacts: Effect.fnUntraced(function* (caller, uuid, { sortBy }, page) {
            const { segment } = yield* evaluated(caller.workspace, uuid)
            return yield* contacts.search(caller, { ...segment.search, sortBy }, page)
          }),
          contains: Effect.fnUntraced(function* ({ workspace }, uuid, contact) {
            const { condition, definitions } = yield* evaluated(workspace, uuid)
            const found = yield* findContact(contactStore, workspace, contact)
            const lists = yield* listStore.among(workspace, found.uuid, listsIn(condition))
            const scopes = yield* optOuts.ofContacts(workspace, [found.uuid])
            const isIn = toPredicate(
              condition,
              (set) => lists.some((list) => list === set),
              (scope) => scopes.some((optOut) => optOut.scope === scope)
            )
            return isIn(searchable(found, identifierKeys(numbers, found), entriesIn(found, definitions)))
          })
        })
      )
    })
  )
}

const found = (segment: Option.Option<StoredSegment>, uuid: SegmentUuid) =>
  Effect.fromOption(segment, () => new SegmentNotFound({ uuid }))

/** Returns the timestamp of an update: now, but never before the previous update. */
const updateOf = ({ updatedAt }: StoredSegment) => Effect.map(DateTime.now, (now) => DateTime.max(now, updatedAt))

const withFault = (stored: StoredSegment, evaluated: Result.Result<unknown, SegmentFault>): Segment => {
  const { fieldTypes: _, ...segment } = stored
  return { ...segment, broken: Result.isFailure(evaluated) ? evaluated.failure : null }
}

/** Returns the lists that a condition names, each once. */
const listsIn = (condition: Condition): ReadonlyArray<ContactListUuid> => {
  const lists = new Set<ContactListUuid>()
  const visit = (condition: Condition): void => {
    if (condition._tag === "MemberOf") lists.add(ContactListUuid.make(condition.set))
    else if (condition._tag === "Not") visit(condition.condition)
    else if (condition._tag === "All" || condition._tag === "Any") condition.conditions.forEach(visit)
  }
  visit(condition)
  return [...lists]
}

/** Returns a contact's custom values in the form that searches compare, by field uuid. */
const entriesIn = ({ customFields }: Contact, definitions: Definitions) =>
  new Map(
    Array.from(definitions.values()).flatMap(({ fieldKey, fieldType, uuid }) => {
      const value = own(customFields, fieldKey)
      return value === undefined ? [] : [[uuid, entriesOf(fieldType, value)] as const]
    })
  )
