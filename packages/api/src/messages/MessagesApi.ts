import { described, ReceivedMessageUuid } from "@rollcall/core/operations"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { MessageResource } from "./MessageResource.ts"

export class MessagesApi extends HttpApiGroup.make("messages")
  .add(
    HttpApiEndpoint.get("get", "/v1/messages/:message_uuid", {
      params: { message_uuid: described(ReceivedMessageUuid, "The message.") },
      success: MessageResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(
      operation(
        "contacts:read",
        "Get a message that a person sent",
        "The event message.received has its uuid. It is removed with its contact, or after 30 days."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Messages", description: "Messages that people sent to a workspace." })
  ) {}
