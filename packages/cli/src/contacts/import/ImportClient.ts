import type { ImportBody } from "@rollcall/api"
import { answersIn, outcomeOf, type RequestOutcome, unmatchedOutcome } from "@rollcall/contact-files"
import type { ContactImportUuid } from "@rollcall/core"
import type { RowOutcome } from "@rollcall/core/people"
import { Array as Arr, Context, Effect, Layer, Schedule } from "effect"
import type { ApiError } from "../../targets/ApiError.ts"
import { call, read, Target } from "../../targets/Target.ts"
import { pageLimit } from "../../targets/Listing.ts"

/** A request for an import. */
export type ImportRequest = typeof ImportBody.Type

/** What is the same for each request of an import. */
export type ImportPlan = Omit<ImportRequest, "contacts">

/** Sends rows to the target, and waits for their outcome. */
export class ImportClient extends Context.Service<
  ImportClient,
  {
    /** Sends 1 to 1,000 rows, once. When this succeeds the target has them and will apply each once. */
    readonly send: (request: ImportRequest) => Effect.Effect<ContactImportUuid, ApiError>

    /**
     * Waits until each row has its outcome, and asks again for a minute while the target is away. The contacts of rows
     * are asked for where the rows are matched: otherwise each has its own.
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

/** How many pages of rows are asked for at a time. */
const pagesAtOnce = 4

/** What was answered about so many rows of an import that is over, all or those of one outcome. */
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

/** How often the target is asked whether an import is over: soon at first, and at least once a second. */
const pace = Schedule.min([Schedule.exponential("50 millis", 1.5), Schedule.spaced("1 second")])
