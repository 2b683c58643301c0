import { Api, TemplatePage, toTemplatePage } from "@rollcall/api"
import { Channels } from "@rollcall/core/channel"
import { slice } from "@rollcall/core/operations"
import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts } from "../handlers/Handlers.ts"

/** Leaves out additional members of templates from a host's channel. */
const encode = Schema.encodeEffect(TemplatePage)

export const layer = HttpApiBuilder.group(Api, "templates", (handlers) =>
  Effect.map(Channels, (channels) =>
    handleContacts(handlers, {
      list: (caller, { query }) =>
        Effect.flatMap(channels.templates(caller), (all) =>
          Effect.orDie(encode(toTemplatePage(query)(slice(all, query))))
        )
    })
  )
)
