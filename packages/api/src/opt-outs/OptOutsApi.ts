import { ContactUuid } from "@rollcall/core"
import { ContactJobUuid, described } from "@rollcall/core/operations"
import { OptOutScope, OptOutSource } from "@rollcall/core/people"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { AsksIn } from "../requests/AsksOnly.ts"
import { Instant } from "../requests/Codecs.ts"
import { pageQuery } from "../requests/Paging.ts"
import { OptOutJobBody, OptOutJobResource, OptOutPage, OptOutResource } from "./OptOutResource.ts"

const params = { contact_uuid: described(ContactUuid, "The contact.") }

/** The endpoints of opt-outs. */
export class OptOutsApi extends HttpApiGroup.make("optOuts")
  .add(
    HttpApiEndpoint.get("list", "/v1/opt-outs", {
      query: {
        ...pageQuery,
        scope: described(Schema.optionalKey(OptOutScope), "Only those of this scope."),
        source: described(Schema.optionalKey(OptOutSource), "Only opt-outs with this source."),
        since: described(Schema.optionalKey(Instant), "Only opt-outs made at this instant or later."),
        until: described(Schema.optionalKey(Instant), "Only opt-outs made before this instant.")
      },
      success: OptOutPage,
      error: [...ContactsErrors.everywhere, ContactsErrors.Invalid]
    }).annotateMerge(
      operation(
        "contacts:read",
        "List opt-outs",
        "Who is opted out, and from what, newest first: contacts, and addresses that no contact has. Of an erased person only digests are kept, which are not listed."
      )
    ),
    HttpApiEndpoint.post("startJob", "/v1/opt-outs/jobs", {
      payload: OptOutJobBody,
      success: OptOutJobResource.pipe(HttpApiSchema.status(202)),
      error: ContactsErrors.withBody
    })
      .annotate(AsksIn, ["search"])
      .annotateMerge(
        operation(
          "contacts:write",
          "Opt many contacts out or in",
          "Contacts, or all that a search finds, are opted out by a job, or their opt-outs are taken back, each as the endpoints of one contact do it. It is answered 202 at once."
        )
      ),
    HttpApiEndpoint.get("job", "/v1/opt-outs/jobs/:job_uuid", {
      params: { job_uuid: described(ContactJobUuid, "The job.") },
      success: OptOutJobResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation("contacts:read", "Get the progress of an opt-out job", "Counts grow with each 200 contacts.")
    ),
    HttpApiEndpoint.get("get", "/v1/contacts/:contact_uuid/opt-out", {
      params,
      success: OptOutResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:read", "Get whether a contact is opted out")),
    HttpApiEndpoint.post("optOut", "/v1/contacts/:contact_uuid/opt-out", {
      params,
      query: {
        scope: described(
          Schema.optionalKey(OptOutScope),
          "What broadcasts leave it out of: `all` for every message, which is the default, or `marketing` for templates of that category."
        )
      },
      success: OptOutResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Opt a contact out",
        "Broadcasts leave out the contact, and its phone_number and its chatapp_id for every contact that has them; recipients that were not sent to yet are rejected. Opting it out again changes nothing. A number without its country keeps out everyone who has it at home; 422 where no number can be read."
      )
    ),
    HttpApiEndpoint.post("optIn", "/v1/contacts/:contact_uuid/opt-in", {
      params,
      success: OptOutResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Take an opt-out back",
        "Later broadcasts reach the contact again; accepted ones do not."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(OpenApi.annotations({ title: "Opt-outs", description: "Contacts that broadcasts leave out." })) {}
