import { Schema } from "effect"

/** At most `messages` marketing messages to one contact, and to one address, in `days` calendar days. */
export const FrequencyCap = Schema.Struct({
  /** 1 to 1,000 messages. */
  messages: Schema.Int,
  /** 1 to 365 days. */
  days: Schema.Int
})
export type FrequencyCap = typeof FrequencyCap.Type

/**
 * When a workspace sends no marketing, by the local time of each recipient.
 *
 * @see docs/contributing/decisions.md, Q4
 */
export const QuietHours = Schema.Struct({
  /** Times of day, such as `21:00`. The hours may pass midnight. */
  from: Schema.String,
  until: Schema.String,
  /** The key of the custom field that holds the time zone of a contact; null for none. */
  timeZoneField: Schema.NullOr(Schema.String),
  /** The IANA time zone of recipients whose own zone is not known. */
  timeZone: Schema.String
})
export type QuietHours = typeof QuietHours.Type

/** What a workspace decides for itself. Null means without a limit. */
export const WorkspaceSettings = Schema.Struct({
  /** How many marketing messages a contact gets at most. */
  frequencyCap: Schema.NullOr(FrequencyCap),
  /** When none is sent, by the local time of each recipient. */
  quietHours: Schema.NullOr(QuietHours)
})
export type WorkspaceSettings = typeof WorkspaceSettings.Type

/** The settings of a workspace that never set any. */
export const noLimits: WorkspaceSettings = { frequencyCap: null, quietHours: null }
