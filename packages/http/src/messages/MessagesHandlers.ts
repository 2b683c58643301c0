import { Api, CurrentCaller, MessageResource, toMessageResource } from "@rollcall/api"
import { ReceivedMessages } from "@rollcall/core/messages"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"

const aMessage = jsonAnswer(MessageResource)

/** The handlers of the messages group. */
export const layer = HttpApiBuilder.group(
  Api,
  "messages",
  Effect.fnUntraced(function* (handlers) {
    const messages = yield* ReceivedMessages

    return handlers.handleAll({
      get: handler(function* ({ params }) {
        const { workspace } = yield* CurrentCaller
        return aMessage(toMessageResource(yield* messages.get(workspace, params.message_uuid)))
      })
    })
  })
)
