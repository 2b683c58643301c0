import type { EstimateResource } from "@rollcall/api"
import { Duration } from "effect"
import { count } from "../../screen/Text.ts"
import { messageLines } from "./MessageValues.ts"

type Estimate = typeof EstimateResource.Type

/** Lists how many contacts are excluded for each reason, the most frequent first. */
export const reasonLines = (exclusions: Estimate["exclusions"]): ReadonlyArray<string> =>
  Object.entries(exclusions)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, contacts]) => `  ${count(contacts)} not: ${reason}`)

/** Lists how the limits of the workspace would affect recipients at the start of the broadcast. */
export const predictionLines = ({
  expires_in_quiet_hours = 0,
  frequency_cap = 0,
  quiet_hours = 0,
  unreadable_time_zone = 0
}: Estimate["predictions"]): ReadonlyArray<string> =>
  [
    { found: frequency_cap, says: "have reached the workspace's limit on marketing messages" },
    { found: quiet_hours, says: "would wait until their quiet hours end" },
    { found: expires_in_quiet_hours, says: "of those would get no message, because the broadcast expires first" },
    { found: unreadable_time_zone, says: "have an invalid time zone" }
  ].flatMap(({ found, says }) => (found === 0 ? [] : [`  ${count(found)} ${says}`]))

export const estimateLines = ({ contacts, examples, exclusions, predictions, recipients, seconds }: Estimate): string =>
  [
    `${count(contacts)} contacts, of which ${count(recipients)} would be reached${timeFor(seconds)}.`,
    ...reasonLines(exclusions),
    ...predictionLines(predictions),
    ...examples.map(({ identifier, message }) => `${identifier}: ${messageLines(message)}`)
  ].join("\n")

const timeFor = (seconds: number): string =>
  seconds === 0 ? "" : `, in about ${Duration.format(Duration.seconds(seconds))}`
