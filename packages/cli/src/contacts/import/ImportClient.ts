import type { ImportBody } from "@rollcall/api"
import type { RowReason } from "@rollcall/contact-files"
import type { ContactImportUuid, PageRequest } from "@rollcall/core"
import type { RowCounts, RowOutcome } from "@rollcall/core/imports"
import { Context, Effect, Layer, Schedule } from "effect"
import type { ApiError } from "../../targets/ApiError.ts"
import { call, read, Target } from "../../targets/Target.ts"
import { pageLimit } from "../../targets/CustomFieldList.ts"

/** A request for an import. */
export type ImportRequest = typeof ImportBody.Type

/** A row of a request and why it failed. */
interface FailedRow extends RowReason {
  /** Its place in the request, from 0. */
  readonly index: number
}

/** The outcome of a request. */
export interface ImportOutcome {
  readonly counts: RowCounts
  /** Each row that failed, in their order. */
  readonly failed: ReadonlyArray<FailedRow>
}

/** Sends rows to the target, and waits for their outcome. */
export class ImportClient extends Context.Service<
  ImportClient,
  {
    /** Sends 1 to 1,000 rows, once. When this succeeds the target has them and will apply each once. */
    readonly send: (request: ImportRequest) => Effect.Effect<ContactImportUuid, ApiError>

    /** Waits until each row has its outcome, and asks again for a minute while the target is away. */
    readonly outcome: (uuid: ContactImportUuid) => Effect.Effect<ImportOutcome, ApiError>

    /** The places in a request, from 0, of the rows that were skipped because no contact matches. */
    readonly unmatched: (uuid: ContactImportUuid) => Effect.Effect<ReadonlyArray<number>, ApiError>
  }
>()("@rollcall/cli/contacts/ImportClient") {
  static readonly layer = Layer.effect(
    ImportClient,
    Effect.map(Target, (target) => ({
      send: (request) => Effect.provideService(send(request), Target, target),
      outcome: (uuid) => Effect.provideService(outcome(uuid), Target, target),
      unmatched: (uuid) => Effect.provideService(unmatched(uuid), Target, target)
    }))
  )
}

const send = Effect.fn("ImportClient.send")(function* (request: ImportRequest) {
  const { contact_import_uuid } = yield* call(({ imports }) => imports.create({ payload: request }))
  return contact_import_uuid
})

const outcome = Effect.fn("ImportClient.outcome")(function* (uuid: ContactImportUuid) {
  const params = { contact_import_uuid: uuid }
  const { summary } = yield* read(({ imports }) => imports.get({ params })).pipe(
    Effect.repeat({ schedule: pace, until: ({ status }) => status === "completed" || status === "failed" })
  )
  const countOf = (outcome: RowOutcome) =>
    Effect.map(rowsOf(uuid, outcome, { limit: 1, offset: 0 }), ({ pagination }) => pagination.total)
  const updated = summary.created === 0 ? 0 : yield* countOf("updated")
  const unchanged = summary.created === 0 ? 0 : yield* countOf("unchanged")
  const failed = (summary.failed === 0 ? [] : yield* allRows(uuid, "failed")).map(failedRow)
  const { created, skipped } = summary
  const counts = { created: created - updated - unchanged, updated, unchanged, skipped, failed: summary.failed }
  return { counts, failed } satisfies ImportOutcome
})

/** The row and its reason, of a row of the API that failed. */
export const failedRow = (
  row: { readonly [Name in keyof FailedRow]: FailedRow[Name] | null } & Pick<FailedRow, "index">
) => ({
  index: row.index,
  reason: row.reason ?? "no_reason",
  error: row.error ?? "no reason was given"
})

const unmatched = Effect.fn("ImportClient.unmatched")(function* (uuid: ContactImportUuid) {
  const skipped = yield* allRows(uuid, "skipped")
  return skipped.flatMap(({ contact_uuid, index }) => (contact_uuid === null ? [index] : []))
})

const rowsOf = (uuid: ContactImportUuid, outcome: RowOutcome, page: PageRequest) =>
  read(({ imports }) => imports.rows({ params: { contact_import_uuid: uuid }, query: { outcome, ...page } }))

/** The rows of an import that is over with this outcome. */
const allRows = Effect.fnUntraced(function* (uuid: ContactImportUuid, outcome: RowOutcome) {
  const all: Array<Effect.Success<ReturnType<typeof rowsOf>>["rows"][number]> = []
  for (;;) {
    const { pagination, rows } = yield* rowsOf(uuid, outcome, { limit: pageLimit, offset: all.length })
    all.push(...rows)
    if (rows.length === 0 || all.length >= pagination.total) return all
  }
})

/** How often the target is asked whether an import is over: soon at first, and at least once a second. */
const pace = Schedule.min([Schedule.exponential("50 millis", 1.5), Schedule.spaced("1 second")])
