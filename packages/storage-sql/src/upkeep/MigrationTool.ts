import type { StorageError } from "@rollcall/core"
import type { Effect } from "effect"
import type { DatabaseNotReady } from "../shared/DatabaseNotReady.ts"
import type { Inspection, Repair } from "./Inspection.ts"

/** What an operator can do about the migrations of a database. */
export interface MigrationTool<Options> {
  /** The names of the missing migrations, in their order. */
  readonly missing: (options: Options) => Effect.Effect<ReadonlyArray<string>, StorageError | DatabaseNotReady>

  /** Runs the missing migrations in one transaction. Returns their names. */
  readonly run: (options: Options) => Effect.Effect<ReadonlyArray<string>, StorageError | DatabaseNotReady>

  /**
   * Compares a database with what the migrations make, and its kept counts with the counted rows. Reads all rows. Fails if
   * a migration is missing.
   */
  readonly inspect: (options: Options) => Effect.Effect<Inspection, StorageError | DatabaseNotReady>

  /**
   * Creates missing objects and counts all rows again, in one transaction. Other writes wait for it. Fails if a migration is
   * missing.
   */
  readonly repair: (options: Options) => Effect.Effect<Repair, StorageError | DatabaseNotReady>

  /** The SQL of the missing migrations and of the rows that record them; empty if none is missing. */
  readonly print: (options: Options) => Effect.Effect<string, StorageError | DatabaseNotReady>
}
