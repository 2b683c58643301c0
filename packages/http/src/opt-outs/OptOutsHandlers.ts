import {
  Api,
  CurrentCaller,
  OptOutJobResource,
  toListedOptOut,
  toNewOptOutJob,
  toOptOutJobResource,
  toOptOutResource
} from "@rollcall/api"
import { OptOuts } from "@rollcall/core"
import { OptOutJobs } from "@rollcall/core/contact-jobs"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"

const aJob = jsonAnswer(OptOutJobResource)
const anAcceptedJob = jsonAnswer(OptOutJobResource, 202)

/** The handlers of the opt-outs group. */
export const layer = HttpApiBuilder.group(
  Api,
  "optOuts",
  Effect.fnUntraced(function* (handlers) {
    const optOuts = yield* OptOuts
    const jobs = yield* OptOutJobs

    return handlers
      .handleRaw(
        "startJob",
        handler(function* ({ endpoint }) {
          const job = toNewOptOutJob(yield* bodyOf(endpoint))
          return anAcceptedJob(toOptOutJobResource(yield* jobs.startJob(yield* CurrentCaller, job)))
        })
      )
      .handleAll({
        job: handler(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          return aJob(toOptOutJobResource(yield* jobs.job(workspace, params.job_uuid)))
        }),
        list: handler(function* ({ query: { limit, offset, ...filter } }) {
          const { workspace } = yield* CurrentCaller
          const { items, total } = yield* optOuts.list(workspace, filter, { limit, offset })
          return { opt_outs: items.map(toListedOptOut), pagination: { limit, offset, total } }
        }),
        get: handler(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          return toOptOutResource(yield* optOuts.get(workspace, params.contact_uuid))
        }),
        optOut: handler(function* ({ params, query }) {
          const caller = yield* CurrentCaller
          return toOptOutResource(yield* optOuts.optOut(caller, params.contact_uuid, query.scope))
        }),
        optIn: handler(function* ({ params }) {
          const caller = yield* CurrentCaller
          return toOptOutResource(yield* optOuts.optIn(caller, params.contact_uuid))
        })
      })
  })
)
