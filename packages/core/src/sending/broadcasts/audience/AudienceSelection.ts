import { Effect, Option, Result } from "effect"
import * as Arr from "effect/Array"
import { ContactStore } from "../../../people/contacts/ContactStore.ts"
import { customKeys, planIn } from "../../../people/contacts/ContactSearch.ts"
import { isFieldKey } from "../../../people/custom-fields/CustomField.ts"
import { CustomFieldStore } from "../../../people/custom-fields/CustomFieldStore.ts"
import { predefinedFields } from "../../../people/contact-fields/PredefinedFields.ts"
import { placedFilters, type SearchRequest } from "../../../people/search/Filter.ts"
import { type Definitions, optionProblems } from "../../../people/segments/SegmentRules.ts"
import type { ContactUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import { InvalidInput, issue, type Issue, type IssuePath } from "../../../shared/Issue.ts"
import { recipientsRemoved } from "../Broadcast.ts"
import { BroadcastStore } from "../BroadcastStore.ts"
import type { RecipientStatus } from "../Recipient.ts"
import type { AudienceOutcome, AudienceRequest, ExcludedPart } from "./AudienceRequest.ts"
import { namedFields } from "./AudienceRules.ts"
import type { Selection, SelectionPart } from "./AudienceStore.ts"

/**
 * The delivery statuses of each outcome. A recipient with status `sending` may have been reached, so it counts as unknown.
 */
const statusesOf: { readonly [Outcome in AudienceOutcome]: ReadonlyArray<RecipientStatus> } = {
  pending: ["pending", "claimed"],
  unknown: ["sending", "unknown"],
  sent: ["sent"],
  delivered: ["delivered"],
  read: ["read"],
  undeliverable: ["undeliverable"],
  rejected: ["rejected"]
}

/** Returns the workspace's active custom fields that an audience names, by key. */
export const audienceDefinitions = Effect.fnUntraced(function* (workspace: WorkspaceUuid, audience: AudienceRequest) {
  const store = yield* CustomFieldStore
  const searches = [...audience.include, ...(audience.exclude ?? [])].flatMap(({ search }) => search ?? [])
  const names = [...namedFields(audience).map(({ name }) => name), ...searches.flatMap(customKeys)]
  const keys = Arr.dedupe(names).filter((name) => isFieldKey(name) && !predefinedFields.has(name))
  const found = keys.length === 0 ? [] : yield* store.named(workspace, keys)
  const definitions: Definitions = new Map(found.map((field) => [field.fieldKey, field]))
  return definitions
})

/** The number of parts read concurrently. */
const partsAtOnce = 5

/** The maximum number of contacts per statement. */
const contactsAtOnce = 5_000

/** The maximum number of unknown contacts listed in an error. */
const maxNamedUnknown = 20

/**
 * Returns the selection of an audience, or the issues of its parts. An unknown or archived entity in `include` or `exclude`
 * is an issue, because ignoring the entity would change who is selected. If unknown contacts are `allowed`, they are
 * ignored, because they may have been erased since acceptance.
 */
export const selectionOf = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  { exclude, include }: Pick<AudienceRequest, "exclude" | "include">,
  definitions: Definitions,
  unknownContacts: "refused" | "allowed"
) {
  const read = (name: "include" | "exclude", parts: ReadonlyArray<ExcludedPart>) =>
    Effect.forEach(
      parts,
      (part, index) =>
        Effect.result(readPart(workspace, part, ["audience", name, index], definitions, unknownContacts)),
      { concurrency: partsAtOnce }
    )
  const included = yield* read("include", include)
  const excluded = yield* read("exclude", exclude ?? [])
  const issues: Array<Issue> = []
  for (const result of [...included, ...excluded]) {
    if (Result.isSuccess(result)) continue
    if (result.failure._tag !== "InvalidInput") return yield* result.failure
    issues.push(...result.failure.issues)
  }
  const selection: Selection = {
    include: included.flatMap((result) => (Result.isSuccess(result) ? [result.success] : [])),
    exclude: excluded.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
  }
  return issues.length === 0 ? Result.succeed(selection) : Result.fail(new InvalidInput({ issues }))
})

