import type { ImportBody } from "@rollcall/api"
import type { ContactImportUuid } from "@rollcall/core"
import type { RowCounts, RowOutcome } from "@rollcall/core/storage"
import { Context, Effect, Layer, Schedule } from "effect"
import { type ApiError, type Refused, sentence } from "../../target/ApiError.ts"
import { call, read, Target } from "../../target/Target.ts"
import { pageLimit } from "../../target/CustomFieldList.ts"
import type { FailureReason } from "./ImportState.ts"

/** A request for an import. */
export type ImportRequest = typeof ImportBody.Type

/** A row of a request and why it failed. */
export interface FailedRow extends FailureReason {
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
  }
>()("@rollcall/cli/contacts/ImportClient") {
  static readonly layer = Layer.effect(
    ImportClient,
    Effect.gen(function* () {
      const target = yield* Target
      return ImportClient.of({
        send: (request) => Effect.provideService(send(request), Target, target),
        outcome: (uuid) => Effect.provideService(outcome(uuid), Target, target)
      })
    })
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
  const rows = (outcome: RowOutcome, limit: number, offset: number) =>
    read(({ imports }) => imports.rows({ params, query: { outcome, limit, offset } }))
  const countOf = (outcome: RowOutcome) => Effect.map(rows(outcome, 1, 0), ({ pagination }) => pagination.total)
  const updated = summary.created === 0 ? 0 : yield* countOf("updated")
  const unchanged = summary.created === 0 ? 0 : yield* countOf("unchanged")
  const failed: Array<FailedRow> = []
  while (failed.length < summary.failed) {
    const page = yield* rows("failed", pageLimit, failed.length)
    if (page.rows.length === 0) break
    failed.push(
      ...page.rows.map(({ error, index, reason }) => ({
        index,
        reason: reason ?? "no_reason",
        error: error ?? "no reason was given"
      }))
    )
  }
  const { created, skipped } = summary
  const counts = { created: created - updated - unchanged, updated, unchanged, skipped, failed: summary.failed }
  return { counts, failed } satisfies ImportOutcome
})

/** How often the target is asked whether an import is over: soon at first, and at least once a second. */
const pace = Schedule.min([Schedule.exponential("50 millis", 1.5), Schedule.spaced("1 second")])

/** The rows that a refusal names, each with the reason of its first issue; none if it refuses the request as a whole. */
export const refusedRows = ({ issues }: Refused): ReadonlyArray<FailedRow> => {
  const rows = new Map<number, FailedRow>()
  for (const { field, msg, type } of issues) {
    const [, place, rest = ""] = /^contacts\[(\d+)\]\.?(.*)$/s.exec(field) ?? []
    if (place === undefined) continue
    const index = Number(place)
    const error = sentence({ field: rest, msg })
    const before = rows.get(index)
    rows.set(index, before ? { ...before, error: `${before.error}; ${error}` } : { index, reason: type, error })
  }
  return [...rows.values()]
}
