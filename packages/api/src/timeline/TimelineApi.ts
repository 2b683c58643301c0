import { ContactUuid } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { TimelinePageResource, timelineQuery } from "./TimelineResource.ts"

export class TimelineApi extends HttpApiGroup.make("timeline")
  .add(
    HttpApiEndpoint.get("read", "/v1/contacts/:contact_uuid/timeline", {
      params: { contact_uuid: described(ContactUuid, "The contact.") },
      query: timelineQuery,
      success: TimelinePageResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:read",
        "Read the timeline of a contact",
        "Newest first: changes of fields, messages in and out, notes, lists, opt-outs and imports. With `next`, you get every item " +
          "that stays exactly once, whatever is written meanwhile. There is no total."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(OpenApi.annotations({ title: "Timeline", description: "The timeline of a contact." })) {}
