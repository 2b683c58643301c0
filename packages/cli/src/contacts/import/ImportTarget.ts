import type { ContactImportUuid, ImportRequest, RowCounts } from "@rollcall/core"
import { Context, Data, type Effect } from "effect"
import type { CommandRefused } from "../../CommandRefused.ts"
import type { KnownField } from "../reading/ColumnMap.ts"

/** A row of a request and why it failed. */
export interface FailedRow {
  /** Its place in the request, from 0. */
  readonly index: number
  readonly reason: string
}

/** What became of a request. */
export interface ImportOutcome {
  readonly counts: RowCounts
  /** Each row that failed, in their order. */
  readonly failed: ReadonlyArray<FailedRow>
}

/**
 * The target did not answer as it should. `arrived` says whether it may have the rows nevertheless: `no` when it is
 * certain that it has not, `unknown` when its answer was lost.
 */
export class HandOverFailed extends Data.TaggedError("HandOverFailed")<{
  readonly message: string
  readonly arrived: "no" | "unknown"
}> {}

/** The target took none of the rows, because these can be nothing. Without them it may take the others. */
export class RowsRefused extends Data.TaggedError("RowsRefused")<{ readonly rows: ReadonlyArray<FailedRow> }> {}

/** The target has the rows, and does not say what became of them. */
export class TargetLost extends Data.TaggedError("TargetLost")<{ readonly message: string }> {}

/** Port: where rows are imported to. */
export class ImportTarget extends Context.Service<
  ImportTarget,
  {
    /** Who goes on with accepted rows when this process ends: `The server goes on with them.` */
    readonly afterwards: string

    /** The active custom fields. It is asked first, so that a target that cannot be used is known before any row. */
    readonly definitions: Effect.Effect<ReadonlyArray<KnownField>, CommandRefused>

    /** Hands over 1 to 1,000 rows, in one try. When this succeeds the target has them and will apply each once. */
    readonly send: (
      request: ImportRequest
    ) => Effect.Effect<ContactImportUuid, CommandRefused | HandOverFailed | RowsRefused>

    /** Waits until each row that was handed over has its outcome. It tries again on its own before it gives up. */
    readonly outcome: (uuid: ContactImportUuid) => Effect.Effect<ImportOutcome, CommandRefused | TargetLost>
  }
>()("@rollcall/cli/contacts/ImportTarget") {}
