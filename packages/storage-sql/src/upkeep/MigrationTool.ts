import type { StorageError } from "@rollcall/core"
import type { Effect } from "effect"
import type { DatabaseNotReady } from "../shared/DatabaseNotReady.ts"
import type { Inspection, Repair } from "./Inspection.ts"

/** The tools of an operator for the migrations of a database. */
export interface MigrationTool<Options> {
  /** Returns the names of the missing migrations in order. */
  readonly missing: (options: Options) => Effect.Effect<ReadonlyArray<string>, StorageError | DatabaseNotReady>

  /** Runs the missing migrations in one transaction, and returns their names. */
  readonly run: (options: Options) => Effect.Effect<ReadonlyArray<string>, StorageError | DatabaseNotReady>

  /**
   * Compares a database with its migrations, and its stored counts with the counted rows. Reads all rows. Fails if a
   * migration is missing.
   */
  readonly inspect: (options: Options) => Effect.Effect<Inspection, StorageError | DatabaseNotReady>

  /**
   * Recreates missing objects and recounts all rows, in one transaction. Other writes wait for it. Fails if a migration is
   * missing.
   */
  readonly repair: (options: Options) => Effect.Effect<Repair, StorageError | DatabaseNotReady>

  /** Returns the SQL of the missing migrations and of their records; empty if no migration is missing. */
  readonly print: (options: Options) => Effect.Effect<string, StorageError | DatabaseNotReady>
}
