import type { ImportBody } from "@rollcall/api"
import { answersIn, outcomeOf, type RequestOutcome, unmatchedOutcome } from "@rollcall/contact-files"
import type { ContactImportUuid } from "@rollcall/core"
import type { RowOutcome } from "@rollcall/core/people"
import { Array as Arr, Context, Effect, Layer, Schedule } from "effect"
import type { ApiError } from "../../targets/ApiError.ts"
import { call, read, Target } from "../../targets/Target.ts"
import { pageLimit } from "../../targets/Listing.ts"

export type ImportRequest = typeof ImportBody.Type

/** The parts of an import that are the same for each request. */
export type ImportPlan = Omit<ImportRequest, "contacts">

export class ImportClient extends Context.Service<
  ImportClient,
  {
    /** Sends 1 to 1,000 rows, once. If it succeeds, the target has stored the rows and will apply each of them once. */
    readonly send: (request: ImportRequest) => Effect.Effect<ContactImportUuid, ApiError>

    /**
     * Waits until all rows have results. If the target is unavailable, retries for a minute. Reads the contacts of rows
     * only if rows are matched; otherwise each row has its own contact.
     */
    readonly outcome: (uuid: ContactImportUuid, isMatched: boolean) => Effect.Effect<RequestOutcome, ApiError>
  }
>()("@rollcall/cli/contacts/ImportClient") {
  static readonly layer = Layer.effect(
    ImportClient,
    Effect.map(Target, (target) => ({
      send: (request) => Effect.provideService(send(request), Target, target),
      outcome: (uuid, isMatched) => Effect.provideService(outcome(uuid, isMatched), Target, target)
    }))
  )
}

const send = Effect.fn("ImportClient.send")(function* (request: ImportRequest) {
  const { contact_import_uuid } = yield* call(({ imports }) => imports.create({ payload: request }))
  return contact_import_uuid
})

const outcome = Effect.fn("ImportClient.outcome")(function* (uuid: ContactImportUuid, isMatched: boolean) {
  const params = { contact_import_uuid: uuid }
  const { summary } = yield* read(({ imports }) => imports.get({ params })).pipe(
    Effect.repeat({ schedule: pace, until: ({ status }) => status === "completed" || status === "failed" })
  )
  if (isMatched) return outcomeOf(yield* answersOf(uuid, summary.total, undefined))
  return unmatchedOutcome(summary, yield* answersOf(uuid, summary.failed, "failed"))
})

const pagesAtOnce = 4

/** Returns the results of `count` rows of a finished import: all rows, or those with one outcome. */
const answersOf = Effect.fnUntraced(function* (
  uuid: ContactImportUuid,
  count: number,
  outcome: RowOutcome | undefined
) {
  const offsets = Arr.makeBy(Math.ceil(count / pageLimit), (page) => page * pageLimit)
  const pages = yield* Effect.forEach(
    count === 0 ? [] : offsets,
    (offset) =>
      read(({ imports }) =>
        imports.rows({
          params: { contact_import_uuid: uuid },
          query: { limit: pageLimit, offset, ...(outcome !== undefined && { outcome }) }
        })
      ),
    { concurrency: pagesAtOnce }
  )
  return pages.flatMap(({ rows }) => answersIn(rows))
})

/**
 * How often the client asks whether an import is finished: every 50 ms at first, then at growing intervals up to one
 * second.
 */
const pace = Schedule.min([Schedule.exponential("50 millis", 1.5), Schedule.spaced("1 second")])
