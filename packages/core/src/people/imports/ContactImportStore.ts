import { Context, type DateTime, type Duration, type Option } from "effect"
import type { ActorUuid, ContactImportUuid, ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { PlaceInTime } from "../../shared/Instant.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type {
  AppliedRow,
  ContactImport,
  ImportRow,
  ImportRowReceipt,
  RowChanges,
  RowOutcome,
  RowUndo
} from "./ContactImport.ts"
import type { IndexedRow } from "./MergeRows.ts"

/** The workspace and uuid of an import. */
export interface ImportRef {
  readonly workspace: WorkspaceUuid
  readonly contactImport: ContactImportUuid
}

/** A row of a workspace, by import and index. */
export interface RowPlace {
  readonly contactImport: ContactImportUuid
  readonly index: number
}

/** A row that resolved to a contact, with the row's outcome, and the user and time of its import. */
export interface RowOfContact extends RowPlace {
  readonly outcome: RowOutcome
  readonly createdBy: ActorUuid
  readonly createdAt: DateTime.Utc
}

/** A row that changed data, with the data to undo the row. */
export interface RowToUndo extends Pick<AppliedRow, "index" | "outcome"> {
  readonly changes: RowChanges | null
  readonly contactUuid: ContactUuid
  readonly row: ImportRow
}

/** The filter for a list of imports. A null `fileUuid` means all imports. */
export interface ImportFilter {
  readonly fileUuid: string | null
}

/**
 * The approximate maximum number of characters in rows that are applied together. Folding and indexing rows blocks other
 * work.
 */
export const charactersAtOnce = 256 * 1024

/** Port: the imports of all workspaces, with their rows and results. */
export class ContactImportStore extends Context.Service<
  ContactImportStore,
  {
    /**
     * Stores an import, due immediately, and its rows without results. Fails with `Conflict` if the workspace has an import
     * with this uuid.
     */
    readonly insert: (contactImport: ContactImport, rows: ReadonlyArray<ImportRow>) => StorageEffect<void>

    /** Returns an import in its last recorded state. */
    readonly find: (ref: ImportRef) => StorageEffect<Option.Option<ContactImport>>

    /** Returns the imports that match the filter, newest first, then by uuid, descending. */
    readonly list: (
      workspace: WorkspaceUuid,
      filter: ImportFilter,
      page: PageRequest
    ) => StorageEffect<Page<ContactImport>>

    /** Returns all rows in their order, or the rows with one outcome. The page is empty if the import does not exist. */
    readonly rows: (
      ref: ImportRef,
      outcome: RowOutcome | null,
      page: PageRequest
    ) => StorageEffect<Page<ImportRowReceipt>>

    /**
     * Locks an import exclusively until the surrounding transaction ends. Returns `None` immediately if another transaction
     * has locked the import.
     */
    readonly lock: (ref: ImportRef) => StorageEffect<Option.Option<ContactImport>>

    /**
     * Returns the first rows without an outcome, in order. Returns at most `limit` rows, and stops once the total length of
     * the rows reaches `charactersAtOnce`.
     */
    readonly nextRows: (ref: ImportRef, limit: number) => StorageEffect<ReadonlyArray<IndexedRow>>

    /**
     * Stores the results of rows that had no outcome, and replaces the locked import with this uuid. Unless the import has
     * ended, the import is due again after `nextCheckAfter`, by the store's clock.
     */
    readonly record: (
      contactImport: ContactImport,
      results: ReadonlyArray<AppliedRow>,
      nextCheckAfter: Duration.Duration
    ) => StorageEffect<void>

    /**
     * Returns the rows to undo: rows that created or changed a contact or have `changes`, and are not undone yet. At most
     * `limit`, last row first. Erased rows have no contact and are left out.
     */
    readonly rowsToUndo: (ref: ImportRef, limit: number) => StorageEffect<ReadonlyArray<RowToUndo>>

    /**
     * Records the undo results of rows, removes their undo data, and replaces the locked import with this uuid, which has
     * ended. Rows of any import that resolved to a contact in `gone` no longer resolve to a contact.
     */
    readonly recordUndo: (
      contactImport: ContactImport,
      undone: ReadonlyArray<{ readonly index: number; readonly issues: RowUndo }>,
      gone: ReadonlyArray<ContactUuid>
    ) => StorageEffect<void>

    /**
     * Returns rows of any import in the workspace that resolved to one of these contacts, before a place. The order is by
     * the acceptance of the import, its uuid and the row index. At most `limit`, newest first.
     */
    readonly rowsBefore: (
      workspace: WorkspaceUuid,
      contacts: ReadonlyArray<ContactUuid>,
      place: PlaceInTime,
      limit: number
    ) => StorageEffect<ReadonlyArray<RowOfContact>>

    /**
     * Replaces up to `limit` rows that resolved to one of these contacts with `erasedRow`, in any import of the workspace.
     * Each result keeps only its outcome, and the undo data is removed. Returns the number of rows.
     */
    readonly eraseRowsOf: (
      workspace: WorkspaceUuid,
      contacts: ReadonlyArray<ContactUuid>,
      limit: number
    ) => StorageEffect<number>

    /** Replaces these rows with `erasedRow`, like `eraseRowsOf`. */
    readonly eraseRows: (workspace: WorkspaceUuid, places: ReadonlyArray<RowPlace>) => StorageEffect<void>

    /**
     * Returns up to `limit` applied rows of the workspace that resolved to no contact and are not erased, after a place.
     * The order is by the uuid of the import, then by index.
     */
    readonly unresolvedRows: (
      workspace: WorkspaceUuid,
      after: RowPlace | null,
      limit: number
    ) => StorageEffect<ReadonlyArray<RowPlace & { readonly row: ImportRow }>>

    /**
     * Returns up to `limit` imports that have not ended and are due by the store's clock, soonest first. Each returned
     * import is due again after `nextCheckAfter`, so that only one of several concurrent callers gets the import.
     */
    readonly claimDue: (options: {
      readonly limit: number
      readonly nextCheckAfter: Duration.Duration
    }) => StorageEffect<ReadonlyArray<ImportRef>>

    /**
     * Makes imports due after `nextCheckAfter` at the latest (see `endOfWait`). A later next check exists only if the clock
     * was set back.
     */
    readonly shortenChecks: (nextCheckAfter: Duration.Duration) => StorageEffect<void>

    /**
     * Removes up to `limit` rows of imports that ended more than `keepFor` ago by the store's clock, in any workspace,
     * starting with the imports that ended first. The imports are kept. Returns the number of removed rows, which is less
     * than `limit` only if no such rows are left.
     */
    readonly pruneRows: (options: {
      readonly keepFor: Duration.Duration
      readonly limit: number
    }) => StorageEffect<number>

    /** Returns how many rows {@link pruneRows} would remove without a limit. */
    readonly prunableRows: (keepFor: Duration.Duration) => StorageEffect<number>
  }
>()("@rollcall/core/people/imports/ContactImportStore") {}
