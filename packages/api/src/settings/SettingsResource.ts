import { FrequencyCap, QuietHours, WorkspaceSettings } from "@rollcall/core/people"
import { described, sentenceOn } from "@rollcall/core/operations"
import { Schema } from "effect"
import { fromWire, spelled } from "../requests/WireNames.ts"

const quiet = spelled(QuietHours.fields)
const { frequencyCap, quietHours } = WorkspaceSettings.fields

const fields = {
  frequency_cap: described(
    Schema.NullOr(
      FrequencyCap.annotate({ identifier: "FrequencyCap", description: "How often a contact gets marketing messages." })
    ),
    sentenceOn(frequencyCap) ?? ""
  ),
  quiet_hours: described(
    Schema.NullOr(
      Schema.Struct(quiet.fields).annotate({
        identifier: "QuietHours",
        description: "When no marketing is sent, by the local time of each recipient."
      })
    ),
    sentenceOn(quietHours) ?? ""
  )
}

/** The settings of a workspace. */
export const SettingsResource = Schema.Struct(fields).annotate({
  identifier: "Settings",
  description: "The settings of a workspace."
})

/** The settings of a workspace, all of which are replaced. */
export const SettingsBody = Schema.Struct(fields).annotate({
  identifier: "SettingsReplace",
  description: "All settings, which replace the current ones."
})

export const toSettingsResource = ({ frequencyCap, quietHours }: WorkspaceSettings): typeof SettingsResource.Type => ({
  frequency_cap: frequencyCap,
  quiet_hours: quietHours && quiet.encode(quietHours)
})

export const toSettings = ({ frequency_cap, quiet_hours }: typeof SettingsBody.Type): WorkspaceSettings => ({
  frequencyCap: frequency_cap,
  quietHours: quiet_hours && fromWire(quiet_hours)
})
