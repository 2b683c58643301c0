import {
  type AccessTokenStore,
  ActorUuid,
  type Caller,
  type ContactImport,
  ContactImports,
  ContactImportStore,
  type ContactListStore,
  Contacts,
  type ContactStore,
  CurrentContactSettings,
  CurrentImportSettings,
  type CustomFieldStore,
  defaultImportSettings,
  type ImportRef,
  type ImportRequest,
  type ImportRow,
  isImportOver,
  nextId,
  type Issue,
  runImport,
  type Transaction
} from "@rollcall/core"
import { Effect, Layer, Option } from "effect"
import { Discrepancy } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { everything, refOf } from "./Fixture.ts"

/** The ports and services that imports are tried with. */
export type ImportNeeds =
  | ContactImportStore
  | ContactStore
  | CustomFieldStore
  | ContactListStore
  | Transaction
  | AccessTokenStore
  | ContactImports
  | Contacts

/** Somebody in a workspace of its own. */
export const newCaller = Effect.gen(function* () {
  const caller: Caller = { workspace: yield* newWorkspace, actor: ActorUuid.make(yield* nextId) }
  return caller
})

/** A row of a request, as one would write it down. */
export const given = (fields: ImportRow["fields"], customFields: ImportRow["customFields"] = {}): ImportRow => ({
  fields,
  customFields,
  original: { ...fields }
})

/** How an import is made and worked off. What is not said: matched on e-mail addresses, two rows in a batch. */
export interface ImportOptions extends Partial<Omit<ImportRequest, "rows">> {
  readonly batch?: number
  readonly uniqueIdentifiers?: boolean
}

/** Accepts rows, and works on none. */
export const accepted = Effect.fnUntraced(function* (
  caller: Caller,
  rows: ReadonlyArray<ImportRow>,
  options: ImportOptions = {}
) {
  const imports = yield* ContactImports
  const { contactListUuid = null, matchOn = "email", mergeType = "create_or_update" } = options
  return refOf(yield* imports.create(caller, { rows, matchOn, mergeType, contactListUuid }))
})

/** Lets one worker work on an import. */
const worked = Effect.fnUntraced(function* (
  ref: ImportRef,
  { batch = 2, uniqueIdentifiers = false }: ImportOptions = {}
) {
  yield* runImport(ref).pipe(
    Effect.provideService(CurrentImportSettings, { ...defaultImportSettings, batch }),
    Effect.provideService(CurrentContactSettings, { uniqueIdentifiers })
  )
})

/** Works on an import until it is over, whoever else does. */
export const workedOff = Effect.fnUntraced(function* (ref: ImportRef, options: ImportOptions = {}) {
  const store = yield* ContactImportStore
  for (let turn = 0; turn < 10_000; turn++) {
    yield* worked(ref, options)
    if (Option.exists(yield* store.find(ref), isImportOver)) return
    yield* Effect.yieldNow
  }
  return yield* new Discrepancy({ message: "An import is never over" })
})

/** The rows of an import with what became of them. */
export const receiptsOf = Effect.fnUntraced(function* ({ contactImport, workspace }: ImportRef) {
  const imports = yield* ContactImports
  const { items } = yield* imports.rows(workspace, contactImport, null, everything)
  return items
})

/** Imports rows, and gives the import as it is when it is over, with what became of each row. */
export const imported = Effect.fnUntraced(function* (
  caller: Caller,
  rows: ReadonlyArray<ImportRow>,
  options: ImportOptions = {}
) {
  const imports = yield* ContactImports
  const ref = yield* accepted(caller, rows, options)
  yield* workedOff(ref, options)
  const contactImport: ContactImport = yield* imports.get(ref.workspace, ref.contactImport)
  const receipts = yield* receiptsOf(ref)
  return { contactImport, receipts, ref, short: shortOf(receipts) }
})

/** What became of each row in short: its outcome, and the kind and field of each issue. */
const shortOf = (receipts: Effect.Success<ReturnType<typeof receiptsOf>>): ReadonlyArray<string> =>
  receipts.map(({ result }) =>
    result === null ? "pending" : [result.outcome, ...result.issues.map(shortIssue)].join(" ")
  )

export const shortIssue = ({ field, type }: Issue): string => `${type} ${field}`

/** The service of contacts under a setting; each check has one of its own. */
export const contactsWith = (uniqueIdentifiers: boolean) =>
  Effect.provide(
    Effect.flatMap(Contacts, Effect.succeed),
    Layer.fresh(Contacts.layer).pipe(Layer.provide(Layer.succeed(CurrentContactSettings, { uniqueIdentifiers })))
  )
