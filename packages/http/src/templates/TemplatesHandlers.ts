import { Api, CurrentCaller, toTemplateResource } from "@rollcall/api"
import { Channels } from "@rollcall/core/channel"
import { slice } from "@rollcall/core/shared"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"

/** The handler of the templates group. */
export const layer = HttpApiBuilder.group(
  Api,
  "templates",
  Effect.fnUntraced(function* (handlers) {
    const channels = yield* Channels
    return handlers.handleAll({
      list: handler(function* ({ query: page }) {
        const caller = yield* CurrentCaller
        const { items, total } = slice(yield* channels.templates(caller), page)
        return { templates: items.map(toTemplateResource), pagination: { ...page, total } }
      })
    })
  })
)
