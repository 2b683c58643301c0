import { Context, Effect, Layer, Option } from "effect"
import { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import type { WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput } from "../shared/Issue.ts"
import { withSpans } from "../shared/Spans.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { settingsIssues } from "./SettingsRules.ts"
import { noLimits, type WorkspaceSettings } from "./WorkspaceSettings.ts"
import { WorkspaceStore } from "./WorkspaceStore.ts"

/**
 * Reads and replaces the settings of a workspace (Q2).
 *
 * @example
 * const settings = yield* Settings
 * yield* settings.replace(workspace, { frequencyCap: { messages: 2, days: 7 }, quietHours: null })
 */
export class Settings extends Context.Service<
  Settings,
  {
    /** The settings; without any limit if none were ever set. */
    readonly get: (workspace: WorkspaceUuid) => Effect.Effect<WorkspaceSettings, StorageError>

    /**
     * Replaces all settings, and returns them. They count for sends of any process that begin from then on, at the latest
     * once each worker has ended its job. Fails with every issue.
     */
    readonly replace: (
      workspace: WorkspaceUuid,
      settings: WorkspaceSettings
    ) => Effect.Effect<WorkspaceSettings, InvalidInput | StorageError>
  }
>()("@rollcall/core/workspaces/Settings") {
  static readonly layer = Layer.effect(
    Settings,
    Effect.gen(function* () {
      const store = yield* WorkspaceStore
      const fields = yield* CustomFieldStore
      return Settings.of(
        withSpans("Settings", {
          get: (workspace) =>
            Effect.map(
              store.settings(workspace),
              Option.getOrElse(() => noLimits)
            ),
          replace: Effect.fnUntraced(function* (workspace, settings) {
            const key = settings.quietHours?.timeZoneField ?? null
            const known = key === null ? [] : yield* fields.named(workspace, [key])
            yield* InvalidInput.refuse(settingsIssues(settings, known))
            yield* store.putSettings(workspace, settings)
            return settings
          })
        })
      )
    })
  )
}
