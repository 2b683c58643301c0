import { Api, toTimelinePage } from "@rollcall/api"
import { Timeline } from "@rollcall/core/people"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts, inQuery } from "../handlers/Handlers.ts"

export const layer = HttpApiBuilder.group(Api, "timeline", (handlers) =>
  Effect.map(Timeline, (timeline) =>
    handleContacts(handlers, {
      read: (caller, { params, query }) =>
        timeline
          .read(caller, params.contact_uuid, query)
          .pipe(Effect.map(toTimelinePage), Effect.catchTag("InvalidInput", inQuery))
    })
  )
)
