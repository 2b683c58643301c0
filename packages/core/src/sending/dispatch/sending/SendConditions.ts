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

/** The checks for each recipient of a broadcast just before its message is sent. */
export interface SendConditions {
  /** The category of the broadcast's template, which determines the applicable opt-outs. */
  readonly category: TemplateCategory
  /** The limits of the workspace. Empty unless the category is marketing. */
  readonly limits: WorkspaceSettings
  /** For a retry, the earlier broadcasts with the same messages. */
  readonly repeats: ReadonlyArray<BroadcastUuid>
  /** The address fields, and since when contacts may have changed. Null if the request listed the identifiers. */
  readonly audience: ConditionsOfAudience | null
}

/** The conditions that an audience's contacts must still meet when their messages are sent. */
interface ConditionsOfAudience extends Pick<AudienceRequest, "require"> {
  readonly fields: ReadonlyArray<AddressField>
  readonly since: DateTime.Utc
}

/** Larger than the difference between the clocks of two processes. */
const clockSkew = Duration.hours(1)

/**
 * Returns the checks for the recipients of a broadcast. Null if no checks are needed: the broadcast is no retry and has no
 * audience, no limits apply, and the workspace has no opt-outs. Runs a statement for opt-outs, another for marketing, and a
 * few for a retry.
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

/** The recipients to exclude, and the recipients with a changed address. */
interface Standing {
  readonly problems: ReadonlyMap<RecipientUuid, RecipientProblem>
  /** The current addresses of contacts, if changed. */
  readonly moved: ReadonlyMap<RecipientUuid, string>
}

/**
 * Returns the recipients that must not be sent to any more, and the recipients with a new address. An audience's contact
 * may have been archived or may have a new address. An address may have been opted out since, or may now belong to a person
 * who opted out before. The first message to a retried recipient may have arrived after all.
 */
export const standingOf = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  { audience, category, repeats }: Omit<SendConditions, "limits">,
  addressees: ReadonlyArray<DeliveryAddressee>
) {
  const problems = new Map<RecipientUuid, RecipientProblem>()
  const moved = new Map<RecipientUuid, string>()
  const standing: Standing = { problems, moved }
  /** The current address of each recipient. */
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

/** The problem reported for a retried recipient whose first message has arrived. */
export const arrivedProblem: RecipientProblem = {
  reason: "already_received",
  error: "the recipient already got the message"
}
