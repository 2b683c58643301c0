import { DateTime, Duration, Effect } from "effect"
import type { Broadcast } from "../../broadcasts/Broadcast.ts"
import { limitsOf } from "../../broadcasts/marketing/FrequencyCap.ts"
import { optedOutProblem, type RecipientProblem } from "../../broadcasts/Recipient.ts"
import type { AudienceRequest } from "../../broadcasts/audience/AudienceRequest.ts"
import { type AddressField, contactAddress } from "../../broadcasts/resolution/ContactAddress.ts"
import { addressProblem, standingProblem } from "../../broadcasts/resolution/JudgeContacts.ts"
import { chainOf, originOf } from "../../broadcasts/retry/RetryBroadcast.ts"
import { arrivedAmong } from "../../broadcasts/retry/RetryRules.ts"
import { RetryStore } from "../../broadcasts/retry/RetryStore.ts"
import { ContactStore } from "../../../people/contacts/ContactStore.ts"
import { addressFields, PhoneNumbers } from "../../../people/contacts/Identifiers.ts"
import type { DeliveryAddressee } from "../../delivery/DeliveryStore.ts"
import { optedOutAmong } from "../../../people/opt-outs/OptOutKeys.ts"
import { OptOutStore } from "../../../people/opt-outs/OptOutStore.ts"
import type { BroadcastUuid, RecipientUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import type { TemplateCategory } from "../../templates/Template.ts"
import type { WorkspaceSettings } from "../../../people/workspaces/WorkspaceSettings.ts"

/** What must be asked of each recipient of a broadcast at the moment when its message is about to begin. */
export interface SendConditions {
  /** The category of its template, by which opt-outs count. */
  readonly category: TemplateCategory
  /** What the workspace limits; without limits for all but marketing. */
  readonly limits: WorkspaceSettings
  /** The broadcasts whose messages it repeats, for a retry. */
  readonly repeats: ReadonlyArray<BroadcastUuid>
  /** The fields that addresses are taken from, and since when contacts may have changed; null for posted identifiers. */
  readonly audience: ConditionsOfAudience | null
}

/** What the contacts of an audience must be when they are sent to. */
interface ConditionsOfAudience extends Pick<AudienceRequest, "require"> {
  readonly fields: ReadonlyArray<AddressField>
  readonly since: DateTime.Utc
}

/** The clocks of two processes differ by less. */
const clockSkew = Duration.hours(1)

/**
 * Returns what must be asked of the recipients of a broadcast; null for nothing, as for one to posted identifiers that
 * nothing limits, in a workspace without opt-outs. A statement for opt-outs, one for marketing, and a few for a retry.
 */
export const conditionsOf = Effect.fnUntraced(function* (broadcast: Broadcast) {
  const { category, createdAt, retryOf, uuid, workspaceUuid } = broadcast
  const limits = yield* limitsOf(workspaceUuid, category)
  const chain = retryOf === null ? null : yield* chainOf(workspaceUuid, retryOf)
  const first = yield* originOf(broadcast)
  const conditions: SendConditions = {
    category,
    limits,
    repeats: chain === null ? [] : chain.all.filter((broadcast) => broadcast !== uuid),
    audience:
      first.audience === null
        ? null
        : {
            fields: first.audience.request.address ?? addressFields,
            require: first.audience.request.require,
            since: DateTime.subtractDuration(createdAt, clockSkew)
          }
  }
  const isLimited = limits.frequencyCap !== null || limits.quietHours !== null
  if (isLimited || conditions.repeats.length > 0 || conditions.audience !== null) return conditions
  return (yield* OptOutStore.use((store) => store.isEmpty(workspaceUuid))) ? null : conditions
})

/** Which recipients are not sent to any more, and which at another address than at acceptance. */
interface Standing {
  readonly problems: ReadonlyMap<RecipientUuid, RecipientProblem>
  /** The addresses that contacts have now, where these are others. */
  readonly moved: ReadonlyMap<RecipientUuid, string>
}

/**
 * Returns the recipients that are no longer sent to, and the recipients that are sent to at another address. Contacts of an
 * audience may have been archived or have another address since. An address may be opted out by now, also because a person
 * who opted out before got it. The first message to a recipient of a retry may have arrived after all.
 */
export const standingOf = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  { audience, category, repeats }: Omit<SendConditions, "limits">,
  addressees: ReadonlyArray<DeliveryAddressee>
) {
  const problems = new Map<RecipientUuid, RecipientProblem>()
  const moved = new Map<RecipientUuid, string>()
  const standing: Standing = { problems, moved }
  /** The present addresses by recipient. */
  const current = new Map(addressees.map(({ address, uuid }) => [uuid, address]))
  if (audience !== null) {
    const numbers = yield* PhoneNumbers
    const uuids = Array.from(new Set(addressees.flatMap(({ contact }) => contact ?? [])))
    const found = yield* ContactStore.use((store) => store.changedSince(workspace, uuids, audience.since))
    const changed = new Map(found.map((contact) => [contact.uuid, contact]))
    for (const { address, contact: uuid, uuid: recipient } of addressees) {
      const contact = uuid === null ? undefined : changed.get(uuid)
      if (contact === undefined) continue
      const now = contactAddress(numbers, contact, audience.fields)
      const problem = standingProblem(contact, audience)
      if (problem !== null) problems.set(recipient, problem)
      else if (now._tag !== "Address") problems.set(recipient, addressProblem(now))
      else if (now.address !== address) moved.set(recipient, now.address)
    }
  }
  for (const [recipient, address] of moved) current.set(recipient, address)
  const optedOut = yield* optedOutAmong(workspace, Array.from(current.values()), category)
  for (const [recipient, address] of current) {
    if (optedOut.has(address) && !problems.has(recipient)) problems.set(recipient, optedOutProblem)
  }
  if (repeats.length > 0) {
    const { outcomes } = yield* RetryStore
    const arrived = arrivedAmong(
      yield* outcomes(workspace, repeats, {
        addresses: [...addressees.map(({ address }) => address), ...moved.values()],
        contacts: addressees.flatMap(({ contact, tiedTo }) => [contact ?? [], tiedTo ?? []].flat())
      })
    )
    for (const { address, contact, tiedTo, uuid } of addressees) {
      const keys = [address, moved.get(uuid), contact, tiedTo]
      if (keys.some((key) => typeof key === "string" && arrived.has(key))) problems.set(uuid, arrivedProblem)
    }
  }
  return standing
})

/** The problem of a recipient of a retry whose first message has arrived. */
export const arrivedProblem: RecipientProblem = {
  reason: "already_received",
  error: "the recipient has got the message that was to be repeated"
}
