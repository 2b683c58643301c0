import { Context, Effect, Layer, Option } from "effect"
import { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import type { Caller } from "../../shared/Ids.ts"
import { InvalidInput } from "../../shared/Issue.ts"
import { makeWorkspaceCheck } from "../../shared/ExistingWorkspaces.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { settingsIssues } from "./SettingsRules.ts"
import { noLimits, WorkspaceSettings } from "./WorkspaceSettings.ts"
import { WaitingRecipients } from "./WaitingRecipients.ts"
import { WorkspaceStore } from "./WorkspaceStore.ts"

/** The position (after the caller) and schema of each operation's input. */
const inputs = { replace: [0, WorkspaceSettings] } as const

/**
 * Reads and replaces the settings of a workspace.
 *
 * @example
 * const settings = yield* Settings
 * yield* settings.replace(caller, { frequencyCap: { messages: 2, days: 7 }, quietHours: null })
 * @see docs/contributing/decisions.md, Q2
 */
export class Settings extends Context.Service<
  Settings,
  {
    /**
     * Returns the settings. Default: no limits.
     *
     * @example
     * const settings = yield* Settings
     * const { frequencyCap } = yield* settings.get(caller)
     * return frequencyCap?.messages ?? "no limit"
     */
    readonly get: (caller: Caller) => Effect.Effect<WorkspaceSettings, StorageError>

    /**
     * Replaces all settings and returns them. Fails with every issue. The settings apply to sends that begin afterwards
     * in any process, at the latest once each worker has ended its job. Waiting recipients are checked again.
     *
     * @param settings All settings. Null removes a limit.
     * @example
     * const settings = yield* Settings
     * yield* settings.replace(caller, {
     *   frequencyCap: { messages: 2, days: 7 },
     *   quietHours: { from: "21:00", until: "08:00", timeZone: "Europe/Berlin", timeZoneField: null }
     * })
     */
    readonly replace: (
      caller: Caller,
      settings: WorkspaceSettings
    ) => Effect.Effect<WorkspaceSettings, InvalidInput | StorageError>
  }
>()("@rollcall/core/people/workspaces/Settings") {
  static readonly layer = Layer.effect(
    Settings,
    Effect.gen(function* () {
      const store = yield* WorkspaceStore
      const fields = yield* CustomFieldStore
      const waiting = yield* WaitingRecipients
      const checkWorkspace = yield* makeWorkspaceCheck
      return Settings.of(
        workspaceService("Settings", inputs, {
          get: ({ workspace }) =>
            Effect.map(
              store.settings(workspace),
              Option.getOrElse(() => noLimits)
            ),
          replace: Effect.fnUntraced(function* ({ workspace }, settings) {
            const key = settings.quietHours?.timeZoneField ?? null
            const known = key === null ? [] : yield* fields.named(workspace, [key])
            yield* InvalidInput.refuse(settingsIssues(settings, known))
            yield* checkWorkspace(workspace)
            yield* store.putSettings(workspace, settings)
            yield* waiting.judgeAgain(workspace)
            return settings
          })
        })
      )
    })
  )
}
