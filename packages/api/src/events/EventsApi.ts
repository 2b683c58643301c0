import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { EventPageResource, eventsQuery, streamHeaders, StreamMessage, streamQuery } from "./EventResource.ts"

/** The endpoints of events. */
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
    ),
    HttpApiEndpoint.get("stream", "/v1/events/stream", {
      query: streamQuery,
      headers: streamHeaders,
      success: HttpApiSchema.StreamSse({ events: StreamMessage }),
      error: [
        ...ContactsErrors.everywhere,
        ContactsErrors.Forbidden,
        ContactsErrors.NotFound,
        ContactsErrors.Gone,
        ContactsErrors.Invalid
      ]
    }).annotateMerge(
      operation(
        "events:read",
        "Follow events",
        "Server-sent events, those that happened after a cursor and then those that happen, as reading page by page has " +
          "them: each at least once and none skipped for a client that sends the last id when it connects again. It has no " +
          "end of its own: it ends when the server stops, or the token does not count any more. With `broadcast` there are " +
          "also messages of the kind `broadcast`, whenever the counters have changed, at most twice a second."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(OpenApi.annotations({ title: "Events", description: "What happened." })) {}
