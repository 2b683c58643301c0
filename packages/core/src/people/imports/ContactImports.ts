import { Context, Data, DateTime, Effect, Layer, Schema } from "effect"
import { ContactStore } from "../contacts/ContactStore.ts"
import type { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import { makeWorkspaceCheck } from "../../shared/ExistingWorkspaces.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import { given } from "../../shared/Input.ts"
import {
  type Caller,
  ContactImportUuid,
  ContactListUuid,
  type ContactUuid,
  nextId,
  Uuid,
  type WorkspaceUuid
} from "../../shared/Ids.ts"
import { InvalidInput, issue, type Issue, textIssues } from "../../shared/Issue.ts"
import { checkPage, type Page, type PageRequest } from "../../shared/Page.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { keepTraceIn } from "../../operations/observability/Traces.ts"
import { StoreMonitor } from "../../operations/observability/StoreMonitor.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { ContactListArchived, ContactListNotFound } from "../lists/ContactList.ts"
import { activeList } from "../lists/ContactLists.ts"
import { ContactListStore } from "../lists/ContactListStore.ts"
import {
  ArchivedContacts,
  type ContactImport,
  type ImportRowReceipt,
  MatchField,
  maxFileNameLength,
  MergeType,
  noRows,
  type RowCounts,
  RowOutcome,
  type RowResult
} from "./ContactImport.ts"
import { ContactImportStore } from "./ContactImportStore.ts"
import { decideRows } from "./DecideRows.ts"
import { isImportOver } from "./ImportProgress.ts"
import { NewImportRow, toImportRow } from "./ReadRow.ts"

/** The maximum number of rows in one import. */
export const maxImportRows = 1_000

/** The workspace has no import with this uuid. */
export class ContactImportNotFound extends Schema.TaggedError<ContactImportNotFound>()("ContactImportNotFound", {
  uuid: ContactImportUuid
}) {
  override get message(): string {
    return `There is no contact import ${this.uuid}.`
  }
}

/** The rows of an import were removed after their retention time. The import's counts are kept. */
export class ImportRowsRemoved extends Schema.TaggedError<ImportRowsRemoved>()("ImportRowsRemoved", {
  uuid: ContactImportUuid
}) {
  override get message(): string {
    return `The rows of the contact import ${this.uuid} were removed because of their age. Only their counts are kept.`
  }
}

/** The rows to import and the options of the import. */
export const ImportRequest = Schema.Struct({
  /** 1 to 1,000 rows. */
  contacts: Schema.Array(NewImportRow),
  /** The identifier to match rows on. If absent, every row creates a contact. */
  matchOnField: given(MatchField),
  /** Default: `create_or_update`. */
  mergeType: given(MergeType),
  /** The action for archived contacts that rows match. Default: `keep`. A skipped row never restores a contact. */
  archivedContacts: given(ArchivedContacts),
  /** The list that the contacts join. */
  contactListUuid: given(ContactListUuid),
  /** The name of the file that the rows come from: at most 255 characters. */
  fileName: given(Schema.String),
  /** A uuid shared by all imports of one file. The caller creates the uuid. */
  fileUuid: given(Uuid)
})
export type ImportRequest = typeof ImportRequest.Type

/** The filter for a list of imports. */
export const ImportListing = Schema.Struct({
  /** The file that the rows come from. Default: all imports. */
  fileUuid: given(Uuid)
})
export type ImportListing = typeof ImportListing.Type

/** The filter for a list of rows. */
export const RowFilter = Schema.Struct({
  /** The outcome of the rows. Default: all rows. */
  outcome: given(RowOutcome)
})
export type RowFilter = typeof RowFilter.Type

/** The outcome that a row would have, and its issues. */
interface PreviewedRow extends RowResult {
  /** The index of the first row for the same contact; null if no earlier row is for this contact. */
  readonly sameContactAs: number | null
}

/** The outcome that an import would have. */
export interface ImportPreview {
  readonly counts: RowCounts
  /** The results in the order of the rows. The uuid of a contact that doesn't exist yet is null. */
  readonly rows: ReadonlyArray<PreviewedRow>
}

/** Carries a preview out of its transaction, so that the transaction is rolled back. */
class Previewed extends Data.TaggedError("Previewed")<{ readonly preview: ImportPreview }> {}

/** The position (after the caller) and schema of each operation's input. */
const inputs = {
  create: [0, ImportRequest],
  preview: [0, ImportRequest],
  list: [0, ImportListing],
  rows: [1, RowFilter]
} as const

/**
 * Imports rows as contacts, and returns the outcome of each row.
 *
 * @example
 * const imports = yield* ContactImports
 * const contacts = [{ fields: { email: "zoe@example.org" } }]
 * const { uuid } = yield* imports.create(caller, { contacts, matchOnField: "email" })
 * const { counts } = yield* imports.get(caller, uuid)
 * return counts.created
 */
export class ContactImports extends Context.Service<
  ContactImports,
  {
    /**
     * Stores 1 to 1,000 rows. Workers apply each row once, in the background. Fails with every issue of the request, or if
     * the list doesn't exist or is archived.
     *
     * @param request An invalid row doesn't fail the request: the issues are part of the row's outcome.
     * @example
     * const imports = yield* ContactImports
     * const { uuid } = yield* imports.create(caller, {
     *   contacts: [{ fields: { email: "zoe@example.org", firstName: "Zoë" } }],
     *   matchOnField: "email"
     * })
     * return uuid
     */
    readonly create: (
      caller: Caller,
      request: ImportRequest
    ) => Effect.Effect<ContactImport, InvalidInput | ContactListNotFound | ContactListArchived | StorageError>

    /**
     * Returns what an import of these rows would do now, without writing anything. Each row sees the changes of earlier
     * rows. Fails like `create`.
     *
     * @param request The same as for `create`.
     * @example
     * const imports = yield* ContactImports
     * const contacts = [{ fields: { email: "zoe@example.org" } }]
     * const { counts, rows } = yield* imports.preview(caller, { contacts, matchOnField: "email" })
     * return [counts.updated, rows.map(({ outcome }) => outcome)]
     */
    readonly preview: (
      caller: Caller,
      request: ImportRequest
    ) => Effect.Effect<ImportPreview, InvalidInput | ContactListNotFound | ContactListArchived | StorageError>

    /**
     * Returns an import. After the import has ended, the counts add up to the total.
     *
     * @example
     * const imports = yield* ContactImports
     * const { counts, status } = yield* imports.get(caller, contactImport)
     * return [status, counts.failed]
     */
    readonly get: (
      caller: Caller,
      uuid: ContactImportUuid
    ) => Effect.Effect<ContactImport, ContactImportNotFound | StorageError>

    /**
     * Returns the imports of the workspace, newest first.
     *
     * @param listing `{}` for all imports.
     * @param page At most `limit` items after the first `offset`: integers from 0.
     * @example
     * const imports = yield* ContactImports
     * const { items } = yield* imports.list(caller, {}, { limit: 50, offset: 0 })
     * return items.map(({ counts, fileName }) => [fileName, counts.created])
     */
    readonly list: (
      caller: Caller,
      listing: ImportListing,
      page: PageRequest
    ) => Effect.Effect<Page<ContactImport>, InvalidInput | StorageError>

    /**
     * Returns the rows of an import with their results, in order: all rows, or the rows with one outcome. Fails with
     * `ImportRowsRemoved` once the rows were removed, `keepRowsFor` after the import ended.
     *
     * @param filter `{}` for all rows.
     * @param page At most `limit` items after the first `offset`: integers from 0.
     * @example
     * const imports = yield* ContactImports
     * const { items } = yield* imports.rows(caller, contactImport, { outcome: "failed" }, { limit: 100, offset: 0 })
     * return items.map(({ original, result }) => [original, result])
     */
    readonly rows: (
      caller: Caller,
      uuid: ContactImportUuid,
      filter: RowFilter,
      page: PageRequest
    ) => Effect.Effect<Page<ImportRowReceipt>, ContactImportNotFound | ImportRowsRemoved | InvalidInput | StorageError>
  }
>()("@rollcall/core/people/imports/ContactImports") {
  static readonly layer = Layer.effect(
    ContactImports,
    Effect.gen(function* () {
      const store = yield* ContactImportStore
      const lists = yield* ContactListStore
      const transaction = yield* Transaction
      const checkWorkspace = yield* makeWorkspaceCheck
      // Captured here, because callers provide no other services.
      const monitor = yield* Effect.serviceOption(StoreMonitor)
      const ports = yield* Effect.context<ContactListStore | ContactStore | CustomFieldStore>()

      const find = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: ContactImportUuid) {
        const found = yield* store.find({ workspace, contactImport: uuid })
        return yield* Effect.fromOption(found, () => new ContactImportNotFound({ uuid }))
      })

      /** Returns the new import of a request, without storing it. */
      const begin = Effect.fnUntraced(function* (caller: Caller, request: ImportRequest) {
        const { contactListUuid = null, contacts, matchOnField = null } = request
        yield* checkWorkspace(caller.workspace)
        if (contactListUuid !== null) {
          yield* activeList(yield* lists.find(caller.workspace, contactListUuid), contactListUuid)
        }
        const now = yield* DateTime.now
        const contactImport: ContactImport = {
          uuid: ContactImportUuid.make(yield* nextId),
          workspaceUuid: caller.workspace,
          createdBy: caller.actor,
          status: "pending",
          mergeType: request.mergeType ?? "create_or_update",
          archivedContacts: request.archivedContacts ?? "keep",
          matchOnField,
          contactListUuid,
          total: contacts.length,
          counts: noRows,
          fileName: request.fileName?.trim() || null,
          fileUuid: request.fileUuid ?? null,
          undo: null,
          createdAt: now,
          updatedAt: now
        }
        return contactImport
      })

      return ContactImports.of(
        workspaceService("ContactImports", inputs, {
          create: Effect.fnUntraced(function* (caller, request) {
            yield* InvalidInput.refuse(importIssues(request))
            return yield* transaction.run(
              Effect.tap(begin(caller, request), (contactImport) => {
                const { uuid, workspaceUuid: workspace } = contactImport
                return Effect.andThen(
                  store.insert(contactImport, request.contacts.map(toImportRow)),
                  keepTraceIn(monitor, { kind: "import", workspace, uuid })
                )
              })
            )
          }),
          preview: Effect.fnUntraced(function* (caller, request) {
            yield* InvalidInput.refuse(importIssues(request))
            const decided = Effect.flatMap(begin(caller, request), (begun) => decideAll(begun, request.contacts))
            return yield* Effect.catchTag(transaction.run(decided), "Previewed", ({ preview }) =>
              Effect.succeed(preview)
            ).pipe(Effect.provideContext(ports))
          }),
          get: ({ workspace }, uuid) => find(workspace, uuid),
          list: Effect.fnUntraced(function* ({ workspace }, { fileUuid = null }, page) {
            yield* checkWorkspace(workspace)
            yield* checkPage(page)
            return yield* store.list(workspace, { fileUuid }, page)
          }),
          rows: Effect.fnUntraced(function* ({ workspace }, uuid, { outcome }, page) {
            yield* checkPage(page)
            const contactImport = yield* find(workspace, uuid)
            const found = yield* store.rows({ workspace, contactImport: uuid }, outcome ?? null, page)
            if (lacksRows(contactImport, outcome ?? null, found.total)) yield* new ImportRowsRemoved({ uuid })
            return found
          })
        })
      )
    })
  )
}

