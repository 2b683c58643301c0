import {
  type Caller,
  type Contact,
  type ContactList,
  ContactLists,
  Contacts,
  type ContactUuid,
  type CustomField,
  CustomFields,
  type SearchRequest,
  type WorkspaceUuid
} from "@rollcall/core"
import {
  ContactStore,
  digitForms,
  type Filter,
  hasOptions,
  identifierFields,
  identifierKeys,
  noRows
} from "@rollcall/core/storage"
import { Config, Effect, Struct } from "effect"
import { TestClock } from "effect/testing"
import { found } from "../contacts/Fixture.ts"
import { dataTypeFor } from "../custom-fields/FieldOperators.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { everything, inTransaction, newCaller, uuidsOf } from "../shared/Fixture.ts"
import { forAll } from "../shared/ForAll.ts"
import { membersOf } from "../lists/Fixture.ts"
import { accepted, originalsOf, resultsOf, workedOff } from "./Fixture.ts"
import { type FieldCase, fieldCases, type ImportCase, importCaseArbitrary, spellings } from "./ImportCase.ts"
import { importRowByRow, type ReferenceResult, shortIssue } from "./ReferenceImport.ts"

/** How many imports are compared with a row-by-row one: `ROLLCALL_IMPORTS`, or some that take a few seconds. */
const generatedImports = Config.Int("ROLLCALL_IMPORTS").pipe(Config.withDefault(15))

/** From this number of imports on every result of a row occurs; fewer may miss a rare one by chance. */
const enough = 300

/** The results that rows of generated imports have to cover. */
const everyResult = [
  ...["created", "updated", "unchanged", "skipped match_exists", "skipped no_match", "skipped no_match_value"],
  ...["failed ambiguous_match", "failed already_exists", "failed missing", "failed too_long", "failed value_error"]
]

/** A workspace with the fields, contacts and list of a case. */
interface Prepared {
  readonly caller: Caller
  readonly fields: ReadonlyArray<CustomField>
  readonly list: ContactList
  readonly seeds: ReadonlyArray<ContactUuid>
}

const labels = ["Low", "High level", "Retired"]

/** Defines the field of a case, with an archived option; archives the field if the case says so. */
const define = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  fieldKey: string,
  { fieldType, isArchived = false, isFinal = false, isSensitive = false }: FieldCase
) {
  if (fieldType === null) return []
  const fields = yield* CustomFields
  const selectOptions = hasOptions(fieldType) ? labels : null
  const input = { name: fieldKey, icon: null, fieldType, editable: !isFinal, sensitive: isSensitive, selectOptions }
  const { uuid } = yield* fields.create(workspace, { ...input, fieldKey })
  const field = yield* fields.update(workspace, uuid, { ...input, selectOptions: selectOptions?.slice(0, 2) ?? null })
  if (isArchived) yield* fields.archive(workspace, uuid)
  return [field]
})

/** Creates what a case needs, in a workspace of its own. */
const prepare = Effect.fnUntraced(function* ({ rows, seeds }: ImportCase) {
  const contacts = yield* Contacts
  const lists = yield* ContactLists
  const [caller, { actor }] = [yield* newCaller, yield* newCaller]
  const owner = { ...caller, actor }
  const { workspace } = caller
  const keys = new Set([...rows, ...seeds].flatMap(({ customFields }) => Object.keys(customFields)))
  const cases = Object.entries(fieldCases).filter(([key]) => keys.has(key))
  const fields = (yield* Effect.forEach(cases, ([key, one]) => define(workspace, key, one))).flat()
  const list = yield* lists.create(owner, { name: "Regulars" })
  const made = yield* Effect.forEach(seeds, ({ archived, customFields, fields }, n) =>
    contacts
      .create(workspace, { ...fields, socialmsgId: fields.socialmsgId ?? `seed ${n}`, customFields })
      .pipe(Effect.flatMap(({ uuid }) => contacts.setArchived(workspace, uuid, archived)))
  )
  const members = made.filter((_, n) => seeds[n]?.onList)
  if (members.length > 0) yield* lists.addMembers(owner, list.uuid, uuidsOf(members))
  const prepared: Prepared = { caller, fields, list, seeds: uuidsOf(made) }
  return prepared
})

/**
 * Reads all that is visible of a workspace after an import. Contacts are named by the seed or the row that they come
 * from, so that two workspaces can be compared.
 */
