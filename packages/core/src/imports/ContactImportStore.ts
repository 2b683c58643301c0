import { Context, type Duration, type Effect, type Option } from "effect"
import type { ContactImportUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { ContactImport, ImportRow, ImportRowReceipt, RowOutcome, RowResult } from "./ContactImport.ts"
import type { IndexedRow } from "./MergeRows.ts"

/** Names an import. */
export interface ImportRef {
  readonly workspace: WorkspaceUuid
  readonly contactImport: ContactImportUuid
}

/** Port: the imports of every workspace, their rows and what became of them. */
export class ContactImportStore extends Context.Service<
  ContactImportStore,
  {
    /**
     * Adds an import and its rows, none of which has an outcome, in one step. It is due at once. Its uuid is new in the
     * workspace: a second one is a `Conflict`.
     */
    readonly insert: (contactImport: ContactImport, rows: ReadonlyArray<ImportRow>) => Effect.Effect<void, StorageError>

    /** Finds an import as its last recorded rows left it. */
    readonly find: (ref: ImportRef) => Effect.Effect<Option.Option<ContactImport>, StorageError>

    /** Rows in their order, all or those of one outcome; none when the workspace has no such import. */
    readonly rows: (
      ref: ImportRef,
      outcome: RowOutcome | null,
      page: PageRequest
    ) => Effect.Effect<Page<ImportRowReceipt>, StorageError>

    /**
     * Finds an import and keeps others from working on it until the surrounding transaction ends. It never waits: none
     * while somebody else works on the import.
     */
    readonly lock: (ref: ImportRef) => Effect.Effect<Option.Option<ContactImport>, StorageError>

    /** The first rows without an outcome, in their order. */
    readonly nextRows: (ref: ImportRef, limit: number) => Effect.Effect<ReadonlyArray<IndexedRow>, StorageError>

    /**
     * Writes down what became of rows that had no outcome, and puts the import in the place of the locked one with its
     * uuid. It is due again after `lookAgainAfter`, by the store's clock, unless it is over.
     */
    readonly record: (
      contactImport: ContactImport,
      results: ReadonlyArray<RowResult>,
      lookAgainAfter: Duration.Duration
    ) => Effect.Effect<void, StorageError>

    /**
     * The imports that are not over and are due by the store's clock, soonest first, at most `limit`. Each is due again
     * after `lookAgainAfter`, so that of those who ask at the same time one is told.
     */
    readonly takeDue: (options: {
      readonly limit: number
      readonly lookAgainAfter: Duration.Duration
    }) => Effect.Effect<ReadonlyArray<ImportRef>, StorageError>
  }
>()("@rollcall/core/imports/ContactImportStore") {}
