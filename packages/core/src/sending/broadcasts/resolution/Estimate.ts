import { Effect, Result, Schema } from "effect"
import { type Caller, ContactUuid } from "../../../shared/Ids.ts"
import { MessageParameters } from "../../templates/MessageParameters.ts"
import { categoryOf } from "../../templates/Template.ts"
import { RenderedMessage, renderMessage } from "../../templates/RenderMessage.ts"
import { ReasonCounts } from "../acceptance/Acceptance.ts"
import { AudienceWalks } from "../audience/AudienceWalks.ts"
import { type AudiencePayload, judgeAudience } from "../audience/JudgeAudience.ts"
import { BroadcastStore } from "../BroadcastStore.ts"
import { makePrediction, Predictions } from "../marketing/Predictions.ts"
import type { RecipientWarning } from "../Recipient.ts"
import { ExpectedRate } from "./AudienceSettings.ts"
import { addresseesOf, excludedRecipients, judgeContacts } from "./JudgeContacts.ts"
import { AudienceTally, checkSize, forEachStep } from "./ReadContacts.ts"

/** The maximum number of examples in an estimate. */
const maxExamples = 20

/** An example of a message to a person in the audience. */
const AudienceExample = Schema.Struct({
  contactUuid: ContactUuid,
  identifier: Schema.String,
  parameters: MessageParameters,
  message: RenderedMessage
})
type AudienceExample = typeof AudienceExample.Type

/**
 * The result that a broadcast to an audience would have now.
 *
 * @see docs/contributing/decisions.md, R6
 */
export const AudienceEstimate = Schema.Struct({
  /** The number of contacts that `include` selects. */
  contacts: Schema.Int,
  /** The number of contacts that would be reached. */
  recipients: Schema.Int,
  /** The number of contacts that would not be reached, by reason. */
  exclusions: ReasonCounts,
  /** The effect of the workspace's limits on the reachable recipients. */
  predictions: Predictions,
  /** How long sending takes, in seconds, if the sender sends no other messages. */
  seconds: Schema.Int,
  /** The first recipients who would be reached. */
  examples: Schema.Array(AudienceExample)
})
export type AudienceEstimate = typeof AudienceEstimate.Type

/** An estimate, with the requested number of warnings for recipients who would not be reached. */
interface Estimated {
  readonly estimate: AudienceEstimate
  readonly warnings: ReadonlyArray<RecipientWarning>
}

/**
 * Returns the result that `create` would have, without storing anything. Fails like `create`. Two estimates of the same
 * data are equal.
 */
export const estimateAudience = Effect.fnUntraced(function* (
  { workspace }: Caller,
  payload: AudiencePayload,
  maxWarnings: number
) {
  const { now } = yield* BroadcastStore
  const perSecond = yield* ExpectedRate
  const plan = yield* Effect.fromResult(yield* judgeAudience(workspace, payload, yield* now))
  const category = categoryOf(plan.found.template)
  const prediction = yield* makePrediction(workspace, {
    category,
    scheduledAt: payload.scheduledFor ?? (yield* now),
    validUntil: payload.validUntil,
    writesTimes: plan.writesTimes
  })
  const excluded = excludedRecipients(plan.selection)
  const tally = new AudienceTally(maxWarnings)
  const examples: Array<AudienceExample> = []
  const { inRequest } = yield* AudienceWalks
  yield* forEachStep(inRequest, workspace, plan, ({ contacts }) =>
    Effect.gen(function* () {
      const judged = yield* judgeContacts(workspace, category, excluded, contacts)
      yield* prediction.add(addresseesOf(judged))
      tally.add(judged)
      for (const { contact, identifier, reading } of judged) {
        if (examples.length === maxExamples) return
        if (contact !== null && Result.isSuccess(reading)) {
          const parameters = reading.success
          const message = renderMessage(plan.found.template, parameters)
          examples.push({ contactUuid: contact, identifier, parameters, message })
        }
      }
    })
  )
  yield* checkSize(tally.contacts)
  const { contacts, exclusions, recipients, warnings } = tally
  const seconds = Math.ceil(recipients / perSecond)
  const predictions = prediction.counts()
  const estimate: AudienceEstimate = { contacts, recipients, exclusions, predictions, seconds, examples }
  const estimated: Estimated = { estimate, warnings }
  return estimated
})