const viewOf = Effect.fnUntraced(function* (
  { searched }: ImportCase,
  { caller: { actor, workspace }, fields, list, seeds }: Prepared,
  results: ReadonlyArray<ReferenceResult>
) {
  const contacts = yield* Contacts
  const names = new Map<ContactUuid, string>(seeds.map((uuid, n) => [uuid, `contact ${n}`]))
  for (const [n, { contactUuid, outcome }] of results.entries()) {
    if (outcome === "created" && contactUuid !== null) names.set(contactUuid, `made by row ${n}`)
  }
  const nameOf = (uuid: ContactUuid): string => names.get(uuid) ?? `stranger ${uuid}`
  const namesOf = (found: ReadonlyArray<Contact>) => found.map(({ uuid }) => nameOf(uuid)).toSorted()
  const { items, total } = yield* found(workspace)
  const { count, updatedAt, updatedBy } = yield* ContactLists.use((lists) => lists.get(workspace, list.uuid))
  const searches = [...textSearches, ...fields.flatMap(valueSearches)].filter((_, n) => n % 3 === searched)
  const answers = yield* Effect.forEach(searches, (request) => contacts.search(workspace, request, everything), {
    concurrency: 8
  })
  const held = yield* inTransaction(ContactStore.use((store) => store.lockIdentifiers(workspace, identifiers)))
  return {
    rows: results.map((result) => ({ ...result, contactUuid: result.contactUuid && nameOf(result.contactUuid) })),
    contacts: new Map(items.map((contact) => [nameOf(contact.uuid), Struct.omit(contact, ["uuid", "workspaceUuid"])])),
    total,
    members: namesOf(yield* membersOf(list)),
    list: { count, isOurs: updatedBy === actor, updatedAt },
    found: new Map(answers.map(({ items }, n) => [searches[n], namesOf(items)])),
    // Which of several are returned depends on uuids; how many there are, up to two, does not.
    holders: new Map(held.map(({ contacts, key }) => [key, contacts.length]))
  }
})

/** Searches for every identifier that contacts may have, and for other texts. */
const textSearches: ReadonlyArray<SearchRequest> = [
  ...identifierFields.flatMap((field) =>
    [...new Set(spellings[field].map((text) => text.trim().toLowerCase()))].map((value) => ({
      advancedSearch: [{ field, operator: "equals", value }] satisfies ReadonlyArray<Filter>
    }))
  ),
  { advancedSearch: [{ field: "firstName", operator: "not_exists" }] },
  { searchTerm: "ada straße" },
  { searchTerm: "4 91" }
]

/** Searches for every value that contacts may have of a field, unless it is archived. */
const valueSearches = ({ fieldKey, fieldType }: CustomField): ReadonlyArray<SearchRequest> => {
  const about = { field: fieldKey, dataType: dataTypeFor(fieldType) }
  const values = fieldCases[fieldKey]?.kept ?? []
  return values.length === 0
    ? []
    : [
        { advancedSearch: [{ ...about, operator: "exists" }] },
        ...values.map((value) => ({ advancedSearch: [{ ...about, operator: "equals" as const, value }] }))
      ]
}

const identifiers = identifierFields.flatMap((field) =>
  spellings[field].flatMap((text) => identifierKeys(digitForms, { [field]: text }))
)

/** Imports a case in batches and row by row, in two workspaces, and fails if anything that is visible differs. */
const compare = Effect.fnUntraced(function* (planned: ImportCase, seen: Set<string>) {
  const [tested, reference] = [yield* prepare(planned), yield* prepare(planned)]
  yield* TestClock.adjust("1 second")
  const contactListUuid = planned.withList ? tested.list.uuid : null
  const ref = yield* accepted(tested.caller, planned.rows, { ...planned, contactListUuid })
  yield* workedOff(ref, planned)
  const { contactImport, receipts } = yield* resultsOf(ref)
  const results = receipts.map(({ result }): ReferenceResult => ({
    outcome: result?.outcome ?? "failed",
    contactUuid: result?.contactUuid ?? null,
    issues: result === null ? ["no result"] : result.issues.map(shortIssue)
  }))
  const expected = yield* importRowByRow(planned, reference)
  const actualView = yield* viewOf(planned, tested, results)
  const expectedView = yield* viewOf(planned, reference, expected)
  for (const part of ["rows", "contacts", "total", "members", "list", "holders", "found"] as const) {
    yield* agree(`The ${part}`, actualView[part], expectedView[part])
  }
  const counts = { ...noRows }
  for (const { outcome } of expected) counts[outcome]++
  yield* agree("The counts", contactImport.counts, counts)
  yield* agree("The status", contactImport.status, counts.failed === planned.rows.length ? "failed" : "completed")
  yield* agree("The originals", originalsOf(receipts), originalsOf(planned.rows))
  for (const { issues, outcome } of expected) {
    for (const result of [outcome, ...issues.map((issue) => `${outcome} ${issue.split(" ")[0]}`)]) seen.add(result)
  }
})

/** Rows that are applied in batches have the results that they have one by one. */
export const agreementChecks: ReadonlyArray<Check> = [
  check(
    "I1-I3, C2, C3, F1-F5, L3: an import in batches of any size comes to what its rows come to one by one",
    function* () {
      const cases = yield* generatedImports
      const seen = new Set<string>()
      yield* forAll(importCaseArbitrary, cases, (planned) => compare(planned, seen))
      const missing = everyResult.filter((result) => !seen.has(result))
      yield* holds("Every result is one of some row", cases < enough || missing.length === 0, missing)
    }
  )
]
