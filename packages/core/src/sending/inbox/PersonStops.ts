import { DateTime, Effect } from "effect"
import type { InboundMessage, InboundPreference } from "../channels/ChannelWebhook.ts"
import { isAddress } from "../../people/identifiers/AddressForm.ts"
import { OptOuts } from "../../people/opt-outs/OptOuts.ts"
import { recipientsAnswered, type Reply } from "../delivery/Receipts.ts"
import { toStorable } from "../../shared/Text.ts"
import { type Vocabularies, type Wish, wishOf } from "./OptOutKeywords.ts"

/** A person's message, its channel and its wish. */
export interface Arrived {
  readonly channelType: string
  readonly message: InboundMessage
  readonly wish: Wish
}

/**
 * Returns the wish in a message. A button counts only if it asks to stop, because its label comes from the workspace and
 * may offer to cancel an appointment or to start something.
 */
export const wishOfMessage = ({ choice, text }: InboundMessage, vocabularies: Vocabularies): Wish => {
  if (choice === undefined) return wishOf(text, vocabularies)
  return [text, choice].some((words) => wishOf(words, vocabularies) === "stop") ? "stop" : "none"
}

/**
 * Opts out authors who ask to stop, and opts in authors who ask for messages again, in the order of their messages. Applies
 * to the author's addresses, and to the recipient of the message that was replied to. If both are unknown, logs a warning
 * without personal data.
 */
export const applyWishes = Effect.fnUntraced(function* (arrived: ReadonlyArray<Arrived>) {
  const optOuts = yield* OptOuts
  const wishing = arrived
    .filter(({ wish }) => wish === "stop" || wish === "start")
    .toSorted((a, b) => DateTime.Order(a.message.at, b.message.at))
  if (wishing.length === 0) return
  const replies = new Map(
    wishing.flatMap(({ channelType, message }): ReadonlyArray<readonly [Reply, InboundMessage]> => {
      const { repliesTo, workspace } = message
      return repliesTo === undefined ? [] : [[{ channelType, workspace, repliesTo: toStorable(repliesTo) }, message]]
    })
  )
  const answered = yield* recipientsAnswered(Array.from(replies.keys()))
  const identifiers = new Map(answered.map(({ identifier, reply }) => [replies.get(reply), identifier]))
  for (const { message, wish } of wishing) {
    const { at, from, userId = "", workspace } = message
    const addresses = [addressIn(from) ?? [], addressIn(userId) ?? [], identifiers.get(message) ?? []].flat()
    const reports = addresses.map((address) => ({ workspace, address, at }))
    yield* wish === "stop" ? optOuts.record(reports, "message") : optOuts.resume(reports)
  }
  const unknown = wishing.filter(({ message }) => addressIn(message.from) === null && !identifiers.has(message))
  yield* logUnknown(unknown.map(({ message }) => message))
})

/**
 * Opts people out or in according to their setting at the provider, in order. If a person has no address, logs a warning
 * without personal data.
 */
export const applyPreferences = Effect.fnUntraced(function* (preferences: ReadonlyArray<InboundPreference>) {
  const optOuts = yield* OptOuts
  for (const { at, from, userId = "", wants, workspace } of preferences.toSorted((a, b) =>
    DateTime.Order(a.at, b.at)
  )) {
    const addresses = [addressIn(from) ?? [], addressIn(userId) ?? []].flat()
    const reports = addresses.map((address) => ({ workspace, address, at }))
    if (wants === "stop") yield* optOuts.record(reports, "channel")
    else yield* optOuts.resume(reports, "channel")
  }
  yield* logUnknown(preferences.filter(({ from }) => addressIn(from) === null))
})

/** Returns an address that a channel reports, without a leading plus; null if it isn't a valid address. */
export const addressIn = (from: string): string | null => {
  const address = from.replace(/^\+/, "")
  return isAddress(address) ? address : null
}

const logUnknown = (reports: ReadonlyArray<Pick<InboundMessage, "workspace">>) =>
  Effect.forEach(
    new Set(reports.map(({ workspace }) => workspace)),
    (workspace) =>
      Effect.logWarning("a channel reported an opt-out or opt-in without an address, which was not applied").pipe(
        Effect.annotateLogs({ workspace })
      ),
    { discard: true }
  )
