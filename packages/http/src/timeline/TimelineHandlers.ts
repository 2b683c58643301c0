import { Api, CurrentCaller, TimelinePageResource, toTimelinePage, toWireIssues } from "@rollcall/api"
import { Timeline } from "@rollcall/core/timeline"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"
import { InvalidRequest } from "../requests/InvalidRequest.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"

const aPage = jsonAnswer(TimelinePageResource)

/** The handler of the timeline group. What the library finds invalid is in the query. */
export const layer = HttpApiBuilder.group(
  Api,
  "timeline",
  Effect.fnUntraced(function* (handlers) {
    const timeline = yield* Timeline
    return handlers.handleAll({
      read: handler(function* ({ params, query }) {
        const { workspace } = yield* CurrentCaller
        const page = timeline.read(workspace, params.contact_uuid, query)
        return aPage(
          toTimelinePage(
            yield* Effect.catchTag(page, "InvalidInput", ({ issues }) =>
              Effect.fail(new InvalidRequest({ issues: toWireIssues(issues, "query") }))
            )
          )
        )
      })
    })
  })
)
