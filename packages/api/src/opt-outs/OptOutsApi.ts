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

export class OptOutsApi extends HttpApiGroup.make("optOuts")
  .add(
    HttpApiEndpoint.get("list", "/v1/opt-outs", {
      query: {
        ...pageQuery,
        scope: described(Schema.optionalKey(OptOutScope), "Only opt-outs with this scope."),
        source: described(Schema.optionalKey(OptOutSource), "Only opt-outs with this source."),
        since: described(Schema.optionalKey(Instant), "Only opt-outs made at this timestamp or later."),
        until: described(Schema.optionalKey(Instant), "Only opt-outs made before this timestamp.")
      },
      success: OptOutPage,
      error: [...ContactsErrors.everywhere, ContactsErrors.Invalid]
    }).annotateMerge(
      operation(
        "contacts:read",
        "List opt-outs",
        "Opted-out contacts, and opted-out addresses that no contact has, newest first. Opt-outs of erased people are kept only as digests, which are not listed."
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
          "Starts a job that opts each contact out or in, as the endpoints for a single contact do. Give contacts or a search. The answer is 202, before the job runs."
        )
      ),
    HttpApiEndpoint.get("job", "/v1/opt-outs/jobs/:job_uuid", {
      params: { job_uuid: described(ContactJobUuid, "The job.") },
      success: OptOutJobResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation("contacts:read", "Get the progress of an opt-out job", "Counts are updated after each 200 contacts.")
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
          "The messages that the contact no longer gets: `all`, or only `marketing` templates. Default: `all`."
        )
      },
      success: OptOutResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Opt a contact out",
        "Broadcasts skip the contact, and its phone_number and chatapp_id for every contact that has them. Recipients that were not sent to yet are rejected. Opting it out again changes nothing. A number without a country code opts out everyone with that national number. 422 if no number can be read."
      )
    ),
    HttpApiEndpoint.post("optIn", "/v1/contacts/:contact_uuid/opt-in", {
      params,
      success: OptOutResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Opt a contact in again",
        "Later broadcasts reach the contact again. Broadcasts that are already accepted do not."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Opt-outs", description: "Contacts and addresses that broadcasts skip." })
  ) {}
