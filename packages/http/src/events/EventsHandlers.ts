import { Api, CurrentCaller, toEventPage, toWireIssues } from "@rollcall/api"
import { Events } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"
import { InvalidRequest } from "../errors/InvalidRequest.ts"

/** The handler of the events group. What the library finds invalid is in the query. */
export const layer = HttpApiBuilder.group(
  Api,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const events = yield* Events
    return handlers.handleAll({
      read: handler(function* ({ query }) {
        const { workspace } = yield* CurrentCaller
        const page = events.read(workspace, query)
        return toEventPage(
          yield* Effect.catchTag(page, "InvalidInput", ({ issues }) =>
            Effect.fail(new InvalidRequest({ issues: toWireIssues(issues, "query") }))
          )
        )
      })
    })
  })
)
