import type { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { ImportRecord } from "./ImportedPeople.ts"

/** An import by hand, matching on the e-mail. */
export interface ImportRival {
  /** Adds who is new and changes who is there, with their values. It neither begins nor ends a transaction. */
  readonly write: (records: ReadonlyArray<ImportRecord>) => Effect.Effect<unknown, SqlError.SqlError>
  /** Who has one of these normalised e-mails, in their order. */
  readonly holders: (emails: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
  readonly begin: Effect.Effect<unknown, SqlError.SqlError>
  readonly commit: Effect.Effect<unknown, SqlError.SqlError>
  readonly rollBack: Effect.Effect<unknown, SqlError.SqlError>
}
