import { DateTime, Effect, Struct } from "effect"
import {
  systemCaller,
  ActorUuid,
  type Caller,
  type ContactImport,
  ContactImports,
  ContactImportUuid,
  ContactSettings,
  ContactUuid,
  type ImportRequest,
  ImportSettings,
  WorkspaceUuid
} from "@rollcall/core"
import { type ImportRow, noRows, runImport } from "@rollcall/core/people"
import type { ImportRef } from "@rollcall/core/storage"
import { everything } from "../../Services.ts"
import { placeOf } from "../../../src/shared/Issue.ts"

const uuid = (kind: number, n: number) =>
  `00000000-0000-4000-8${String(kind).padStart(3, "0")}-${String(n).padStart(12, "0")}`

/** The nth contact's uuid; the order of the uuids is that of the numbers. */
export const contactUuid = (n: number): ContactUuid => ContactUuid.make(uuid(2, n))

/** A pending import that matches on e-mail addresses, but for what is given. */
export const contactImport = (fields: Partial<ContactImport> = {}): ContactImport => ({
  uuid: ContactImportUuid.make(uuid(9, 1)),
  workspaceUuid: WorkspaceUuid.make("00000000-0000-4000-8000-00000000000a"),
  createdBy: ActorUuid.make(uuid(3, 1)),
  status: "pending",
  mergeType: "create_or_update",
  archivedContacts: "keep",
  matchOnField: "email",
  contactListUuid: null,
  total: 10,
  counts: noRows,
  fileName: null,
  fileUuid: null,
  undo: null,
  createdAt: DateTime.makeUnsafe(0),
  updatedAt: DateTime.makeUnsafe(0),
  ...fields
})

/** A row with these fields and values, whose original is its fields. */
export const row = (fields: ImportRow["fields"], customFields: ImportRow["customFields"] = {}): ImportRow => ({
  fields,
  customFields,
  original: { ...fields }
})

/** How an import is made and applied. By default: matched on e-mail addresses, two rows in a batch. */
interface ImportOptions extends Partial<Omit<ImportRequest, "contacts">> {
  readonly batch?: number
  readonly uniqueIdentifiers?: boolean
}

/** Accepts rows, and applies none. */
export const accepted = Effect.fnUntraced(function* (
  caller: Caller,
  rows: ReadonlyArray<ImportRow>,
  options: ImportOptions = {}
) {
  const imports = yield* ContactImports
  const request = Struct.pick(options, ["archivedContacts", "contactListUuid", "matchOnField", "mergeType"])
  const { uuid } = yield* imports.create(caller, { matchOnField: "email", ...request, contacts: rows })
  const ref: ImportRef = { workspace: caller.workspace, contactImport: uuid }
  return ref
})

/** Runs one worker on an import. */
export const worked = (ref: ImportRef, { batch = 2, uniqueIdentifiers = false }: ImportOptions = {}) =>
  runImport(ref).pipe(
    Effect.provideService(ImportSettings, { ...ImportSettings.defaultValue(), batch }),
    Effect.provideService(ContactSettings, { uniqueIdentifiers })
  )

/** An import, its rows, and the result of each in short: the outcome, and the type and field of each issue. */
export const stateOf = Effect.fnUntraced(function* ({ contactImport, workspace }: ImportRef) {
  const imports = yield* ContactImports
  const { items } = yield* imports.rows(systemCaller(workspace), contactImport, {}, everything)
  const short = items.map(({ result }) =>
    result === null
      ? "pending"
      : [result.outcome, ...result.issues.map(({ code, path }) => `${code} ${placeOf(path)}`)].join(" ")
  )
  return { contactImport: yield* imports.get(systemCaller(workspace), contactImport), receipts: items, short }
})

/** Imports rows, and returns what `stateOf` does when the import is over. */
export const imported = Effect.fnUntraced(function* (
  caller: Caller,
  rows: ReadonlyArray<ImportRow>,
  options: ImportOptions = {}
) {
  const ref = yield* accepted(caller, rows, options)
  yield* worked(ref, options)
  return { ref, ...(yield* stateOf(ref)) }
})
