import { RecipientReason, RecipientUuid } from "@rollcall/core"
import { HeaderType, type MessageParameters, TemplateCategory } from "@rollcall/core/channel"
import type { RecipientProblem } from "@rollcall/core/broadcasts"
import { addressOf, digitForms } from "@rollcall/core/contacts"
import { nextId } from "@rollcall/core/shared"
import type { StoredRecipient } from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import type * as Arr from "effect/Array"
import fc from "fast-check"
import { textArbitrary } from "../shared/TextArbitrary.ts"
import { newBroadcast } from "./Fixture.ts"

/** A phone number with country code, digits only (B7). */
const identifierArbitrary: fc.Arbitrary<string> = fc.stringMatching(/^[1-9][0-9]{6,14}$/)

const seconds = fc.option(fc.integer({ min: 1, max: 3_600 }))

/** The values of a broadcast. Its start, from now, and its validity, from the start, are in seconds. */
export const broadcastPlanArbitrary = fc.record({
  name: textArbitrary,
  templateName: textArbitrary,
  locale: fc.constantFrom("en", "de", "pt_BR", "zh_Hant_TW"),
  from: fc.oneof(identifierArbitrary, textArbitrary),
  category: fc.constantFrom(...TemplateCategory.literals),
  version: fc.integer({ min: 1, max: 9 }),
  wait: seconds,
  validity: seconds
})

/** A broadcast that is accepted now, in a new workspace. */
export const plannedBroadcast = Effect.fnUntraced(function* ({
  validity,
  wait,
  ...fields
}: typeof broadcastPlanArbitrary extends fc.Arbitrary<infer Plan> ? Plan : never) {
  const broadcast = yield* newBroadcast(fields)
  const scheduledAt = DateTime.add(broadcast.createdAt, { seconds: wait ?? 0 })
  const validUntil = validity === null ? null : DateTime.add(scheduledAt, { seconds: validity })
  return { ...broadcast, scheduledAt, validUntil }
})

const header = fc.option(fc.record({ type: fc.constantFrom(...HeaderType.literals), value: textArbitrary }))
const values = fc.array(textArbitrary, { maxLength: 3 })
const card = fc.record({ header, body: values, buttons: values })

/** What is frozen for a recipient, plain or carousel (B9). */
const messageParametersArbitrary: fc.Arbitrary<MessageParameters> = fc.record({
  header,
  body: values,
  buttons: values,
  cards: fc.option(fc.array(card, { minLength: 1, maxLength: 3 }))
})

/** A client reference that every store can keep. */
export const referenceArbitrary = textArbitrary.map((text) => text.slice(0, 255).toWellFormed())

const problem = { reason: fc.constantFrom(...RecipientReason.literals), error: textArbitrary }

/** What is wrong with a recipient (B21). */
export const problemArbitrary: fc.Arbitrary<RecipientProblem> = fc.record(problem)

/** Everything that is wrong with a refused recipient. */
const problems = fc
  .tuple(problemArbitrary, fc.array(problemArbitrary, { maxLength: 2 }))
  .map(([first, others]): Arr.NonEmptyReadonlyArray<RecipientProblem> => [first, ...others])

type RecipientPlan = Omit<StoredRecipient, "address" | "uuid" | "position">

/** Recipients in the order of acceptance, refused ones among them (B7). */
export const recipientPlansArbitrary: fc.Arbitrary<ReadonlyArray<RecipientPlan>> = fc.array(
  fc.record({
    identifier: identifierArbitrary,
    clientReference: fc.option(referenceArbitrary),
    outcome: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ _tag: fc.constant("Accepted" as const), parameters: messageParametersArbitrary })
      },
      { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Rejected" as const), problems }) }
    )
  }),
  { maxLength: 6 }
)

/** Returns the recipients with new uuids, and their positions from 1. */
export const plannedRecipients = (plans: ReadonlyArray<RecipientPlan>) =>
  Effect.forEach(plans, (plan, index) =>
    Effect.map(nextId, (id): StoredRecipient => ({
      ...plan,
      address: addressOf(digitForms, plan.identifier),
      uuid: RecipientUuid.make(id),
      position: index + 1
    }))
  )
