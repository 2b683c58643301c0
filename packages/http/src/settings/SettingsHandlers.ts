import { Api, CurrentCaller, SettingsResource, toSettings, toSettingsResource } from "@rollcall/api"
import { Settings } from "@rollcall/core/workspaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"

const answer = jsonAnswer(SettingsResource)

/** The handlers of the settings group. */
export const layer = HttpApiBuilder.group(
  Api,
  "settings",
  Effect.fnUntraced(function* (handlers) {
    const settings = yield* Settings

    return handlers
      .handleAll({
        get: handler(function* () {
          const { workspace } = yield* CurrentCaller
          return answer(toSettingsResource(yield* settings.get(workspace)))
        })
      })
      .handleRaw(
        "replace",
        handler(function* ({ endpoint }) {
          const given = toSettings(yield* bodyOf(endpoint))
          const { workspace } = yield* CurrentCaller
          return answer(toSettingsResource(yield* settings.replace(workspace, given)))
        })
      )
  })
)
