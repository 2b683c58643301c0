import { Schema } from "effect"

/** At most `messages` marketing messages to one contact in `days` times 24 hours (Q3). */
export const FrequencyCap = Schema.Struct({ messages: Schema.Int, days: Schema.Int })
export type FrequencyCap = typeof FrequencyCap.Type

/** When a workspace sends no marketing, by the local time of each recipient (Q4). */
export const QuietHours = Schema.Struct({
  /** Times of day, such as `21:00`. The hours may pass midnight. */
  from: Schema.String,
  until: Schema.String,
  /** The key of the custom field whose value is the time zone of a contact; null for none. */
  timeZoneField: Schema.NullOr(Schema.String),
  /** The IANA time zone of recipients whose own zone is not known. */
  timeZone: Schema.String
})
export type QuietHours = typeof QuietHours.Type

/** What a workspace decides for itself. Null means without a limit. */
export const WorkspaceSettings = Schema.Struct({
  frequencyCap: Schema.NullOr(FrequencyCap),
  quietHours: Schema.NullOr(QuietHours)
})
export type WorkspaceSettings = typeof WorkspaceSettings.Type

/** The settings of a workspace that never set any. */
export const noLimits: WorkspaceSettings = { frequencyCap: null, quietHours: null }
