import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { EventPageResource, eventsQuery } from "./EventResource.ts"

/** The endpoint of events. */
export class EventsApi extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("read", "/v1/events", {
      query: eventsQuery,
      success: EventPageResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.Invalid, ContactsErrors.Gone]
    }).annotateMerge(
      operation(
        "events:read",
        "Read events",
        "What happened to contacts, imports and broadcasts, in order. Each event comes at least once and none is " +
          "skipped, if `next` is kept once the events are processed. They are kept for 7 days by default; a cursor that " +
          "is older is answered 410, and reading has to begin without one."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(OpenApi.annotations({ title: "Events", description: "What happened." })) {}