const readPart = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  part: ExcludedPart,
  path: IssuePath,
  definitions: Definitions,
  unknownContacts: "refused" | "allowed"
) {
  if (part.contactListUuid !== undefined) {
    return yield* setPart(workspace, "contactListUuid", part.contactListUuid, path)
  }
  if (part.segmentUuid !== undefined) return yield* setPart(workspace, "segmentUuid", part.segmentUuid, path)
  if (part.search !== undefined) return yield* searchPart(workspace, part.search, [...path, "search"], definitions)
  if (part.contactUuids !== undefined) {
    return yield* namedPart(workspace, part.contactUuids, [...path, "contactUuids"], unknownContacts)
  }
  return yield* recipientsPart(workspace, part, path)
})

/** Returns the part that selects the contacts of a list or a segment, as a search. */
const setPart = (workspace: WorkspaceUuid, field: "contactListUuid" | "segmentUuid", value: string, path: IssuePath) =>
  planIn(workspace, { advancedSearch: [{ field, operator: "equals", value }] }).pipe(
    Effect.map(({ condition }): SelectionPart => ({ _tag: "Satisfying", condition })),
    Effect.catchTag("InvalidInput", ({ issues }) =>
      Effect.fail(new InvalidInput({ issues: issues.map((issue) => ({ ...issue, path: [...path, field] })) }))
    )
  )

/**
 * Returns the part that selects the contacts of a search. Fails if the search has an unknown or archived option, because
 * that option would match no contact or every contact.
 */
const searchPart = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  search: SearchRequest,
  path: IssuePath,
  definitions: Definitions
) {
  const planned = yield* Effect.result(planIn(workspace, search))
  if (Result.isFailure(planned) && planned.failure._tag !== "InvalidInput") return yield* planned.failure
  const issues = [
    ...(Result.isFailure(planned) && planned.failure._tag === "InvalidInput" ? planned.failure.issues : []),
    ...placedFilters(search.advancedSearch ?? []).flatMap((placed) =>
      optionProblems(placed, definitions).map(({ message, path, reason }) =>
        issue(reason === "option_missing" ? "unknown_option" : "archived_option", path, message)
      )
    )
  ]
  yield* InvalidInput.refuse(issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })))
  const part: SelectionPart = { _tag: "Satisfying", condition: (yield* Effect.fromResult(planned)).condition }
  return part
})

const namedPart = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  uuids: ReadonlyArray<ContactUuid>,
  path: IssuePath,
  unknownContacts: "refused" | "allowed"
) {
  const part: SelectionPart = { _tag: "Named", uuids: Arr.dedupe(uuids) }
  if (unknownContacts === "allowed") return part
  const store = yield* ContactStore
  const found = yield* Effect.forEach(Arr.chunksOf(part.uuids, contactsAtOnce), (some) =>
    store.survivors(workspace, some)
  )
  const known = new Set(found.flat().map(({ uuid }) => uuid))
  const unknown = part.uuids.filter((uuid) => !known.has(uuid))
  if (unknown.length === 0) return part
  const omitted = unknown.length > maxNamedUnknown ? ` and ${unknown.length - maxNamedUnknown} more` : ""
  const message = `there are no contacts ${unknown.slice(0, maxNamedUnknown).join(", ")}${omitted}`
  return yield* new InvalidInput({ issues: [issue("value_error", path, message)] })
})

/**
 * Returns the part that selects a broadcast's recipients. Fails while the recipients aren't stored, and after they were
 * removed, because the exclusion would have no effect.
 */
const recipientsPart = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  { broadcastUuid, outcomes }: Extract<ExcludedPart, { readonly broadcastUuid: unknown }>,
  path: IssuePath
) {
  const at = [...path, "broadcastUuid"]
  const refuse = (message: string) => new InvalidInput({ issues: [issue("value_error", at, message)] })
  const found = yield* BroadcastStore.use((store) => store.find(workspace, broadcastUuid))
  if (Option.isNone(found)) return yield* refuse(`there is no broadcast ${broadcastUuid}`)
  if (!found.value.isComplete)
    return yield* refuse(`the recipients of the broadcast ${broadcastUuid} are not known yet`)
  if (found.value.recipientsRemovedAt !== null) return yield* recipientsRemoved(broadcastUuid, at)
  const statuses = Arr.dedupe(outcomes.flatMap((outcome) => statusesOf[outcome]))
  const part: SelectionPart = { _tag: "Recipients", broadcast: broadcastUuid, statuses }
  return part
})
