import {
  ActorUuid,
  type Broadcast,
  BroadcastUuid,
  HeaderType,
  type MessageParameters,
  type NewRecipient,
  RecipientUuid,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime } from "effect"
import fc from "fast-check"
import { textArbitrary } from "../kernel/TextArbitrary.ts"

const uuid = fc.uuid()

/**
 * A broadcast as it is accepted at an instant: `scheduled`, due at once or within a day, and perhaps valid for a time
 * after that.
 */
export const broadcastArbitrary = (workspaceUuid: WorkspaceUuid, now: DateTime.Utc): fc.Arbitrary<Broadcast> => {
  const seconds = fc.option(fc.integer({ min: 1, max: 86_400 }))
  return fc
    .record({
      uuid: uuid.map((uuid) => BroadcastUuid.make(uuid)),
      createdBy: uuid.map((uuid) => ActorUuid.make(uuid)),
      channelType: fc.constant("chatapp"),
      name: textArbitrary,
      templateName: textArbitrary,
      locale: fc.constantFrom("en", "de", "pt_BR", "zh_Hant_TW"),
      from: fc.oneof(identifierArbitrary, textArbitrary),
      version: fc.integer({ min: 1, max: 9 }),
      wait: seconds,
      validity: seconds
    })
    .map(({ validity, wait, ...broadcast }) => {
      const scheduledAt = DateTime.add(now, { seconds: wait ?? 0 })
      return {
        ...broadcast,
        workspaceUuid,
        status: "scheduled",
        statusReason: null,
        scheduledAt,
        validUntil: validity === null ? null : DateTime.add(scheduledAt, { seconds: validity }),
        createdAt: now
      }
    })
}

/** A phone number with country code, digits alone (B7). */
export const identifierArbitrary: fc.Arbitrary<string> = fc.stringMatching(/^[1-9][0-9]{6,14}$/)

const header = fc.option(fc.record({ type: fc.constantFrom(...HeaderType.literals), value: textArbitrary }))
const values = fc.array(textArbitrary, { maxLength: 3 })
const card = fc.record({ header, body: values, buttons: values })

/** What is frozen for a recipient, plain or carousel (B9). */
export const messageParametersArbitrary: fc.Arbitrary<MessageParameters> = fc.record({
  header,
  body: values,
  buttons: values,
  cards: fc.option(fc.array(card, { minLength: 1, maxLength: 3 }))
})

const accepted = fc.record({ _tag: fc.constant("Accepted"), parameters: messageParametersArbitrary })
const rejected = fc.record({ _tag: fc.constant("Rejected"), error: textArbitrary })
const outcome: fc.Arbitrary<NewRecipient["outcome"]> = fc.oneof(
  { weight: 3, arbitrary: accepted },
  { weight: 1, arbitrary: rejected }
)

/** Recipients in the order of acceptance: one accepted of each identifier, refused ones among them (B7). */
export const newRecipientsArbitrary = (constraints: fc.ArrayConstraints): fc.Arbitrary<ReadonlyArray<NewRecipient>> => {
  const recipient = fc.record({
    uuid: uuid.map((uuid) => RecipientUuid.make(uuid)),
    identifier: identifierArbitrary,
    clientReference: fc.option(textArbitrary.map((text) => text.slice(0, 255).toWellFormed())),
    outcome
  })
  return fc.uniqueArray(recipient, { ...constraints, selector: ({ identifier }) => identifier })
}
