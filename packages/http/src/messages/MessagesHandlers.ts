import { Api, toMessageResource } from "@rollcall/api"
import { ReceivedMessages } from "@rollcall/core/sending"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts } from "../handlers/Handlers.ts"

export const layer = HttpApiBuilder.group(Api, "messages", (handlers) =>
  Effect.map(ReceivedMessages, (messages) =>
    handleContacts(handlers, {
      get: (caller, { params }) => Effect.map(messages.get(caller, params.message_uuid), toMessageResource)
    })
  )
)
