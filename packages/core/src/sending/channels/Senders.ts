import { Effect, Option } from "effect"
import { type NumberForms, recipientOf } from "../../people/contacts/Identifiers.ts"
import { isNumberAddress } from "../../people/identifiers/AddressForm.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { listed } from "../../shared/Text.ts"
import type { RegisteredChannel } from "./Channels.ts"

/**
 * Returns a request's sender in the channel's form. If the channel has only the digits of the given phone number as a
 * sender, returns the digits. Otherwise returns the sender as given.
 */
export const senderOf = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  channel: Option.Option<RegisteredChannel>,
  numbers: NumberForms,
  given: string
) {
  const digits = recipientOf(numbers, given)
  if (digits === given || !isNumberAddress(digits) || Option.isNone(channel)) return given
  const { hasSender } = channel.value.channel
  return !(yield* hasSender(workspace, given)) && (yield* hasSender(workspace, digits)) ? digits : given
})

/**
 * Returns the error text for an unknown sender, with the workspace's senders.
 *
 * @see docs/contributing/decisions.md, W9
 */
export const unknownSender = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  { channel }: RegisteredChannel,
  from: string
) {
  const senders = yield* channel.senders(workspace)
  return `sender ${from}: ${senders.length === 0 ? "the workspace has no senders" : `the workspace has ${listed(senders)}`}`
})
