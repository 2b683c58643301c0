import { Api, toNewOptOutJob, toOptOutJobResource, toOptOutPage, toOptOutResource } from "@rollcall/api"
import { OptOuts } from "@rollcall/core"
import { OptOutJobs } from "@rollcall/core/people"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts } from "../handlers/Handlers.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "optOuts",
  Effect.fnUntraced(function* (handlers) {
    const optOuts = yield* OptOuts
    const jobs = yield* OptOutJobs

    return handleContacts(handlers, {
      startJob: (caller, _request, body) =>
        Effect.map(jobs.startJob(caller, toNewOptOutJob(body)), toOptOutJobResource),
      job: (caller, { params }) => Effect.map(jobs.job(caller, params.job_uuid), toOptOutJobResource),
      list: (caller, { query: { limit, offset, ...filter } }) =>
        Effect.map(optOuts.list(caller, filter, { limit, offset }), toOptOutPage({ limit, offset })),
      get: (caller, { params }) => Effect.map(optOuts.get(caller, params.contact_uuid), toOptOutResource),
      optOut: (caller, { params, query }) =>
        Effect.map(optOuts.optOut(caller, params.contact_uuid, query.scope), toOptOutResource),
      optIn: (caller, { params }) => Effect.map(optOuts.optIn(caller, params.contact_uuid), toOptOutResource)
    })
  })
)
