import { assert, layer } from "@effect/vitest"
import { Config, Effect, Struct } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import {
  type Caller,
  type ContactList,
  ContactLists,
  Contacts,
  type ContactUuid,
  CustomFields,
  systemCaller,
  type WorkspaceUuid
} from "@rollcall/core"
import { hasOptions, noRows } from "@rollcall/core/people"
import { contactsOf, everything, newCaller, newDefinition, services } from "../../Services.ts"
import { imported } from "./Import.ts"
import { type FieldCase, fieldCases, type ImportCase, importCaseArbitrary } from "./ImportCase.ts"
import { importRowByRow, type RowByRowResult, shortIssue } from "./RowByRow.ts"

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
  if (fieldType === null) return
  const fields = yield* CustomFields
  const selectOptions = hasOptions(fieldType) ? labels : null
  const input = newDefinition({ name: fieldKey, fieldType, editable: !isFinal, sensitive: isSensitive, selectOptions })
  const { uuid } = yield* fields.create(systemCaller(workspace), { ...input, fieldKey })
  yield* fields.replace(systemCaller(workspace), uuid, { ...input, selectOptions: selectOptions?.slice(0, 2) ?? null })
  if (isArchived) yield* fields.archive(systemCaller(workspace), uuid)
})

/** Creates what a case needs, in a workspace of its own. */
const prepare = Effect.fnUntraced(function* ({ rows, seeds }: ImportCase) {
  const contacts = yield* Contacts
  const lists = yield* ContactLists
  const [caller, { actor }] = [yield* newCaller, yield* newCaller]
  const owner = { ...caller, actor }
  const { workspace } = caller
  const keys = new Set([...rows, ...seeds].flatMap(({ customFields }) => Object.keys(customFields)))
  for (const [key, one] of Object.entries(fieldCases)) if (keys.has(key)) yield* define(workspace, key, one)
  const list = yield* lists.create(owner, { name: "Regulars" })
  const made = yield* Effect.forEach(seeds, ({ archived, customFields, fields }, n) =>
    contacts
      .create(caller, { ...fields, socialmsgId: fields.socialmsgId ?? `seed ${n}`, customFields })
      .pipe(Effect.flatMap(({ uuid }) => contacts[archived ? "archive" : "restore"](systemCaller(workspace), uuid)))
  )
  const uuids = made.map(({ uuid }) => uuid)
  const members = uuids.filter((_, n) => seeds[n]?.onList)
  if (members.length > 0) yield* lists.addMembers(owner, list.uuid, members)
  const prepared: Prepared = { caller, list, seeds: uuids }
  return prepared
})

/**
 * Reads all that is stored of a workspace after an import. Contacts are named by the seed or the row that they come
 * from, so that two workspaces can be compared.
 */
const viewOf = Effect.fnUntraced(function* (
  { caller: { actor, workspace }, list, seeds }: Prepared,
  results: ReadonlyArray<RowByRowResult>
) {
  const lists = yield* ContactLists
  const names = new Map<ContactUuid, string>(seeds.map((uuid, n) => [uuid, `contact ${n}`]))
  for (const [n, { contactUuid, outcome }] of results.entries()) {
    if (outcome === "created" && contactUuid !== null) names.set(contactUuid, `made by row ${n}`)
  }
  const nameOf = (uuid: ContactUuid): string => names.get(uuid) ?? `stranger ${uuid}`
  const { count, updatedAt, updatedBy } = yield* lists.get(systemCaller(workspace), list.uuid)
  const members = yield* lists.members(systemCaller(workspace), list.uuid, { includeArchived: true }, everything)
  return {
    rows: results.map((result) => ({ ...result, contactUuid: result.contactUuid && nameOf(result.contactUuid) })),
    contacts: Object.fromEntries(
      (yield* contactsOf(workspace)).map((contact) => [
        nameOf(contact.uuid),
        Struct.omit(contact, ["uuid", "workspaceUuid"])
      ])
    ),
    members: members.items.map(({ uuid }) => nameOf(uuid)).toSorted(),
    list: { count, isOurs: updatedBy === actor, updatedAt }
  }
})

/** Imports a case in batches and row by row, in two workspaces, and fails if anything that is stored differs. */
const compare = Effect.fnUntraced(function* (planned: ImportCase, seen: Set<string>) {
  const [tested, reference] = [yield* prepare(planned), yield* prepare(planned)]
  yield* TestClock.adjust("1 second")
  const contactListUuid = planned.withList ? tested.list.uuid : null
  const { contactImport, receipts } = yield* imported(tested.caller, planned.rows, { ...planned, contactListUuid })
  const results = receipts.map(({ result }): RowByRowResult => ({
    outcome: result?.outcome ?? "failed",
    contactUuid: result?.contactUuid ?? null,
    issues: result === null ? ["no result"] : result.issues.map(shortIssue)
  }))
  const expected = yield* importRowByRow(planned, reference)
  assert.deepStrictEqual(yield* viewOf(tested, results), yield* viewOf(reference, expected))
  const counts = { ...noRows }
  for (const { outcome } of expected) counts[outcome]++
  const status = counts.failed === planned.rows.length ? "failed" : "completed"
  assert.deepStrictEqual([contactImport.status, contactImport.counts], [status, counts])
  const originals = (rows: ReadonlyArray<{ readonly original: unknown }>) => rows.map(({ original }) => original)
  assert.deepStrictEqual(originals(receipts), originals(planned.rows))
  for (const { issues, outcome } of expected) {
    for (const result of [outcome, ...issues.map((issue) => `${outcome} ${issue.split(" ")[0]}`)]) seen.add(result)
  }
})

layer(services)("an import", (it) => {
  it.effect(
    "I1-I3, C2, C3, F1-F5, L3: an import in batches of any size has the same result as its rows one by one",
    () =>
      Effect.gen(function* () {
        const numRuns = yield* generatedImports
        const seen = new Set<string>()
        const context = yield* Effect.context<Effect.Services<ReturnType<typeof compare>>>()
        const property = fc.asyncProperty(importCaseArbitrary, (planned) =>
          Effect.runPromiseWith(context)(compare(planned, seen))
        )
        yield* Effect.promise(() => fc.assert(property, { numRuns }))
        const missing = everyResult.filter((result) => !seen.has(result))
        assert.isTrue(numRuns < enough || missing.length === 0, missing.join())
      }),
    3_600_000
  )
})
