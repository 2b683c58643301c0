import { Api, toSettings, toSettingsResource } from "@rollcall/api"
import { Settings } from "@rollcall/core/people"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts } from "../handlers/Handlers.ts"

export const layer = HttpApiBuilder.group(Api, "settings", (handlers) =>
  Effect.map(Settings, (settings) =>
    handleContacts(handlers, {
      get: (caller) => Effect.map(settings.get(caller), toSettingsResource),
      replace: (caller, _request, body) => Effect.map(settings.replace(caller, toSettings(body)), toSettingsResource)
    })
  )
)
