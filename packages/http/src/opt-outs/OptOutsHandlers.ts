import { Api, CurrentCaller, toListedOptOut, toOptOutResource } from "@rollcall/api"
import { OptOuts } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"

/** The handlers of the opt-outs group. */
export const layer = HttpApiBuilder.group(
  Api,
  "optOuts",
  Effect.fnUntraced(function* (handlers) {
    const optOuts = yield* OptOuts

    return handlers.handleAll({
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
