import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { EventPageResource, eventsQuery, streamHeaders, StreamMessage, streamQuery } from "./EventResource.ts"

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
          "skipped, if you store `next` after you have processed the events. Events are kept for 7 days by default. An older cursor " +
          "is answered 410. Then begin without a cursor."
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
        "Server-sent events: first the events after a cursor, then new events. As with pages, you get each event at least " +
          "once and none is skipped, if you send the last id when you reconnect. The stream " +
          "ends when the server stops or the token is no longer valid. With `broadcast`, the stream also has " +
          "messages of the type `broadcast` whenever the counters have changed, at most twice a second."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(OpenApi.annotations({ title: "Events", description: "What happened." })) {}
