import type { CustomField } from "../custom-fields/CustomField.ts"
import { type Issue, issue, type IssuePath } from "../../shared/Issue.ts"
import { namedZone } from "./TimeZoneNames.ts"
import {
  type FrequencyCap,
  maxCapDays,
  maxCapMessages,
  type QuietHours,
  type WorkspaceSettings
} from "./WorkspaceSettings.ts"

/** Matches a time of day in hours and minutes. */
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

/**
 * Returns the issues of settings. `fields` are the active custom fields of the workspace that the settings may name.
 */
export const settingsIssues = (
  { frequencyCap, quietHours }: WorkspaceSettings,
  fields: ReadonlyArray<Pick<CustomField, "fieldKey" | "fieldType">>
): ReadonlyArray<Issue> => [
  ...(frequencyCap === null ? [] : capIssues(frequencyCap)),
  ...(quietHours === null ? [] : quietIssues(quietHours, fields))
]

const capIssues = ({ days, messages }: FrequencyCap): ReadonlyArray<Issue> => [
  ...outside(["frequencyCap", "messages"], messages, maxCapMessages),
  ...outside(["frequencyCap", "days"], days, maxCapDays)
]

const outside = (path: IssuePath, given: number, max: number): ReadonlyArray<Issue> =>
  Number.isInteger(given) && given >= 1 && given <= max
    ? []
    : [issue("value_error", path, `must be an integer from 1 to ${max}`)]

const quietIssues = (
  { from, timeZone, timeZoneField, until }: QuietHours,
  fields: Parameters<typeof settingsIssues>[1]
): ReadonlyArray<Issue> => {
  const times = Object.entries({ from, until }).flatMap(([name, time]) =>
    timePattern.test(time)
      ? []
      : [issue("string_pattern_mismatch", ["quietHours", name], "must be a time such as 21:00")]
  )
  return [
    ...times,
    ...(from === until && times.length === 0
      ? [issue("value_error", ["quietHours", "until"], "must differ from the time at which quiet hours begin")]
      : []),
    ...(timeZoneField === null ? [] : fieldIssues(timeZoneField, fields)),
    ...(namedZone(timeZone) === null
      ? [issue("value_error", ["quietHours", "timeZone"], "must be an IANA time zone such as Europe/Berlin")]
      : [])
  ]
}

const fieldIssues = (key: string, fields: Parameters<typeof settingsIssues>[1]): ReadonlyArray<Issue> => {
  const field = fields.find(({ fieldKey }) => fieldKey === key)
  const path = ["quietHours", "timeZoneField"]
  if (field === undefined)
    return [issue("unknown_field", path, "must be the key of a custom field that is not archived")]
  return field.fieldType === "text" ? [] : [issue("value_error", path, "must be a custom field of the type text")]
}