/**
 * Decides all rows of an import, then fails with the preview. If only the store can decide later rows, writes the first
 * rows before deciding the others.
 */
const decideAll = Effect.fnUntraced(function* (contactImport: ContactImport, rows: ReadonlyArray<NewImportRow>) {
  const contacts = yield* ContactStore
  const made = new Set<ContactUuid>()
  const firstRows = new Map<ContactUuid, number>()
  const counts = { ...noRows }
  const decided: Array<PreviewedRow> = []
  let rest = rows.map((row, index) => ({ index, row: toImportRow(row) }))
  while (rest.length > 0) {
    const { changed, created, results } = yield* decideRows(contactImport, rest)
    for (const { contact } of created) made.add(contact.uuid)
    for (const { changes: _, ...result } of results) {
      const { contactUuid, index, outcome } = result
      counts[outcome] += 1
      const first = contactUuid === null ? undefined : firstRows.get(contactUuid)
      if (contactUuid !== null && first === undefined) firstRows.set(contactUuid, index)
      const shown = contactUuid !== null && made.has(contactUuid) ? null : contactUuid
      decided.push({ ...result, contactUuid: shown, sameContactAs: first ?? null })
    }
    rest = rest.slice(results.length)
    if (rest.length > 0) yield* contacts.save({ created, changed })
  }
  return yield* new Previewed({ preview: { counts, rows: decided } })
})

