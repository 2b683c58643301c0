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

/** The name of an import. */
export interface ImportRef {
  readonly workspace: WorkspaceUuid
  readonly contactImport: ContactImportUuid
}

/** The place of a row in a workspace. */
export interface RowPlace {
  readonly contactImport: ContactImportUuid
  readonly index: number
}

/** A row that resolved to a contact, with what it did. Its place is by the acceptance of its import. */
export interface RowOfContact extends RowPlace {
  readonly outcome: RowOutcome
  readonly createdBy: ActorUuid
  readonly createdAt: DateTime.Utc
}

/** A row that did something, and what undoes it. */
export interface RowToUndo extends Pick<AppliedRow, "index" | "outcome"> {
  readonly changes: RowChanges | null
  readonly contactUuid: ContactUuid
  readonly row: ImportRow
}

/** Which imports are wanted: of one file, or all. */
export interface ImportFilter {
  readonly fileUuid: string | null
}

/** About how many characters of rows are applied together: they block other work while they are folded and indexed. */
export const charactersAtOnce = 256 * 1024

/** Port: the imports of every workspace, their rows and what became of them. */
export class ContactImportStore extends Context.Service<
  ContactImportStore,
  {
    /** Stores an import, due at once, and its rows without results. Fails with `Conflict` if the workspace has its uuid. */
    readonly insert: (contactImport: ContactImport, rows: ReadonlyArray<ImportRow>) => StorageEffect<void>

    /** Returns an import as of its last recorded rows. */
    readonly find: (ref: ImportRef) => StorageEffect<Option.Option<ContactImport>>

    /** Returns the imports that satisfy the filter, newest first, then by uuid in the same direction. */
    readonly list: (
      workspace: WorkspaceUuid,
      filter: ImportFilter,
      page: PageRequest
    ) => StorageEffect<Page<ContactImport>>

    /** Returns all rows in their order, or the rows of one outcome; none if the import does not exist. */
    readonly rows: (
      ref: ImportRef,
      outcome: RowOutcome | null,
      page: PageRequest
    ) => StorageEffect<Page<ImportRowReceipt>>

    /** Locks an import exclusively until the surrounding transaction ends. Returns none at once if another one has it. */
    readonly lock: (ref: ImportRef) => StorageEffect<Option.Option<ContactImport>>

    /**
     * Returns the first rows without an outcome, in their order: up to `limit`, and no further one once they have
     * `charactersAtOnce` characters together.
     */
    readonly nextRows: (ref: ImportRef, limit: number) => StorageEffect<ReadonlyArray<IndexedRow>>

    /**
     * Stores the results of rows that had no outcome, and replaces the locked import with this uuid. It is due again
     * after `nextCheckAfter`, by the store's clock, unless it is over.
     */
    readonly record: (
      contactImport: ContactImport,
      results: ReadonlyArray<AppliedRow>,
      nextCheckAfter: Duration.Duration
    ) => StorageEffect<void>

    /**
     * Returns the last rows that did something for a contact and are not undone: that created or changed it, or have
     * `changes`. At most `limit`, the last one first. Erased rows have no contact.
     */
    readonly rowsToUndo: (ref: ImportRef, limit: number) => StorageEffect<ReadonlyArray<RowToUndo>>

    /**
     * Records what was left of rows that were undone, and replaces the locked import with this uuid, which is over. What
     * undoes the rows is removed. Rows of any import that resolved to one of the contacts that are gone resolve to none.
     */
    readonly recordUndo: (
      contactImport: ContactImport,
      undone: ReadonlyArray<{ readonly index: number; readonly issues: RowUndo }>,
      gone: ReadonlyArray<ContactUuid>
    ) => StorageEffect<void>

    /**
     * Returns the newest rows of any import of the workspace that resolved to one of these contacts before a place: by the acceptance
     * of the import, its uuid and the index of the row. At most `limit`, newest first.
     */
    readonly rowsBefore: (
      workspace: WorkspaceUuid,
      contacts: ReadonlyArray<ContactUuid>,
      place: PlaceInTime,
      limit: number
    ) => StorageEffect<ReadonlyArray<RowOfContact>>

    /**
     * Makes `erasedRow` of up to `limit` rows that resolved to one of these contacts, of any import of the workspace.
     * Their results keep only the outcome; what undoes them is removed. Returns how many.
     */
    readonly eraseRowsOf: (
      workspace: WorkspaceUuid,
      contacts: ReadonlyArray<ContactUuid>,
      limit: number
    ) => StorageEffect<number>

    /** Makes `erasedRow` of rows, as `eraseRowsOf`. */
    readonly eraseRows: (workspace: WorkspaceUuid, places: ReadonlyArray<RowPlace>) => StorageEffect<void>

    /**
     * Returns up to `limit` applied rows of the workspace that resolved to no contact and are not erased, those after a
     * place: by the uuid of the import, then the index.
     */
    readonly unresolvedRows: (
      workspace: WorkspaceUuid,
      after: RowPlace | null,
      limit: number
    ) => StorageEffect<ReadonlyArray<RowPlace & { readonly row: ImportRow }>>

    /**
     * Returns at most `limit` imports that are not over and are due by the store's clock, soonest first. Each is due again
     * after `nextCheckAfter`, so that one of several concurrent callers gets it.
     */
    readonly claimDue: (options: {
      readonly limit: number
      readonly nextCheckAfter: Duration.Duration
    }) => StorageEffect<ReadonlyArray<ImportRef>>

    /**
     * Makes imports due after `nextCheckAfter` at the latest (see `endOfWait`), because the clock may have gone back since
     * their next check was set.
     */
    readonly shortenChecks: (nextCheckAfter: Duration.Duration) => StorageEffect<void>

    /**
     * Removes up to `limit` rows of imports of any workspace that are over for longer than `keepFor` by the store's
     * clock, starting with the imports that ended first. The imports themselves are kept. Returns how many rows it removed,
     * which is fewer than `limit` only if nothing is left.
     */
    readonly pruneRows: (options: {
      readonly keepFor: Duration.Duration
      readonly limit: number
    }) => StorageEffect<number>

    /** Returns how many rows {@link pruneRows} would remove without a limit. */
    readonly prunableRows: (keepFor: Duration.Duration) => StorageEffect<number>
  }
>()("@rollcall/core/people/imports/ContactImportStore") {}
