import { Effect } from "effect"
import { PhoneNumbers } from "../../../people/contacts/Identifiers.ts"
import type { Definitions } from "../../../people/segments/SegmentRules.ts"
import type { WorkspaceUuid } from "../../../shared/Ids.ts"
import { settingsOf } from "../marketing/FrequencyCap.ts"
import { makeZoneReader } from "../zones/RecipientZones.ts"
import type { AudienceRequest } from "./AudienceRequest.ts"
import { textFields } from "./AudienceRules.ts"
import { fieldTexts } from "./FieldText.ts"
import { isTimestamp } from "./ValueFormat.ts"

/** Returns whether an audience's messages contain timestamps from contact fields. */
export const writesTimes = (audience: AudienceRequest, definitions: Definitions): boolean =>
  textFields(audience).some(({ name }) => isTimestamp(name, definitions))

/**
 * Makes the function that reads an audience's fields as strings. Reads the workspace settings only if the messages contain
 * timestamps.
 */
export const audienceTexts = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  audience: AudienceRequest,
  locale: string,
  definitions: Definitions
) {
  const settings = writesTimes(audience, definitions) ? (yield* settingsOf(workspace)).quietHours : null
  return fieldTexts(locale, Array.from(definitions.values()), makeZoneReader(yield* PhoneNumbers, settings))
})
