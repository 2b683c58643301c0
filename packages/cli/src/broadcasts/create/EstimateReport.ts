import type { EstimateResource } from "@rollcall/api"
import { Duration } from "effect"
import { count } from "../../screen/Text.ts"
import { messageLines } from "./MessageValues.ts"

type Estimate = typeof EstimateResource.Type

/** How many are not reached for each reason, the most frequent first. */
export const reasonLines = (exclusions: Estimate["exclusions"]): ReadonlyArray<string> =>
  Object.entries(exclusions)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, contacts]) => `  ${count(contacts)} not: ${reason}`)

/** What a broadcast would come to. */
export const estimateLines = ({ contacts, examples, exclusions, recipients, seconds }: Estimate): string =>
  [
    `${count(contacts)} contacts, of which ${count(recipients)} would be reached${timeFor(seconds)}.`,
    ...reasonLines(exclusions),
    ...examples.map(({ identifier, message }) => `${identifier}: ${messageLines(message)}`)
  ].join("\n")

const timeFor = (seconds: number): string =>
  seconds === 0 ? "" : `, in about ${Duration.format(Duration.seconds(seconds))}`