/** Returns whether rows were removed. Without removals, an ended import has as many rows as its counts say. */
const lacksRows = (contactImport: ContactImport, outcome: RowOutcome | null, found: number): boolean =>
  isImportOver(contactImport) && found < (outcome === null ? contactImport.total : contactImport.counts[outcome])

/**
 * Returns the issues of a request, without the issues of its rows: too few or too many rows, a file name that is too long,
 * or an `update` without a field to match on.
 *
 * @see docs/contributing/decisions.md, I3
 */
export const importIssues = ({
  contacts,
  fileName,
  matchOnField,
  mergeType
}: Pick<ImportRequest, "fileName" | "matchOnField" | "mergeType"> & {
  readonly contacts: { readonly length: number }
}): ReadonlyArray<Issue> => [
  ...(contacts.length === 0 ? [issue("too_short", ["contacts"], "must have at least 1 item")] : []),
  ...(contacts.length > maxImportRows
    ? [issue("too_long", ["contacts"], `must have at most ${maxImportRows} items, not ${contacts.length}`)]
    : []),
  ...textIssues(["fileName"], fileName ?? "", { max: maxFileNameLength, isFolded: false }),
  ...(mergeType === "update" && (matchOnField ?? null) === null
    ? [issue("missing", ["matchOnField"], "is required to update the contacts that rows match")]
    : [])
]
