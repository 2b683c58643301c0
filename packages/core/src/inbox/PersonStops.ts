import { DateTime, Effect } from "effect"
import type { InboundMessage, InboundPreference } from "../channels/ChannelWebhook.ts"
import { isAddress } from "../identifiers/AddressForm.ts"
import { OptOuts } from "../opt-outs/OptOuts.ts"
import type { ReportedOptOut } from "../opt-outs/ReportedOptOuts.ts"
import { recipientsAnswered, type Reply } from "../delivery/Receipts.ts"
import { toStorable } from "../shared/Text.ts"
import { asksToStop } from "./OptOutKeywords.ts"

/** A message of a person, and the channel whose webhook it came to. */
export interface Arrived {
  readonly channelType: string
  readonly message: InboundMessage
}

/**
 * Opts out the people among the authors of messages who ask for it (C8, C10): the address that a message came from, and
 * that of the recipient whose message it answers. Who cannot be identified by either is logged, without the person.
 */
export const stopAuthors = Effect.fnUntraced(function* (
  arrived: ReadonlyArray<Arrived>,
  stopWords: ReadonlyArray<string>
) {
  const optOuts = yield* OptOuts
  const stopping = arrived.filter(
    ({ message: { choice = null, text } }) => asksToStop(text, stopWords) || asksToStop(choice, stopWords)
  )
  if (stopping.length === 0) return
  const replies = new Map(
    stopping.flatMap(({ channelType, message }): ReadonlyArray<readonly [Reply, InboundMessage]> => {
      const { repliesTo, workspace } = message
      return repliesTo === undefined ? [] : [[{ channelType, workspace, repliesTo: toStorable(repliesTo) }, message]]
    })
  )
  const answered = yield* recipientsAnswered(Array.from(replies.keys()))
  const identifiers = new Map(answered.map(({ identifier, reply }) => [replies.get(reply), identifier]))
  const optedOut = stopping.flatMap(({ message }) => {
    const { at, from, userId = "", workspace } = message
    return [addressIn(from), addressIn(userId), identifiers.get(message) ?? null].flatMap(
      (address): ReadonlyArray<ReportedOptOut> => (address === null ? [] : [{ workspace, address, at }])
    )
  })
  yield* optOuts.record(optedOut, "message")
  const unknown = stopping.filter(({ message }) => addressIn(message.from) === null && !identifiers.has(message))
  yield* logUnknown(unknown.map(({ message }) => message))
})

/**
 * Opts out, or takes opt-outs back of, the people who have set so at the provider, in the order in which they did (C10).
 * One that is named otherwise than by an address is logged, without the person.
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

/** The address that a channel reports; null if it isn't an address. */
export const addressIn = (from: string): string | null => {
  const address = from.replace(/^\+/, "")
  return isAddress(address) ? address : null
}

const logUnknown = (reports: ReadonlyArray<Pick<InboundMessage, "workspace">>) =>
  Effect.forEach(
    new Set(reports.map(({ workspace }) => workspace)),
    (workspace) =>
      Effect.logWarning("a person has set whether to get messages, and is not named by an address").pipe(
        Effect.annotateLogs({ workspace })
      ),
    { discard: true }
  )
